/**
 * On plain http (except localhost) browsers offer no service worker, no locks and no digests: the product works, but
 * not offline.
 */
export const isInsecureOrigin = (): boolean => globalThis.isSecureContext === false;
