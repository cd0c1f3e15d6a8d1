import { sha256Of } from '@/shared/sha256';
import type { Fingerprint } from './upload-store';

/** Number of bytes to hash at each end: enough to tell two files apart, but quick to read. */
const END_BYTES = 1024 * 1024;

/** Computes the fingerprint by which the app recognises a file that the user chooses again. */
export async function fingerprintOf(file: Blob): Promise<Fingerprint> {
  const head = await file.slice(0, END_BYTES).arrayBuffer();
  const tail = await file.slice(Math.max(0, file.size - END_BYTES)).arrayBuffer();
  const both = new Uint8Array(head.byteLength + tail.byteLength);
  both.set(new Uint8Array(head));
  both.set(new Uint8Array(tail), head.byteLength);
  return { size: file.size, ends: await sha256Of(both) };
}

export const sameFile = (one: Fingerprint, other: Fingerprint): boolean =>
  one.size === other.size && one.ends === other.ends;
