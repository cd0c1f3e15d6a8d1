// Worker side of preparing an upload: checks that the file is a video, and copies or rewrites it into a private file.
// Guarantees: the original is read once; an incomplete copy is removed.
import { ALL_FORMATS, BlobSource, Input } from 'mediabunny';
import { isQuotaError } from '@/shared/storage-errors';
import { rewriteFastStart } from './fast-start';
import { bytesOf, isCutOff, layoutOf } from './mp4-boxes';
import {
  type FileFailure,
  factsOf,
  failureOf,
  isMatroska,
  NoMp4,
  requireMp4Codecs,
  type VideoFacts,
} from './video-facts';

export interface PrepareRequest {
  file: File;
  folder: string;
  name: string;
}

export type PrepareAnswer =
  | { step: 'progress'; share: number }
  | {
      step: 'done';
      facts: VideoFacts;
      size: number;
      contentType: string;
      /** False if there is no copy, so that the original must be sent. */
      isCopied: boolean;
    }
  | { step: 'failed'; reason: FileFailure; detail: string };

const COPY_BYTES = 4 * 1024 * 1024;

interface WritableFile {
  write: (bytes: Uint8Array<ArrayBuffer>, options: { at: number }) => number;
  flush: () => void | Promise<void>;
  close: () => void | Promise<void>;
}

type PrivateFile = FileSystemFileHandle & { createSyncAccessHandle?: () => Promise<WritableFile> };

/** @returns undefined if this browser has no private files */
async function createFile(folder: string, name: string): Promise<PrivateFile | undefined> {
  try {
    const root = await navigator.storage.getDirectory();
    const parent = await root.getDirectoryHandle(folder, { create: true });
    return await parent.getFileHandle(name, { create: true });
  } catch {
    return undefined;
  }
}

const openFile = (target: PrivateFile | undefined) => target?.createSyncAccessHandle?.().catch(() => undefined);

async function removeFile(folder: string, name: string): Promise<void> {
  const parent = await (await navigator.storage.getDirectory()).getDirectoryHandle(folder);
  await parent.removeEntry(name);
}

/** Copies the file without reading its bytes into this worker, because they would fill the worker's memory until the next garbage collection. */
async function copyParts(file: File, target: PrivateFile, onProgress: (share: number) => void): Promise<void> {
  const copy = await target.createWritable();
  try {
    for (let at = 0; at < file.size; at += COPY_BYTES) {
      await copy.write({ type: 'write', position: at, data: file.slice(at, at + COPY_BYTES) });
      onProgress(Math.min(1, (at + COPY_BYTES) / file.size));
    }
    await copy.close();
  } catch (error) {
    await copy.abort().catch(() => undefined);
    throw error;
  }
  // Flush the copy, because closing it does not sync the bytes to the disk.
  const opened = await openFile(target);
  try {
    await opened?.flush();
  } finally {
    await opened?.close();
  }
}

/** Writes the copy through a synchronous handle: a rewritten file, or any file if the browser lacks `createWritable`. @returns the copy's size */
async function writeThrough(
  opened: WritableFile,
  file: File,
  input: Input | undefined,
  onProgress: (share: number) => void,
): Promise<number> {
  let size = 0;
  const write = (bytes: Uint8Array<ArrayBuffer>, at: number) => {
    if (opened.write(bytes, { at }) < bytes.length) throw new DOMException('The disk is full', 'QuotaExceededError');
    size = Math.max(size, at + bytes.length);
  };
  try {
    if (input) await rewriteFastStart(input, write, onProgress);
    else
      for (let at = 0; at < file.size; at += COPY_BYTES) {
        write(new Uint8Array(await file.slice(at, at + COPY_BYTES).arrayBuffer()), at);
        onProgress(Math.min(1, (at + COPY_BYTES) / file.size));
      }
    await opened.flush();
    return size;
  } finally {
    await opened.close();
  }
}

/** Copies or rewrites the file. @returns the size of the copy; undefined if this device has too little space or no private files */
async function copyInto(
  { file, folder, name }: PrepareRequest,
  input: Input | undefined,
  onProgress: (share: number) => void,
): Promise<number | undefined> {
  const target = await createFile(folder, name);
  if (!target) return undefined;
  try {
    if (!input && 'createWritable' in target) {
      await copyParts(file, target, onProgress);
      return file.size;
    }
    const opened = await openFile(target);
    return opened && (await writeThrough(opened, file, input, onProgress));
  } catch (error) {
    await removeFile(folder, name).catch(() => undefined);
    if (isQuotaError(error)) return undefined;
    throw error;
  }
}

const typeOf = (file: File, mime: string) =>
  /webm/.test(mime) ? 'video/webm' : /quicktime/.test(mime) ? 'video/quicktime' : file.type || 'video/mp4';

export async function prepare(request: PrepareRequest, answer: (answer: PrepareAnswer) => void): Promise<void> {
  const { file } = request;
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(file) });
  try {
    const layout = await layoutOf(bytesOf(file));
    if (layout === 'fast-start' && (await isCutOff(bytesOf(file)))) throw new Error('The file ends before its data');
    const mime = await input.getMimeType();
    const facts = await factsOf(input, file.size, layout);
    const isIsobmff = layout === 'fast-start' || layout === 'slow-start' || layout === 'broken';
    const isMkv = isMatroska(mime);
    if (isMkv) await requireMp4Codecs(input);
    const isRewritten = isMkv || (isIsobmff && (/quicktime/.test(mime) || layout !== 'fast-start'));
    const onProgress = (share: number) => answer({ step: 'progress', share });
    const size = await copyInto(request, isRewritten ? input : undefined, onProgress);
    const isCopied = size !== undefined;
    // Few devices play an MKV, so it is never sent as it is.
    if (isMkv && !isCopied) throw new NoMp4('There is no space to copy the file into an MP4');
    answer({
      step: 'done',
      facts: isCopied && isRewritten ? { ...facts, layout: 'fast-start' } : facts,
      size: size ?? file.size,
      contentType: isCopied && isRewritten ? 'video/mp4' : typeOf(file, mime),
      isCopied,
    });
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    answer({ step: 'failed', reason: failureOf(error), detail });
  } finally {
    input.dispose();
  }
}
