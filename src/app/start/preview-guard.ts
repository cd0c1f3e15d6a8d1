// In the console's preview, the learner's screens may only read: every other request is rejected before it leaves the page.

/** POST requests that count as reads: signing a file's URL, and refreshing the session that the signing needs. */
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
