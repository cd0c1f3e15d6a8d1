// Texts about a chosen video file: why it is rejected, and what to know before it is uploaded.

import { videoFormText } from '@/features/console-kit/text/courses';
import { UPLOAD_CHUNK_BYTES } from '@/shared/app-limits';
import { formatBytes } from '@/shared/format/format-bytes';
import { isHttpsUrl } from '@/shared/is-https-url';
import { MEDIA_MS, VIDEO_LIMIT_BYTES } from '@/shared/limits';
import { faultOfFile } from '../queries/chosen-file';
import { notesOf } from '../queries/file-doubt';
import { sizeLimit } from '../queries/size-limit';
import { uploadText as text } from '../text';

/** A hundredth of a megabyte (bytes), the smallest step that formatBytes shows. */
const STEP_BYTES = (1024 * 1024) / 100;

/** Why the file is rejected; undefined if it is accepted. The size is rounded up, so that a file over the limit never seems to fit. */
export function faultWords(file: File): string | undefined {
  const fault = faultOfFile(file);
  return fault === 'too-large' ? text.faults[fault](roundedUp(file.size)) : fault && text.faults[fault];
}

const roundedUp = (bytes: number) => formatBytes(Math.ceil(bytes / STEP_BYTES) * STEP_BYTES);

/** The message for a file that the server rejected as too large. `limit`: the largest accepted size (bytes), or at least `size` if unknown. */
export function tooLargeWords(size: number, limit: number): string {
  if (size > VIDEO_LIMIT_BYTES) return text.failures['too-large'];
  return `${text.smallLimit.refused(size > limit ? formatBytes(limit) : '')} ${text.smallLimit.raise}`;
}

const names: Record<string, string> = {
  hevc: 'HEVC (H.265)',
  'avc-high': 'H.264 с 10 бита или с пълен цвят (4:2:2, 4:4:4)',
};
const nameOf = (codec: string | null): string => (codec ? (names[codec] ?? codec.toUpperCase()) : text.unknownCodec);

const languageNames = new Intl.DisplayNames('bg', { type: 'language', fallback: 'none' });

/** The Bulgarian name of a language tag or an ISO 639 code; the code itself if it has no name. */
function languageOf(code: string): string {
  try {
    return languageNames.of(code) ?? code;
  } catch {
    return code;
  }
}

/**
 * Warns about a file that the server will reject as too large or that some devices will not play, and about subtitles that none shows; undefined
 * if there is nothing to say.
 */
export async function doubtWords(file: File): Promise<string | undefined> {
  const [{ doubt, subtitles }, limit] = await Promise.all([
    notesOf(file),
    // Every server accepts one chunk, so that the limit does not concern a file of that size.
    file.size > UPLOAD_CHUNK_BYTES ? sizeLimit() : VIDEO_LIMIT_BYTES,
  ]);
  const words = [];
  if (file.size > limit)
    words.push(text.smallLimit.chosen(roundedUp(file.size), formatBytes(limit)), text.smallLimit.raise);
  if (doubt) words.push('codec' in doubt ? text.doubts[doubt.part](nameOf(doubt.codec)) : text.failures[doubt.part]);
  if (subtitles.length > 0) {
    const known = new Set(subtitles.filter((code) => code !== 'und').map(languageOf));
    words.push(text.subtitles([...known].join(', ')));
  }
  return words.join(' ') || undefined;
}

/** Why a typed duration is rejected; undefined if it is accepted. Text that is not a number counts as 0 (specification 3 §5). */
export function durationWords(typed: string): string | undefined {
  const seconds = Number(typed) || 0;
  return seconds < 0 || seconds > MEDIA_MS / 1_000 ? videoFormText.durationWrong : undefined;
}

/** The duration (s) to store for a typed one that `durationWords` accepts. */
export const secondsOf = (typed: string) => Math.round(Number(typed) || 0);

/** Why an address is no source for `<video>`: it is not https, or it is a page instead of a file. Undefined if it is accepted. */
export function addressWords(address: string): string | undefined {
  if (!isHttpsUrl(address)) return videoFormText.urlWrong;
  return /\.(mp4|m4v|webm|mov)$/i.test(new URL(address).pathname) ? undefined : videoFormText.urlNoVideo;
}
