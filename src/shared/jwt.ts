/** The claims of a JWT, unverified: the server checks the signature, this device only reads. Undefined if the text is not a JWT. */
export function claimsOf(token: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const payload = token?.split('.')[1] ?? '';
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof claims === 'object' && claims !== null ? { ...claims } : undefined;
  } catch {
    return undefined;
  }
}

/** A claim that must be text, for example `sub` (the account) or `session_id`. */
export function textClaim(token: string | undefined, name: string): string | undefined {
  const claim = claimsOf(token)?.[name];
  return typeof claim === 'string' ? claim : undefined;
}
