import type { DownloadFailure } from '@/shared/downloads';

/** An error that stops the download until the learner retries. */
export class DownloadFailed extends Error {
  readonly failure: DownloadFailure;
  constructor(code: DownloadFailure['code'], detail = '') {
    super(`${code} ${detail}`);
    this.failure = { code, detail };
  }
}

/** The server asked to retry later. */
export class AskedToWait extends Error {
  readonly afterMs: number | undefined;
  constructor(afterMs: number | undefined) {
    super('asked to wait');
    this.afterMs = afterMs;
  }
}
