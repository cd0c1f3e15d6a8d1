// The stored upload queue of one account: files, their progress, and the lesson's row to write once all bytes are stored.
import Dexie, { type EntityTable, liveQuery, type Subscription } from 'dexie';
import { closeOnDeletion } from '@/shared/close-on-deletion';
import { UPLOAD_STORES, uploadsName } from '@/shared/names';
import { rejectNewer } from '@/shared/newer-store';

/**
 * preparing ──► waiting ──► sending ──► storing ──► (row removed)
 *     │            ▲  │        │  │         │
 *     ▼            │  ▼        ▼  ▼         ▼
 * needs-file ──────┘ paused ◄──┘  failed ◄──┘
 */
export type UploadState = 'preparing' | 'waiting' | 'sending' | 'storing' | 'paused' | 'needs-file' | 'failed';

/**
 * Why an upload stopped. `unreadable`, `no-video`: the chosen file is faulty; `row`: the server rejected the lesson's row; all other values: the
 * server rejected the upload of the bytes.
 */
export type UploadFailure =
  | 'too-large'
  | 'type'
  | 'forbidden'
  | 'taken'
  | 'refused'
  | 'row'
  | 'unreadable'
  | 'no-video'
  | 'no-mp4';

/** Size of a file and SHA-256 of its two ends, enough to recognise it. */
export interface Fingerprint {
  size: number;
  ends: string;
}

/** A file to attach to the lesson after its video is stored. */
export interface LessonResource {
  /** Id of the row to create, so that a retry attaches the file only once. */
  id: string;
  title: string;
  fileName: string;
  bytes: Blob;
}

/** The write after all bytes are stored: a new lesson, or a new video file for an existing lesson. */
export interface LessonWrite {
  videoId: string;
  courseId: string;
  /** True if the lesson exists, so that only its file changes. */
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
  /** Name and fingerprint of the chosen file. */
  fileName: string;
  original: Fingerprint;
  bucket: string;
  key: string;
  contentType: string;
  /** Size of the file to send (bytes). It differs from the size of the chosen file if the file was rewritten. */
  size: number;
  sent: number;
  state: UploadState;
  failure: UploadFailure | null;
  /** The server's message about the failure. */
  detail: string | null;
  /** URL of the TUS upload; null if none exists yet or it expired. */
  url: string | null;
  /** Name of the private file with the copy. Null if there is no copy; then only the page where the user chose the original can read its bytes. */
  file: string | null;
  poster: Blob | null;
  write: LessonWrite;
  createdAt: number;
}

export type UploadDatabase = Dexie & { uploads: EntityTable<Upload, 'id'> };

export function openUploads(account: string): UploadDatabase {
  const database = new Dexie(uploadsName(account), rejectNewer()) as UploadDatabase;
  database.version(1).stores(UPLOAD_STORES);
  closeOnDeletion(database);
  return database;
}

/** Calls `next` with the account's uploads, oldest first, now and after each change. */
export const watchUploads = ({ uploads }: UploadDatabase, next: (rows: readonly Upload[]) => void): Subscription =>
  liveQuery(() => uploads.orderBy('createdAt').toArray()).subscribe({ next, error: console.error });

/** Updates an upload if its state is one of `from`. @returns the number of changed rows (0 or 1) */
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
