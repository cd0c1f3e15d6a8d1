import { currentIdentity } from '@/device/session/session-store';
import { privateFile } from '@/device/transfers/private-files';
import { fingerprintOf, sameFile } from '@/device/transfers/uploads/fingerprint';
import { posterOf } from '@/device/transfers/uploads/poster';
import { prepareInWorker } from '@/device/transfers/uploads/prepare';
import { terminate } from '@/device/transfers/uploads/send-file';
import { changeUpload, type LessonWrite, type Upload } from '@/device/transfers/uploads/upload-store';
import type { VideoFacts } from '@/device/transfers/uploads/video-facts';
import { uploadLockName, uploadsName } from '@/shared/names';
import { newId } from '@/shared/new-id';
import { uploadHeaders } from '../requests';
import { reportPrepared } from './live-uploads';
import { heldFiles, removeCopy, uploadsOf } from './upload-service';

/** Estimates the duration (s) of a video whose duration cannot be read: 5 s per megabyte (specification 3 §9). */
export const estimatedDuration = (bytes: number): number => Math.round(bytes / 1024 / 1024) * 5;

const accountOf = (): string => {
  const uid = currentIdentity()?.uid;
  if (!uid) throw new Error('signed-out');
  return uid;
};

export interface NewUpload {
  file: File;
  title: string;
  write: LessonWrite;
  /** The chosen poster; without one, a frame of the video is used. */
  poster?: Blob | null;
  /** Duration (s) that was typed in; overrides the duration of the file. */
  duration?: number | null;
}

const preparing = new Map<string, AbortController>();

const extensionFor: Record<string, string> = { 'video/webm': 'webm', 'video/quicktime': 'mov' };

/**
 * Adds a video to the queue: stores its row, then copies the file in a worker. Once the copy is complete, the page may be reloaded.
 * @returns the id of the upload, which is sent once the copy is complete
 */
export async function addUpload({ file, title, write, poster, duration }: NewUpload): Promise<string> {
  const account = accountOf();
  const { uploads } = uploadsOf(account);
  const id = newId();
  await uploads.add({
    id,
    title,
    fileName: file.name,
    original: await fingerprintOf(file),
    bucket: 'videos',
    key: '',
    contentType: file.type || 'video/mp4',
    size: file.size,
    sent: 0,
    state: 'preparing',
    failure: null,
    detail: null,
    url: null,
    file: null,
    poster: poster ?? null,
    write,
    createdAt: Date.now(),
  });
  void navigator.storage?.persist?.();
  void prepareUpload(account, id, file, duration ?? null);
  return id;
}

/** Copies or rewrites the file and reads its facts. Other tabs see from the Web Lock that this page is still working on the upload. */
function prepareUpload(account: string, id: string, file: File, duration: number | null): Promise<void> {
  const { uploads } = uploadsOf(account);
  const abort = new AbortController();
  preparing.set(id, abort);
  return navigator.locks
    .request(uploadLockName(id), async () => {
      const prepared = await prepareInWorker(
        { file, folder: uploadsName(account), name: id },
        (share) => reportPrepared(id, share),
        abort.signal,
      );
      const upload = await uploads.get(id);
      if (!upload) return;
      if (prepared.step === 'failed') {
        await uploads.update(id, { state: 'failed', failure: prepared.reason, detail: prepared.detail });
        return;
      }
      const { facts, size, contentType, isCopied } = prepared;
      if (!isCopied) heldFiles.set(id, file);
      const copy = isCopied ? await privateFile(uploadsName(account), id) : undefined;
      const { poster } = upload;
      // Draw a frame of the video only if no poster was chosen and the lesson has none. By now the worker has ended, so that its memory is free.
      const needsFrame = poster === null && !upload.write.fields.thumbnail_url;
      const frame = needsFrame ? await posterOf(copy ?? file, Math.min(5, facts.duration / 4)) : poster;
      await changeUpload(uploadsOf(account), id, ['preparing'], {
        state: 'waiting',
        size,
        contentType,
        // Store a replaced file under a new key, so that a device can finish downloading the old file.
        key: upload.key || `${upload.write.courseId}/${id}.${extensionFor[contentType] ?? 'mp4'}`,
        file: isCopied ? id : null,
        poster: frame ?? null,
        write: {
          ...upload.write,
          fields: { ...upload.write.fields, duration_seconds: durationOf(duration, facts, size) },
        },
      });
    })
    .catch(async (error: unknown) => {
      if (abort.signal.aborted) return;
      console.error('A video could not be prepared:', error);
      // Keep the row in the queue; the screen asks for the file again.
      await changeUpload(uploadsOf(account), id, ['preparing'], { state: 'needs-file' });
    })
    .finally(() => preparing.delete(id)) as Promise<void>;
}

