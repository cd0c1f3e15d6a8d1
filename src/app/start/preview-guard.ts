// The console's preview writes nothing: of all requests of the learner's screens, only reads leave this page.

/** Reads that use POST: signing the URL of a file, and renewing the session for that. */
const READS = [/\/storage\/v1\/object\/sign\//, /\/auth\/v1\/token\?grant_type=refresh_token/];

/** Whether a request only reads. */
export function isRead(method: string, url: string): boolean {
  return method === 'GET' || method === 'HEAD' || (method === 'POST' && READS.some((pattern) => pattern.test(url)));
}

export function rejectWrites(): void {
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const request = input instanceof Request ? input : undefined;
    const method = (init?.method ?? request?.method ?? 'GET').toUpperCase();
    // A rejected request looks like a lost network, which every screen can handle.
    if (!isRead(method, request?.url ?? String(input)))
      return Promise.reject(new TypeError('The preview writes nothing'));
    return fetch(input, init);
  };
  navigator.sendBeacon = () => false;
}
