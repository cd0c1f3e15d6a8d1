/**
 * Names and row types of the database `sloy-downloads-<uid>`, shared by the page (Dexie) and the worker (plain IndexedDB).
 * Rule: a video is playable offline exactly when its `videoBlobs` entry exists; that entry is written last, in one
 * transaction.
 * Rule: the chunks of a video are never joined into one large Blob, which Safari breaks above about 200 MB.
 */

export type DownloadStatus = 'queued' | 'downloading' | 'paused' | 'completed' | 'error';

/** Why a download stopped. With the code `http`, `detail` is the status text to show (specification). */
export interface DownloadFailure {
  code: 'http' | 'no_reader' | 'network' | 'no_space' | 'no_blobs' | 'limit' | 'storage';
  detail: string;
}

export interface DownloadedVideo {
  id: string;
  courseId: string;
  courseTitle: string;
  title: string;
  description: string;
  /** Seconds. */
  duration: number;
  /** Bytes; 0 while unknown. */
  fileSize: number;
  /** ISO 8601, when the last byte was stored. */
  downloadedAt: string | null;
  /** Object key in the bucket `videos`, or an absolute https URL. */
  videoUrl: string;
  thumbnail: string | null;
  /** Same-origin URL that the service worker serves. */
  localPath: string;
  status: DownloadStatus;
  /** Position in the queue (Unix time in ms). */
  queuedAt: number;
  /** Stored bytes. */
  received: number;
  /** Strong ETag of the file, otherwise its Last-Modified; null if the server shows neither, and then the download cannot be resumed. */
  version: string | null;
  /** Token of the transfer that owns the row; a transfer with another token stops writing. */
  run: string;
  failure: DownloadFailure | null;
  /** Chunks that the integrity check found damaged. Missing in rows that were never checked. */
  damaged?: readonly number[];
  /** Index of the chunk whose hash the next integrity check verifies. */
  nextCheck?: number;
}

/**
 * URL from which a completed download plays. Browsers cache a video under its URL for some minutes, even if its headers
 * forbid it, so a repaired file gets another URL.
 */
export const playAddress = ({ localPath, downloadedAt }: Pick<DownloadedVideo, 'localPath' | 'downloadedAt'>): string =>
  `${localPath}&stored=${Date.parse(downloadedAt ?? '') || 0}`;

export interface ChunkReference {
  /** Bytes. */
  size: number;
  /** Lower-case hex. */
  sha256: string;
}

export interface VideoBlobEntry {
  videoId: string;
  type: 'video/mp4';
  size: number;
  /** Strong ETag that the file's server sent, if it was readable. */
  etag: string | null;
  parts: ChunkReference[];
}

export interface VideoChunk extends ChunkReference {
  videoId: string;
  index: number;
  /** The bytes. */
  blob: Blob;
}

/** Whether this device may play the account's downloads (decision 14). */
export interface AccessState {
  key: 'access';
  locked: boolean;
  /** Time (Unix time in ms) after which the plan must be checked again; null: no limit. */
  until: number | null;
}

export const isLocked = (access: AccessState | undefined, now: number) =>
  access !== undefined && (access.locked || (access.until !== null && now > access.until));
