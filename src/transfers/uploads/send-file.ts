// One attempt to send a file by TUS. Continues at the address that is stored, or creates the upload.
import { DetailedError, Upload as TusUpload } from 'tus-js-client';
import { UPLOAD_CHUNK_BYTES } from '@/config/limits';

/** The answer that ended an attempt; status 0: none came. */
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
  /** Address of an earlier attempt. */
  url: string | null;
  /** Headers of each request; asked every time, so that no token is older than a chunk. */
  headers: () => Promise<Record<string, string>>;
  metadata: Record<string, string>;
  onUrl: (url: string) => void;
  /** Bytes that left this device, and bytes that the server confirmed. */
  onSent: (sent: number) => void;
  onConfirmed: (confirmed: number) => void;
  signal: AbortSignal;
}

/** @throws SendFailed; DOMException AbortError when `signal` ends it. */
export function sendFile(file: Blob, options: SendOptions): Promise<void> {
  const { endpoint, url, headers, metadata, onUrl, onSent, onConfirmed, signal } = options;
  return new Promise((resolve, reject) => {
    let refused: unknown;
    const upload = new TusUpload(file as File, {
      // With an address only: an upload that is gone is reported instead of created again under an old key.
      ...(url ? { uploadUrl: url } : { endpoint }),
      chunkSize: UPLOAD_CHUNK_BYTES,
      metadata,
      retryDelays: null,
      storeFingerprintForResuming: false,
      onBeforeRequest: async (request) => {
        try {
          for (const [name, value] of Object.entries(await headers())) request.setHeader(name, value);
        } catch (error) {
          refused = error;
          throw error;
        }
      },
      onUploadUrlAvailable: () => upload.url && onUrl(upload.url),
      onProgress: (sent) => onSent(sent),
      onChunkComplete: (_size, confirmed) => onConfirmed(confirmed),
      onSuccess: () => resolve(),
      onError: (error) => {
        const answer = error instanceof DetailedError ? error.originalResponse : null;
        if (refused) reject(refused);
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

/** Removes an upload from the server; one that is gone is as good. */
export async function terminate(url: string, headers: Record<string, string>): Promise<void> {
  await fetch(url, { method: 'DELETE', headers: { ...headers, 'Tus-Resumable': '1.0.0' } }).catch(() => undefined);
}
