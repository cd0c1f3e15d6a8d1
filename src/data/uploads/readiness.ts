import type { LessonFileRow, VideoRow } from '@/data/admin/courses';
import { signVideoUrl } from '@/data/storage/requests';
import type { FileReport } from '@/transfers/uploads/file-report';
import { reportInWorker } from '@/transfers/uploads/prepare';

// Checks whether a lesson can be watched offline.

export type { FileReport };

export type ReadinessRule =
  | 'codec'
  | 'start'
  | 'keyFrames'
  | 'bitrate'
  | 'captions'
  | 'poster'
  | 'ranges'
  | 'resources'
  | 'ownFile';

/** Limits for comfortable downloads and seeking: distance of key frames (s) and bitrate (bit/s). */
const KEY_FRAME_SECONDS = 10;
const MOST_BITRATE = 6_000_000;

const isOwn = (url: string) => !/^https?:/i.test(url);

/** The rules that a lesson breaks. */
export function brokenRules(
  video: VideoRow,
  files: readonly Pick<LessonFileRow, 'file_url'>[],
  { facts, hasRanges }: FileReport,
): ReadinessRule[] {
  const broken: [ReadinessRule, boolean][] = [
    ['codec', facts?.videoCodec !== 'avc' || (facts.hasAudio && facts.audioCodec !== 'aac')],
    ['start', facts?.layout !== 'fast-start'],
    ['keyFrames', !facts || facts.keyFrameSeconds > KEY_FRAME_SECONDS],
    ['bitrate', !facts || facts.bitrate > MOST_BITRATE],
    ['captions', !video.captions],
    ['poster', !video.thumbnail_url],
    ['ranges', !hasRanges],
    ['resources', files.some(({ file_url }) => !isOwn(file_url))],
    ['ownFile', !video.video_url || !isOwn(video.video_url)],
  ];
  return broken.flatMap(([rule, isBroken]) => (isBroken ? [rule] : []));
}

/** Reports of this page by the key of the file, which never changes its bytes. */
const reports = new Map<string, FileReport>();
/** Files that are read at the same time, so that a long list does not flood the server. */
const AT_ONCE = 2;
let reading = 0;
const queue: (() => void)[] = [];

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (reading >= AT_ONCE) await new Promise<void>((resolve) => queue.push(resolve));
  reading += 1;
  try {
    return await work();
  } finally {
    reading -= 1;
    queue.shift()?.();
  }
}

/** Reads the facts of a lesson's file, once. @throws Error without an answer */
export async function readFile(videoUrl: string): Promise<FileReport> {
  const known = reports.get(videoUrl);
  if (known) return known;
  return withSlot(async () => {
    const report = await reportInWorker(await signVideoUrl(videoUrl));
    // A file that did not answer is read again the next time.
    if (report.facts) reports.set(videoUrl, report);
    return report;
  });
}
