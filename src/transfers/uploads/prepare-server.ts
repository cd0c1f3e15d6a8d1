// Worker side of preparing an upload: checks that the file is a video, and copies or rewrites it into a private file.
// Guarantees: the original is read once; an incomplete copy is removed.
import { ALL_FORMATS, BlobSource, Input } from 'mediabunny';
import { isQuotaError } from '@/lib/storage-errors';
import { rewriteFastStart } from './fast-start';
import { bytesOf, isCutOff, layoutOf } from './mp4-boxes';
import { factsOf, NoVideo, type VideoFacts } from './video-facts';

export interface PrepareRequest {
  file: File;
  folder: string;
  name: string;
}

export type PrepareAnswer =
  | { step: 'progress'; share: number }
  /** Comes before the copy. `isRewritten`: the copy will differ from the file. */
  | { step: 'facts'; facts: VideoFacts; isRewritten: boolean }
  | {
      step: 'done';
      facts: VideoFacts;
      size: number;
      contentType: string;
      /** False if there is no copy, so that the original must be sent. */
      isCopied: boolean;
    }
  | { step: 'failed'; reason: 'unreadable' | 'no-video'; detail: string };

const COPY_BYTES = 4 * 1024 * 1024;

/** `transfer` frees the bytes; older browsers lack it. */
type FreeableBuffer = ArrayBuffer & { transfer?: (bytes: number) => ArrayBuffer };

interface WritableFile {
  write: (bytes: Uint8Array<ArrayBuffer>, options: { at: number }) => number;
  flush: () => void | Promise<void>;
  close: () => void | Promise<void>;
}

async function openFile(folder: string, name: string): Promise<WritableFile | undefined> {
  try {
    const root = await navigator.storage.getDirectory();
    const parent = await root.getDirectoryHandle(folder, { create: true });
    const file = (await parent.getFileHandle(name, { create: true })) as FileSystemFileHandle & {
      createSyncAccessHandle?: () => Promise<WritableFile>;
    };
    return await file.createSyncAccessHandle?.();
  } catch {
    return undefined;
  }
}

async function removeFile(folder: string, name: string): Promise<void> {
  const parent = await (await navigator.storage.getDirectory()).getDirectoryHandle(folder);
  await parent.removeEntry(name);
}

/** Copies or rewrites the file. @returns the size of the copy; undefined if this device has no room or no private files */
async function copyInto(
  { file, folder, name }: PrepareRequest,
  input: Input | undefined,
  onProgress: (share: number) => void,
): Promise<number | undefined> {
  const target = await openFile(folder, name);
  if (!target) return undefined;
  let size = 0;
  const write = (bytes: Uint8Array<ArrayBuffer>, at: number) => {
    if (target.write(bytes, { at }) < bytes.length) throw new DOMException('The disk is full', 'QuotaExceededError');
    size = Math.max(size, at + bytes.length);
  };
  try {
    if (input) await rewriteFastStart(input, write, onProgress);
    else {
      const read = (at: number) => {
        const bytes = file.slice(at, at + COPY_BYTES).arrayBuffer();
        // After a failed write nobody waits for the part that was read ahead.
        bytes.catch(() => undefined);
        return bytes;
      };
      let next = read(0);
      for (let at = 0; at < file.size; at += COPY_BYTES) {
        const bytes: FreeableBuffer = await next;
        // Read the next part while this one is written.
        next = read(at + COPY_BYTES);
        write(new Uint8Array(bytes), at);
        // Free the memory at once: the garbage collector would let it grow by tens of megabytes.
        bytes.transfer?.(0);
        onProgress(Math.min(1, (at + COPY_BYTES) / file.size));
      }
    }
    await target.flush();
    await target.close();
    return size;
  } catch (error) {
    await target.close();
    await removeFile(folder, name).catch(() => undefined);
    if (isQuotaError(error)) return undefined;
    throw error;
  }
}

const typeOf = (file: File, mime: string) =>
  /webm|matroska/.test(mime) ? 'video/webm' : /quicktime/.test(mime) ? 'video/quicktime' : file.type || 'video/mp4';

export async function prepare(request: PrepareRequest, answer: (answer: PrepareAnswer) => void): Promise<void> {
  const { file } = request;
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(file) });
  try {
    const layout = await layoutOf(bytesOf(file));
    if (layout === 'fast-start' && (await isCutOff(bytesOf(file)))) throw new Error('The file ends before its data');
    const mime = await input.getMimeType();
    const facts = await factsOf(input, file.size, layout);
    const isIsobmff = layout === 'fast-start' || layout === 'slow-start' || layout === 'broken';
    const isRewritten = isIsobmff && (/quicktime/.test(mime) || layout !== 'fast-start');
    answer({ step: 'facts', facts, isRewritten });
    const onProgress = (share: number) => answer({ step: 'progress', share });
    const size = await copyInto(request, isRewritten ? input : undefined, onProgress);
    const isCopied = size !== undefined;
    answer({
      step: 'done',
      facts: isCopied && isRewritten ? { ...facts, layout: 'fast-start' } : facts,
      size: size ?? file.size,
      contentType: isCopied && isRewritten ? 'video/mp4' : typeOf(file, mime),
      isCopied,
    });
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    answer({ step: 'failed', reason: error instanceof NoVideo ? 'no-video' : 'unreadable', detail });
  } finally {
    input.dispose();
  }
}
