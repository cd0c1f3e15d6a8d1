/** Reads text files that other programs wrote: UTF-8, UTF-16 of both byte orders and windows-1251, with or without a byte order mark. */
import { cleanText } from '@/shared/clean-text';

/** Bytes at the start of a file that show its encoding. */
const PROBE_BYTES = 1_024;
/** A text in UTF-16 has at least one zero byte in this number of bytes. */
const RAREST_ZERO = 64;

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Spaces, digits and line ends have a zero byte in UTF-16; other texts have none, or one that is there by mistake.
  const start = bytes.subarray(0, PROBE_BYTES);
  const zerosAt = (half: number) => start.filter((byte, at) => byte === 0 && at % 2 === half).length;
  const [big, little] = [zerosAt(0), zerosAt(1)];
  if (Math.max(big, little) * RAREST_ZERO <= start.length) return 'utf-8';
  return little > big ? 'utf-16le' : 'utf-16be';
}

/** Returns the clean text with `\n` as its only line end and without a byte order mark. */
export function decodeText(bytes: Uint8Array): string {
  const decode = (encoding: string) => new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes);
  let text: string;
  try {
    text = decode(encodingOf(bytes));
  } catch {
    // Bytes that are not UTF-8 come from Bulgarian Windows programs.
    text = decode('windows-1251');
  }
  return cleanText(text.replace(/\r\n?/g, '\n'));
}

export const readTextFile = async (file: Blob): Promise<string> => decodeText(new Uint8Array(await file.arrayBuffer()));
