/**
 * A short digest of an account id: push messages carry it, so that the worker knows for whom they are without the id in them.
 * Twin: accountMark in server/push/payload.ts.
 */
export async function accountMark(account: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(account)));
  return btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .slice(0, 16);
}