const durationOf = (typed: number | null, facts: VideoFacts, size: number): number =>
  typed ?? (facts.duration > 0 ? facts.duration : estimatedDuration(size));

const update = (id: string, from: Upload['state'][], changes: Partial<Upload>) =>
  changeUpload(uploadsOf(accountOf()), id, from, changes);

export const pauseUpload = (id: string) => update(id, ['waiting', 'sending'], { state: 'paused' });

/** True if the upload can succeed only with another file. */
export const isFaultOfFile = (failure: Upload['failure']): boolean =>
  failure === 'unreadable' || failure === 'no-video' || failure === 'no-mp4';

/** Continues a paused upload, or tries a failed one again. */
export const resumeUpload = (id: string) =>
  uploadsOf(accountOf())
    .uploads.where('id')
    .equals(id)
    .and(({ state, failure }) => state === 'paused' || (state === 'failed' && !isFaultOfFile(failure)))
    .modify({ state: 'waiting', failure: null, detail: null });

/** Removes an upload from the queue, its copy from this device and its bytes from the server. */
export async function cancelUpload(id: string): Promise<void> {
  const account = accountOf();
  const { uploads } = uploadsOf(account);
  const upload = await uploads.get(id);
  preparing.get(id)?.abort();
  await uploads.delete(id);
  if (!upload) return;
  await removeCopy(account, { id, file: upload.file ?? id });
  const headers = upload.url ? await uploadHeaders().catch(() => undefined) : undefined;
  if (upload.url && headers) await terminate(upload.url, headers);
}

/** Replaces the file of a failed upload: the chosen file was damaged or had no video track. */
export async function chooseOther(id: string, file: File): Promise<void> {
  const account = accountOf();
  const original = await fingerprintOf(file);
  const upload = await uploadsOf(account).uploads.get(id);
  const changes = { fileName: file.name, original, size: file.size, sent: 0, url: null, file: null };
  const reset = {
    state: 'preparing',
    failure: null,
    detail: null,
    key: '',
    contentType: file.type || 'video/mp4',
  } as const;
  if (!upload || !(await update(id, ['failed'], { ...changes, ...reset }))) return;
  void prepareUpload(account, id, file, upload.write.fields.duration_seconds ?? null);
}

/** Provides the same file again after an interruption. @returns false if `file` is another file */
export async function chooseAgain(id: string, file: File): Promise<boolean> {
  const account = accountOf();
  const upload = await uploadsOf(account).uploads.get(id);
  if (!upload || !sameFile(upload.original, await fingerprintOf(file))) return false;
  // If there is no copy, the chosen file itself was being sent, so the upload continues with it. Otherwise prepare the file again.
  if (upload.url && upload.file === null) {
    heldFiles.set(id, file);
    await update(id, ['needs-file'], { state: 'waiting' });
    return true;
  }
  await update(id, ['needs-file'], { state: 'preparing', url: null, sent: 0 });
  void prepareUpload(account, id, file, upload.write.fields.duration_seconds ?? null);
  return true;
}
