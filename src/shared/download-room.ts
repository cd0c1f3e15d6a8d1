/** Rules for the storage limit that the learner sets for downloads. Pure. */
import type { DownloadedVideo, DownloadFailure } from './downloads';

type Stored = Pick<DownloadedVideo, 'id' | 'status' | 'received' | 'fileSize'>;

/** Bytes of a download on this device, also while it is not complete. */
export const storedBytes = ({ status, received, fileSize }: Stored) => (status === 'completed' ? fileSize : received);

/** Bytes of all downloads except the download `id`. */
export const bytesBeside = (rows: readonly Stored[], id: string): number =>
  rows.reduce((sum, row) => (row.id === id ? sum : sum + storedBytes(row)), 0);

/** True when a download of this size (bytes) fits beside the others; without a limit every download fits. */
export const fitsLimit = (limit: number | null, rows: readonly Stored[], id: string, size: number): boolean =>
  limit === null || bytesBeside(rows, id) + size <= limit;

/** True for a download that stopped for lack of space; it continues once there is space. */
export const lacksRoom = (failure: DownloadFailure | null): boolean =>
  failure?.code === 'no_space' || failure?.code === 'limit';

/**
 * The download to offer for deletion when there is no room: the oldest whose lesson is finished.
 * Rule: never offer an unfinished lesson.
 */
export function oldestFinished(
  rows: readonly DownloadedVideo[],
  isFinished: (videoId: string) => boolean,
): DownloadedVideo | undefined {
  const finished = rows.filter(({ id, status }) => status === 'completed' && isFinished(id));
  return finished.sort((a, b) => (a.downloadedAt ?? '').localeCompare(b.downloadedAt ?? ''))[0];
}
