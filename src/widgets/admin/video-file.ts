// Texts about a chosen video file: why it is rejected, and what to know before it is uploaded.

import { faultOfFile } from '@/data/uploads/chosen-file';
import { doubtOf } from '@/data/uploads/file-doubt';
import { formatBytes } from '@/lib/format-bytes';
import { uploadText as text } from '@/text/admin/uploads';

/** A hundredth of a megabyte (bytes), the smallest step that formatBytes shows. */
const STEP_BYTES = (1024 * 1024) / 100;

/** Why the file is rejected; undefined if it is accepted. The size is rounded up, so that a file over the limit never seems to fit. */
export function faultWords(file: File): string | undefined {
  const fault = faultOfFile(file);
  if (fault !== 'too-large') return fault && text.faults[fault];
  return text.faults[fault](formatBytes(Math.ceil(file.size / STEP_BYTES) * STEP_BYTES));
}

const names: Record<string, string> = { hevc: 'HEVC (H.265)' };
const nameOf = (codec: string | null): string => (codec ? (names[codec] ?? codec.toUpperCase()) : text.unknownCodec);

/** Warns about a file that some devices will not play; undefined if there is nothing to say. */
export async function doubtWords(file: File): Promise<string | undefined> {
  const doubt = await doubtOf(file);
  if (!doubt) return undefined;
  return 'codec' in doubt ? text.doubts[doubt.part](nameOf(doubt.codec)) : text.failures[doubt.part];
}
