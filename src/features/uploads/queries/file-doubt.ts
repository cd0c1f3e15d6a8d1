import { codecsInWorker } from '@/device/transfers/uploads/prepare';

/** Codecs that every supported device plays, also offline. */
export const PLAYED_EVERYWHERE = { video: 'avc', sound: 'aac' };

/** Why a chosen file may not play on every device; `codec` is null if its name is unknown. */
export type FileDoubt = { part: 'video' | 'sound'; codec: string | null } | { part: 'unreadable' | 'no-video' };

/** Reads a chosen file before the upload. @returns undefined if every device plays the file, or if this browser cannot read it */
export async function doubtOf(file: File): Promise<FileDoubt | undefined> {
  const report = await codecsInWorker(file).catch(() => undefined);
  if (!report) return undefined;
  if ('failure' in report) return { part: report.failure };
  const { videoCodec, audioCodec } = report;
  if (videoCodec !== PLAYED_EVERYWHERE.video) return { part: 'video', codec: videoCodec };
  return audioCodec !== undefined && audioCodec !== PLAYED_EVERYWHERE.sound
    ? { part: 'sound', codec: audioCodec }
    : undefined;
}
