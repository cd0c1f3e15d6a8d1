// Makes one attempt to send a file by TUS: continues the upload at the stored URL, or creates a new one.
import { DetailedError, Upload as TusUpload } from 'tus-js-client';
import { UPLOAD_CHUNK_BYTES } from '@/shared/app-limits';

/** The response that ended an attempt. Status 0 means no response. */
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
  /** Upload URL of an earlier attempt; null to create the upload. */
  url: string | null;
  /** Returns the request headers; called for each chunk, so that the token is fresh. */
  headers: () => Promise<Record<string, string>>;
  metadata: Record<string, string>;
  onUrl: (url: string) => void;
  /** `onSent` reports the bytes sent by this device, `onConfirmed` those that the server has stored. */
  onSent: (sent: number) => void;
  onConfirmed: (confirmed: number) => void;
  signal: AbortSignal;
}

/** @param file a Blob in a browser, a buffer in Node @throws SendFailed; DOMException AbortError if `signal` aborts */
export function sendFile(file: Blob | Uint8Array, options: SendOptions): Promise<void> {
  const { endpoint, url, headers, metadata, onUrl, onSent, onConfirmed, signal } = options;
  return new Promise((resolve, reject) => {
    let rejected: unknown;
    const upload = new TusUpload(file as File, {
      // Pass no endpoint with the URL: tus-js-client then reports a deleted upload instead of creating it again.
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

/** Removes an upload from the server; ignores all errors, for example if it is already gone. */
export async function terminate(url: string, headers: Record<string, string>): Promise<void> {
  await fetch(url, { method: 'DELETE', headers: { ...headers, 'Tus-Resumable': '1.0.0' } }).catch(() => undefined);
}
