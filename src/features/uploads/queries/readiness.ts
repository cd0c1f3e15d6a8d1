import { signVideoUrl } from '@/device/storage/requests';
import type { FileReport } from '@/device/transfers/uploads/file-report';
import { reportInWorker } from '@/device/transfers/uploads/prepare';
import type { LessonFileRow, VideoRow } from '@/features/console-kit/requests/rows';
import { PLAYED_EVERYWHERE } from './file-doubt';

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

/** Maximum distance between key frames (s), so that seeking is fast. */
const KEY_FRAME_SECONDS = 10;
/** Maximum bitrate (bit/s), so that downloads are fast. */
const MOST_BITRATE = 6_000_000;

const isOwn = (url: string) => !/^https?:/i.test(url);

/** The rules that a lesson violates. */
export function brokenRules(
  video: VideoRow,
  files: readonly Pick<LessonFileRow, 'file_url'>[],
  { facts, hasRanges }: FileReport,
): ReadinessRule[] {
  const broken: [ReadinessRule, boolean][] = [
    [
      'codec',
      facts?.videoCodec !== PLAYED_EVERYWHERE.video || (facts.hasAudio && facts.audioCodec !== PLAYED_EVERYWHERE.sound),
    ],
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

/** Reports by storage key, cached while the page is open. They never become outdated, because a key always has the same bytes. */
const reports = new Map<string, FileReport>();
/** Maximum number of files read at the same time, so that a long list does not flood the server. */
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

/** Reads the facts of a video file, or returns the cached report. @throws Error when the request fails */
export async function readFile(videoUrl: string): Promise<FileReport> {
  const known = reports.get(videoUrl);
  if (known) return known;
  return withSlot(async () => {
    const report = await reportInWorker(await signVideoUrl(videoUrl));
    // Do not cache a failed report, so that the next call reads the file again.
    if (report.facts) reports.set(videoUrl, report);
    return report;
  });
}
