// The stored queue of uploads of one account: which files are on their way, how far they are, and what is written when all bytes are there.
import Dexie, { type EntityTable } from 'dexie';
import { UPLOAD_STORES, uploadsName } from '@/config/persisted-names';

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

/** What is written when all bytes are stored: a new lesson, or the new file of an existing one. */
export interface LessonWrite {
  videoId: string;
  courseId: string;
  /** The row exists: only its file changes. */
  replaces: boolean;
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
  /** Bytes that are sent: those of the copy. */
  size: number;
  sent: number;
  state: UploadState;
  failure: UploadFailure | null;
  /** The server's words about the failure. */
  detail: string | null;
  /** Address of the TUS upload; null: none was created yet, or it expired. */
  url: string | null;
  /** Name of the private file with the copy; null: only the page that took the file can read it. */
  file: string | null;
  poster: Blob | null;
  write: LessonWrite;
  createdAt: number;
}

export type UploadDatabase = Dexie & { uploads: EntityTable<Upload, 'id'> };

export function openUploads(account: string): UploadDatabase {
  const database = new Dexie(uploadsName(account)) as UploadDatabase;
  database.version(1).stores(UPLOAD_STORES);
  return database;
}

/** Changes an upload that is still in one of these states; otherwise nothing happens. */
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
