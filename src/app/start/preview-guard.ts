// The console's preview writes nothing: whatever a learner's screen asks for, only reads leave this page.

/** Requests that are no reads by their method: signing the address of a file, and renewing the session that signs it. */
const READS = [/\/storage\/v1\/object\/sign\//, /\/auth\/v1\/token\?grant_type=refresh_token/];

/** Is this request a read? */
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
