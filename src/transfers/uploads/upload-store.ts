// The stored upload queue of one account: files, their progress, and the row to write when all bytes are stored.
import Dexie, { type EntityTable } from 'dexie';
import { uploadsName } from '@/config/persisted-names';
import { UPLOAD_STORES } from '@/config/persisted-stores';
import { rejectNewer } from '@/lib/newer-store';

/**
 * preparing ──► waiting ──► sending ──► storing ──► (row removed)
 *     │            ▲  │        │  │         │
 *     ▼            │  ▼        ▼  ▼         ▼
 * needs-file ──────┘ paused ◄──┘  failed ◄──┘
 */
export type UploadState = 'preparing' | 'waiting' | 'sending' | 'storing' | 'paused' | 'needs-file' | 'failed';

/** Why an upload stopped. The first five come from the server's answer, the others from this device. */
export type UploadFailure =
  | 'too-large'
  | 'type'
  | 'forbidden'
  | 'taken'
  | 'refused'
  | 'row'
  | 'unreadable'
  | 'no-video';

/** Enough of a file to recognise it: its size and the SHA-256 of both ends. */
export interface Fingerprint {
  size: number;
  ends: string;
}

/** A file of the lesson that follows its video. */
export interface LessonResource {
  /** Id of its row, so that it is attached once. */
  id: string;
  title: string;
  fileName: string;
  bytes: Blob;
}

/** The row to write when all bytes are stored: a new lesson, or the new file of an existing one. */
export interface LessonWrite {
  videoId: string;
  courseId: string;
  /** True if the row exists, so that only its file changes. */
  replaces: boolean;
  /** Files to attach after the row is written; until then they stay on this device. */
  resources?: LessonResource[];
  fields: {
    title?: string;
    description?: string | null;
    duration_seconds?: number;
    thumbnail_url?: string | null;
    captions?: string | null;
    is_free_preview?: boolean;
  };
}

export interface Upload {
  id: string;
  title: string;
  /** Name and size of the file that somebody chose. */
  fileName: string;
  original: Fingerprint;
  bucket: string;
  key: string;
  contentType: string;
  /** Size of the copy that is sent (bytes). */
  size: number;
  sent: number;
  state: UploadState;
  failure: UploadFailure | null;
  /** The server's message about the failure. */
  detail: string | null;
  /** URL of the TUS upload; null if none exists yet or it expired. */
  url: string | null;
  /** Name of the private file with the copy; null if only the page where the file was chosen can read it. */
  file: string | null;
  poster: Blob | null;
  write: LessonWrite;
  createdAt: number;
}

export type UploadDatabase = Dexie & { uploads: EntityTable<Upload, 'id'> };

export function openUploads(account: string): UploadDatabase {
  const database = new Dexie(uploadsName(account), rejectNewer()) as UploadDatabase;
  database.version(1).stores(UPLOAD_STORES);
  return database;
}

/** Changes an upload if it is still in one of these states. */
export const changeUpload = (
  { uploads }: UploadDatabase,
  id: string,
  from: readonly UploadState[],
  changes: Partial<Upload>,
): Promise<number> =>
  uploads
    .where('id')
    .equals(id)
    .and(({ state }) => from.includes(state))
    .modify(changes);
