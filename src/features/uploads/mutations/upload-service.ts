import { currentIdentity, useSession } from '@/device/session/session-store';
import { privateFile, removePrivateFile } from '@/device/transfers/private-files';
import { SendFailed, type SendOptions, sendFile, terminate } from '@/device/transfers/uploads/send-file';
import { uploadEndpoint } from '@/device/transfers/uploads/upload-endpoint';
import { startUploadQueue, type UploadQueue } from '@/device/transfers/uploads/upload-queue';
import { openUploads, type Upload, type UploadDatabase } from '@/device/transfers/uploads/upload-store';
import { uploadsName } from '@/shared/names';
import { attachResources, renewUploadToken, uploadHeaders, writeLesson } from '../requests';
import { reportSent } from './live-uploads';

// Runs the uploads of the signed-in account while a console screen is open.

let opened: { account: string; database: UploadDatabase } | undefined;

/** The database with the upload queue of an account. */
export function uploadsOf(account: string): UploadDatabase {
  if (opened?.account !== account) {
    opened?.database.close();
    opened = { account, database: openUploads(account) };
  }
  return opened.database;
}

// A deleted database stays closed. Drop it when the account signs out, so that the next sign-in in this tab opens a new one.
useSession.subscribe(({ identity }) => {
  if (opened?.account !== identity?.uid && opened?.database.hasBeenClosed()) opened = undefined;
});

/** Chosen files that could not be copied, by upload id. They are lost when this page closes. */
export const heldFiles = new Map<string, File>();

/** `rejected`: titles of the lesson's files that the server rejected. */
type DoneListener = (upload: Upload, rejected: readonly string[]) => void;

const doneListeners = new Set<DoneListener>();
/** Titles of rejected files by upload id, kept until `onDone` reports them. */
const rejectedFiles = new Map<string, readonly string[]>();

/** Calls `listener` when the bytes of an upload and the lesson's row are stored. @returns a function that removes the listener */
export function onUploadDone(listener: DoneListener): () => void {
  doneListeners.add(listener);
  return () => {
    doneListeners.delete(listener);
  };
}

/** Removes the copy of an upload from this device, if there is one. */
export async function removeCopy(account: string, { id, file }: Pick<Upload, 'id' | 'file'>): Promise<void> {
  heldFiles.delete(id);
  if (file !== null) await removePrivateFile(uploadsName(account), file);
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end, { once: true });
    signal.addEventListener('abort', end, { once: true });
  });

/** Sends a file; after a 401 it refreshes the token, so that the queue's next attempt has a valid one. */
async function send(file: Blob, options: SendOptions): Promise<void> {
  try {
    await sendFile(file, options);
  } catch (error) {
    if (error instanceof SendFailed && error.status === 401) await renewUploadToken();
    throw error;
  }
}

function start(account: string): UploadQueue {
  return startUploadQueue(account, uploadsOf(account), {
    endpoint: uploadEndpoint(),
    headers: uploadHeaders,
    send,
    terminate,
    fileOf: async ({ id, file }) =>
      heldFiles.get(id) ?? (file === null ? undefined : privateFile(uploadsName(account), file)),
    removeFile: (upload) => removeCopy(account, upload),
    write: async (upload) => {
      await writeLesson(upload);
      rejectedFiles.set(upload.id, await attachResources(upload));
    },
    onProgress: reportSent,
    onDone: (upload) => {
      const rejected = rejectedFiles.get(upload.id) ?? [];
      rejectedFiles.delete(upload.id);
      for (const listener of doneListeners) listener(upload, rejected);
    },
    pause,
    locks: navigator.locks,
  });
}

let running: { account: string; queue: UploadQueue } | undefined;

function follow(account: string | undefined): void {
  if (running?.account === account) return;
  void running?.queue.stop();
  running = account === undefined || !navigator.locks ? undefined : { account, queue: start(account) };
}

let screens = 0;
let unfollow: (() => void) | undefined;

/** Runs the queue while a console screen is open. @returns a function that stops it */
export function followUploads(): () => void {
  screens += 1;
  unfollow ??= useSession.subscribe(({ identity }) => follow(identity?.is_admin ? identity.uid : undefined));
  const identity = currentIdentity();
  follow(identity?.is_admin ? identity.uid : undefined);
  return () => {
    screens -= 1;
    if (screens > 0) return;
    unfollow?.();
    unfollow = undefined;
    follow(undefined);
  };
}
