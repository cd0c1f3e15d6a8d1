/**
 * True on plain http (except localhost), where browsers offer no service worker, no Web Locks and no Web Crypto: the product works,
 * but not offline.
 */
export const isInsecureOrigin = (): boolean => globalThis.isSecureContext === false;
