/**
 * A short digest of an account id. Push messages carry it instead of the id, so that the worker can tell which account they are for.
 * Twin: accountMark in server/push/payload.ts.
 */
export async function accountMark(account: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(account)));
  return btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .slice(0, 16);
}
