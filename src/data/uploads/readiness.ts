import type { LessonContent } from '@/data/admin/courses';
import { signVideoUrl } from '@/data/storage/requests';
import type { Bytes } from '@/transfers/uploads/mp4-boxes';
import type { VideoFacts } from '@/transfers/uploads/video-facts';

// Checks whether a lesson can be watched offline. It reads the file in parts, like a player.

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

/** Facts about the file; undefined if it could not be read. */
export interface FileReport {
  facts: VideoFacts | undefined;
  hasRanges: boolean;
}

/** The rules that a lesson breaks. */
export function brokenRules({ video, files }: LessonContent, { facts, hasRanges }: FileReport): ReadinessRule[] {
  if (!video) return [];
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

async function remoteBytes(url: string): Promise<Bytes | undefined> {
  const answer = await fetch(url, { headers: { range: 'bytes=0-15' } });
  const size = Number(/\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1]);
  await answer.arrayBuffer();
  if (answer.status !== 206 || !size) return undefined;
  return {
    size,
    read: async (from, to) => (await fetch(url, { headers: { range: `bytes=${from}-${to - 1}` } })).arrayBuffer(),
  };
}

/** Reads the facts of a lesson's file. The parser loads on first use. */
export async function readFile(videoUrl: string): Promise<FileReport> {
  const url = await signVideoUrl(videoUrl);
  const bytes = await remoteBytes(url).catch(() => undefined);
  if (!bytes) return { facts: undefined, hasRanges: false };
  try {
    const { layoutOf } = await import('@/transfers/uploads/mp4-boxes');
    const { factsOfUrl } = await import('@/transfers/uploads/video-facts');
    return { facts: await factsOfUrl(url, bytes.size, await layoutOf(bytes)), hasRanges: true };
  } catch {
    return { facts: undefined, hasRanges: true };
  }
}
