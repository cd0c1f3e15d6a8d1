/**
 * Requests that the worker itself sends with the signed-in account's access token, while it is valid: unsent documents, and the unread count.
 * Rule: never send another account's data, and never refresh the token here, because two refreshes at once end the session.
 */

import { readDurable } from '../src/shared/durable-store';
import { IDENTITY_KEY, SESSION_KEY } from '../src/shared/names';
import { LOCAL_PUBLISHABLE_KEY, WIRE_VERSION } from '../src/shared/product';
import { unsentDocs } from '../src/shared/unsent-docs';
import { parseMembers } from './members';

const membersAt = (key: string) => readDurable(key).then(parseMembers);

/** The request headers of `account`; undefined if it is not signed in or its token has expired, which only a page can refresh. */
async function ownHeaders(account: unknown, key: string): Promise<Record<string, string> | undefined> {
  const [{ uid }, { access_token, expires_at, user }] = await Promise.all([
    membersAt(IDENTITY_KEY),
    membersAt(SESSION_KEY),
  ]);
  const isOwn = typeof account === 'string' && uid === account && Object(user).id === account;
  if (!isOwn || typeof access_token !== 'string' || Number(expires_at) * 1000 < Date.now()) return undefined;
  return { apikey: key, authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
}

/** The build's settings as in `backendConfig`, whose check of them would not fit into the worker; a relative URL is on the worker's own origin. */
const backend = {
  url: import.meta.env.VITE_SUPABASE_URL || '',
  key: import.meta.env.VITE_SUPABASE_KEY || LOCAL_PUBLISHABLE_KEY,
};

/**
 * Sends the oldest unsent documents and ignores the answer, because the engine sends them again.
 * @throws Error when the server is unreachable or overloaded, so that the browser tries again
 */
export async function sendUnsent(): Promise<void> {
  const { uid } = await membersAt(IDENTITY_KEY);
  const headers = await ownHeaders(uid, backend.key);
  if (!headers) return;
  const docs = await unsentDocs(String(uid));
  if (docs.length === 0) return;
  const body = JSON.stringify({ p_docs: docs, p_version: WIRE_VERSION });
  const { status } = await fetch(`${backend.url}/rest/v1/rpc/sync_push`, { method: 'POST', headers, body });
  if (status >= 500 || status === 429) throw new Error(`sync_push: ${status}`);
}

/** Sets the badge to the server's unread count; does nothing when the token is no longer valid. */
export async function updateBadge(): Promise<void> {
  const { uid } = await membersAt(IDENTITY_KEY);
  const headers = await ownHeaders(uid, backend.key);
  if (!headers) return;
  const answer = await fetch(`${backend.url}/rest/v1/notifications?select=id&is_read=is.false&limit=1`, {
    method: 'HEAD',
    headers: { ...headers, prefer: 'count=exact' },
  });
  const count = Number(answer.headers.get('content-range')?.split('/')[1]);
  if (answer.ok && count >= 0) await (count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.());
}
