/** Over plain http (but for localhost) browsers give a page no worker, no locks and no digests: it works, but not without a network. */
export const isUnsafeAddress = (): boolean => globalThis.isSecureContext === false;
