// One attempt to send a file by TUS. It continues at the stored URL, or creates the upload.
import { DetailedError, Upload as TusUpload } from 'tus-js-client';
import { UPLOAD_CHUNK_BYTES } from '@/config/limits';

/** The answer that ended an attempt. Status 0 means no answer. */
export class SendFailed extends Error {
  override name = 'SendFailed';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface SendOptions {
  endpoint: string;
  /** URL of an earlier attempt. */
  url: string | null;
  /** Headers of a request. Called for each chunk, so that the token is fresh. */
  headers: () => Promise<Record<string, string>>;
  metadata: Record<string, string>;
  onUrl: (url: string) => void;
  /** Reports the bytes that this device sent, and those that the server confirmed. */
  onSent: (sent: number) => void;
  onConfirmed: (confirmed: number) => void;
  signal: AbortSignal;
}

/** @param file A Blob in a browser, a buffer in Node. @throws SendFailed; DOMException AbortError when `signal` ends it. */
export function sendFile(file: Blob | Uint8Array, options: SendOptions): Promise<void> {
  const { endpoint, url, headers, metadata, onUrl, onSent, onConfirmed, signal } = options;
  return new Promise((resolve, reject) => {
    let rejected: unknown;
    const upload = new TusUpload(file as File, {
      // Pass the URL alone: if the upload is gone, TUS then reports it instead of creating it again under an old key.
      ...(url ? { uploadUrl: url } : { endpoint }),
      chunkSize: UPLOAD_CHUNK_BYTES,
      metadata,
      retryDelays: null,
      storeFingerprintForResuming: false,
      onBeforeRequest: async (request) => {
        try {
          for (const [name, value] of Object.entries(await headers())) request.setHeader(name, value);
        } catch (error) {
          rejected = error;
          throw error;
        }
      },
      onUploadUrlAvailable: () => upload.url && onUrl(upload.url),
      onProgress: (sent) => onSent(sent),
      onChunkComplete: (_size, confirmed) => onConfirmed(confirmed),
      onSuccess: () => resolve(),
      onError: (error) => {
        const answer = error instanceof DetailedError ? error.originalResponse : null;
        if (rejected) reject(rejected);
        else reject(new SendFailed(answer?.getStatus() ?? 0, answer?.getBody()?.trim() || error.message));
      },
    });
    const stop = () => {
      void upload.abort(false);
      reject(new DOMException('The upload was stopped', 'AbortError'));
    };
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    upload.start();
  });
}

/** Removes an upload from the server. An upload that is gone already counts as removed. */
export async function terminate(url: string, headers: Record<string, string>): Promise<void> {
  await fetch(url, { method: 'DELETE', headers: { ...headers, 'Tus-Resumable': '1.0.0' } }).catch(() => undefined);
}
