/**
 * What lies in `sloy-downloads-<uid>`: names and shapes shared by the page (Dexie) and the worker (plain IndexedDB).
 * Rule: a video is playable offline exactly when its `videoBlobs` entry exists; that entry is written in one transaction, last.
 * Rule: the parts of a film are never joined into one large blob. Their bytes lie in one file of the private file system, in the folder that is
 * named as the database; where a browser has no such files, each part's row holds its own as a Blob. A download never changes from one to the other.
 */

/** `fileSize`, `courseId`… are the specification's names (specification 2 §3); `videos` and `videoBlobs` are its version 1. */
export const DOWNLOADS_SCHEMA = {
  videos: 'id, courseId',
  videoBlobs: 'videoId',
  videoParts: '[videoId+index]',
  state: 'key',
} as const;

export type DownloadStatus = 'queued' | 'downloading' | 'paused' | 'completed' | 'error';

/** Why a download stopped. `http` carries the status text that the specification shows. */
export interface DownloadFailure {
  code: 'http' | 'no_reader' | 'network' | 'no_space' | 'storage';
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
  /** Bytes; 0 until somebody knows. */
  fileSize: number;
  /** ISO 8601, when the last byte was stored. */
  downloadedAt: string | null;
  /** Object key in the bucket `videos`, or an absolute https URL. */
  videoUrl: string;
  thumbnail: string | null;
  /** Same-origin address that the worker answers. */
  localPath: string;
  status: DownloadStatus;
  /** Place in the queue, ms since the epoch. */
  queuedAt: number;
  /** Bytes stored. */
  received: number;
  /** Strong ETag of the file the parts belong to; null when the server gives none: then nothing can be resumed. */
  etag: string | null;
  /** The transfer that owns the row; a writer with another token stops. */
  run: string;
  /** The private file of the parts' bytes; null: the parts are Blobs. Rows of before there were such files have none. */
  partFile?: string | null;
  failure: DownloadFailure | null;
}

/**
 * Where a completed download plays from. Browsers keep what a film's address gave them for some minutes, whatever its headers say:
 * a file that was repaired has another address, or its damage would be played again.
 */
export const playAddress = ({ localPath, downloadedAt }: Pick<DownloadedVideo, 'localPath' | 'downloadedAt'>): string =>
  `${localPath}&stored=${Date.parse(downloadedAt ?? '') || 0}`;

export interface PartReference {
  /** Bytes. */
  size: number;
  /** Lower-case hex. */
  sha256: string;
}

export interface VideoBlobEntry {
  videoId: string;
  type: 'video/mp4';
  size: number;
  etag: string | null;
  /** The private file that is the film, byte for byte; null: it is the parts' Blobs, one after the other. */
  partFile?: string | null;
  parts: PartReference[];
}

export interface VideoPart extends PartReference {
  videoId: string;
  index: number;
  /** Its bytes … */
  blob?: Blob;
  /** … or where they begin in the video's private file. */
  at?: number;
}

/** Whether this device may play what the account downloaded (decision 14). */
export interface AccessState {
  key: 'access';
  locked: boolean;
  /** ms since the epoch after which the plan must be asked for again; null = no limit. */
  until: number | null;
}

export const isLocked = (access: AccessState | undefined, now: number) =>
  access !== undefined && (access.locked || (access.until !== null && now > access.until));
