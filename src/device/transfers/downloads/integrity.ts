import type { DownloadedVideo, VideoBlobEntry, VideoChunk } from '@/shared/downloads';
import { isIntact } from './chunk-check';
import type { DownloadsDb } from './download-store';

// Checks completed downloads and fetches damaged chunks again.
// Guarantees: reads one chunk at a time, because a video may be larger than a phone's memory; does not change a download that was deleted or
// queued again during the check; downloads only damaged and missing chunks again.

/** Result of an integrity check; `missing`: the row exists, but its bytes do not. */
export type IntegrityResult = 'sound' | 'damaged' | 'missing';

interface Stored {
  row: DownloadedVideo;
  entry: VideoBlobEntry | undefined;
  chunks: VideoChunk[];
}

async function readStored(db: DownloadsDb, videoId: string): Promise<Stored | undefined> {
  const row = await db.videos.get(videoId);
  if (row?.status !== 'completed') return undefined;
  const [entry, chunks] = [await db.videoBlobs.get(videoId), await db.chunksOf(videoId)];
  return { row, entry, chunks };
}

const isGone = ({ entry, chunks }: Stored) => !entry || chunks.length === 0;

/** Indexes of chunks whose row is missing or does not match the entry. Reads no bytes. */
function contradicting({ entry, chunks }: Stored): number[] {
  const stored = new Map(chunks.map((chunk) => [chunk.index, chunk]));
  return (entry?.parts ?? []).flatMap(({ size, sha256 }, index) => {
    const chunk = stored.get(index);
    return chunk?.size === size && chunk.sha256 === sha256 ? [] : [index];
  });
}

/** Indexes of all damaged chunks of a video. `pause` is awaited before each read. */
async function damagedChunks(stored: Stored, pause: () => Promise<void>): Promise<number[]> {
  const damaged = new Set(contradicting(stored));
  for (const chunk of stored.chunks) {
    if (damaged.has(chunk.index)) continue;
    await pause();
    if (!(await isIntact(chunk))) damaged.add(chunk.index);
  }
  return [...damaged].sort((a, b) => a - b);
}

/** Deletes the chunks `bad` of a completed download and queues it, so that only these chunks are fetched again. */
async function fetchAgain(db: DownloadsDb, videoId: string, bad: readonly number[]): Promise<void> {
  await db.transaction('rw', db.videos, db.videoBlobs, db.videoParts, async () => {
    const row = await db.videos.get(videoId);
    if (row?.status !== 'completed') return;
    await db.videoBlobs.delete(videoId);
    await db.videoParts.bulkDelete(bad.map((index): [string, number] => [videoId, index]));
    const received = (await db.chunksOf(videoId)).reduce((sum, { size }) => sum + size, 0);
    await db.videos.update(videoId, {
      status: 'queued',
      downloadedAt: null,
      received,
      failure: null,
      damaged: [],
    });
  });
}

const allOf = ({ entry, chunks }: Stored) => (entry?.parts ?? chunks).map((_, index) => index);

/** Verifies every stored chunk of a video. Deletes damaged chunks and queues the video again. */
export async function repairVideo(db: DownloadsDb, videoId: string): Promise<IntegrityResult> {
  const stored = await readStored(db, videoId);
  // The download is not complete. The transfer that completes it verifies the chunks, so there is nothing to repair here.
  if (!stored) return 'damaged';
  const gone = isGone(stored);
  const bad = gone ? allOf(stored) : await damagedChunks(stored, async () => {});
  if (!gone && bad.length === 0) return 'sound';
  await fetchAgain(db, videoId, bad);
  return gone ? 'missing' : 'damaged';
}

/** Queues the downloads that `checkDownloads` marked as damaged, so that only their damaged chunks are fetched again. */
export async function repairAll(db: DownloadsDb): Promise<void> {
  for (const { id, damaged = [] } of await db.videos.toArray())
    if (damaged.length > 0) await fetchAgain(db, id, damaged);
}

/**
 * Checks every completed download: its entry and sizes, and the hash of one chunk; each check takes the chunk after the last checked one.
 * If a download is damaged, checks all chunks and stores which ones are damaged; if its bytes are gone, queues the download at once.
 * @param idle resolves when the page is idle; awaited before each read @returns ids of the downloads whose bytes are gone
 */
export async function checkDownloads(
  db: DownloadsDb,
  idle: () => Promise<void>,
  isWanted: () => boolean,
): Promise<string[]> {
  const gone: string[] = [];
  for (const id of await db.videos.toCollection().primaryKeys()) {
    await idle();
    if (!isWanted()) break;
    const stored = await readStored(db, id);
    if (!stored) continue;
    if (isGone(stored)) {
      gone.push(id);
      await fetchAgain(db, id, allOf(stored));
      continue;
    }
    const { row, chunks } = stored;
    const turn = (row.nextCheck ?? 0) % chunks.length;
    const chunk = chunks[turn];
    const isSound = contradicting(stored).length === 0 && chunk !== undefined && (await isIntact(chunk));
    const damaged = isSound && !row.damaged?.length ? [] : await damagedChunks(stored, idle);
    await db.videos
      .where({ id })
      .and(({ status, downloadedAt }) => status === 'completed' && downloadedAt === row.downloadedAt)
      .modify({ damaged, nextCheck: (turn + 1) % chunks.length });
  }
  return gone;
}
