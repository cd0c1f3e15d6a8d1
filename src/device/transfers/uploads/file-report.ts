// Reports facts about a stored video: whether its server supports range requests, and the contents of the video's index. Reads the video in ranges,
// like a player.
import { layoutOf } from './mp4-boxes';
import { type Codecs, codecsOf, type FileFailure, factsOfUrl, failureOf, type VideoFacts } from './video-facts';

/** `facts`: undefined if the file could not be read; `hasRanges`: the server supports range requests. */
export interface FileReport {
  facts: VideoFacts | undefined;
  hasRanges: boolean;
}

/**
 * Size of the file (bytes); undefined if the server does not support range requests. Reads the length of an open range, because a page of another
 * origin may not be allowed to read Content-Range.
 */
async function sizeByRange(url: string): Promise<number | undefined> {
  const answer = await fetch(url, { headers: { range: 'bytes=0-' } });
  await answer.body?.cancel();
  return (answer.status === 206 && Number(answer.headers.get('content-length'))) || undefined;
}

export async function reportOf(url: string): Promise<FileReport> {
  const size = await sizeByRange(url).catch(() => undefined);
  if (!size) return { facts: undefined, hasRanges: false };
  const read = async (from: number, to: number) =>
    (await fetch(url, { headers: { range: `bytes=${from}-${to - 1}` } })).arrayBuffer();
  try {
    return { facts: await factsOfUrl(url, size, await layoutOf({ size, read })), hasRanges: true };
  } catch {
    return { facts: undefined, hasRanges: true };
  }
}

/** The codecs of a chosen file, or why it cannot be watched. */
export type CodecReport = Codecs | { failure: FileFailure };

export const codecReportOf = (file: Blob): Promise<CodecReport> =>
  codecsOf(file).catch((error: unknown) => ({ failure: failureOf(error) }));
