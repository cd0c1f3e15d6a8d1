import { codecsInWorker } from '@/device/transfers/uploads/prepare';
import type { Codecs, FileFailure } from '@/device/transfers/uploads/video-facts';

/** Codecs that every supported device plays, also offline. */
export const PLAYED_EVERYWHERE = { video: 'avc', sound: 'aac' };

/** Why a chosen file may not play on every device; `codec` is null if its name is unknown. */
export type FileDoubt = { part: 'video' | 'sound'; codec: string | null } | { part: FileFailure };

interface FileNotes {
  /** Undefined if every device plays the file, or if this browser cannot read it. */
  doubt?: FileDoubt | undefined;
  /** Languages of the subtitle tracks, which are lost. */
  subtitles: readonly string[];
}

function doubtOf({ videoCodec, videoProfile = '', audioCodec }: Codecs): FileDoubt | undefined {
  if (videoCodec !== PLAYED_EVERYWHERE.video) return { part: 'video', codec: videoCodec };
  // High 10, High 4:2:2, High 4:4:4 and CAVLC 4:4:4: phones decode 8 bits and 4:2:0 only.
  if (/^avc[13]\.(6e|7a|f4|2c)/i.test(videoProfile)) return { part: 'video', codec: 'avc-high' };
  return audioCodec !== undefined && audioCodec !== PLAYED_EVERYWHERE.sound
    ? { part: 'sound', codec: audioCodec }
    : undefined;
}

/** Reads a chosen file before the upload. */
export async function notesOf(file: File): Promise<FileNotes> {
  const report = await codecsInWorker(file).catch(() => undefined);
  if (!report) return { subtitles: [] };
  return 'failure' in report
    ? { doubt: { part: report.failure }, subtitles: [] }
    : { doubt: doubtOf(report), subtitles: report.subtitles };
}
