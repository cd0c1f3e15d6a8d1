import { backendConfig } from '@/config/env';
import { paths } from '@/config/paths';
import { leaving, sessionClient, signOut } from './requests';
import { currentIdentity } from './session-store';
import { enter } from './sign-in-requests';

// E-mail links. Rule: requesting one stores nothing in this browser, so that the link works on any device.

/** What a link is for. */
export type LinkKind = 'magiclink' | 'recovery';

/** Timeout (ms). */
const TIMEOUT_MS = 20_000;

/**
 * Requests an e-mail with a link. Resolves in the same way whether the account exists or not.
 * @param from the page that the reader wanted @throws Error with the auth service's message
 */
export async function requestMail(what: 'link' | 'reset', email: string, from: string | null): Promise<void> {
  const redirect = `${location.origin}${paths.loginLink}${from ? `?from=${encodeURIComponent(from)}` : ''}`;
  const { auth } = await sessionClient();
  const { error } =
    what === 'link'
      ? await auth.signInWithOtp({ email, options: { shouldCreateUser: false, emailRedirectTo: redirect } })
      : await auth.resetPasswordForEmail(email, { redirectTo: redirect });
  // Rule: do not reveal the service's message that the account does not exist.
  if (error && !/signups not allowed/i.test(error.message)) throw error;
}

/** URL of the local mailbox when the server runs on this machine; otherwise null. */
export async function mailboxAddress(): Promise<string | null> {
  if (backendConfig(location.origin).url !== location.origin) return null;
  try {
    const { mailbox } = (await (await fetch('/config.json', { signal: AbortSignal.timeout(TIMEOUT_MS) })).json()) as {
      mailbox?: unknown;
    }; // our own server's answer
    return typeof mailbox === 'string' ? mailbox : null;
  } catch {
    return null;
  }
}

/** The session of an opened link; nothing is stored before `signInWithLink`. */
export interface OpenedLink {
  access_token: string;
  refresh_token: string;
  /** Sessions that the first proof of the address ended, together with the password; undefined if nothing was ended. */
  ended?: number;
}

/** A request to the auth service that its client does not know. @throws Error with the service's own words and `status` */
export async function askAuth(
  method: 'POST' | 'PUT',
  path: string,
  body: object,
  token?: string,
): Promise<Record<string, unknown>> {
  const { url, key } = backendConfig(location.origin);
  const answer = await fetch(`${url}/auth/v1/${path}`, {
    method,
    headers: {
      apikey: key,
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const parsed = (await answer.json().catch(() => ({}))) as Record<string, unknown>; // the auth service's answer; each used field is checked
  if (!answer.ok) {
    const words = parsed.error_code === 'otp_expired' ? 'otp_expired' : (parsed.msg ?? parsed.message ?? '');
    throw Object.assign(new Error(String(words)), { status: answer.status });
  }
  return parsed;
}

/**
 * Redeems a link's token without the page's client, so that the current session stays until the link has proved valid.
 * @throws Error 'otp_expired' for a token that was used, replaced, is too old or never existed
 */
export async function openLink(token_hash: string, type: LinkKind): Promise<OpenedLink> {
  const { access_token, refresh_token, ended } = await askAuth('POST', 'verify', { token_hash, type });
  const sessions =
    typeof ended === 'object' && ended !== null && 'sessions' in ended ? Number(ended.sessions) : undefined;
  return {
    access_token: String(access_token),
    refresh_token: String(refresh_token),
    ...(sessions === undefined ? {} : { ended: sessions }),
  };
}

export async function setPassword({ access_token }: OpenedLink, password: string): Promise<void> {
  await askAuth('PUT', 'user', { password }, access_token);
}

/** Signs in with the link's session. Signs another account out first and keeps its writes. */
export async function signInWithLink(link: OpenedLink): Promise<void> {
  if (currentIdentity()) void signOut();
  await leaving;
  const { data, error } = await (await sessionClient()).auth.setSession(link);
  if (error || !data.user) throw error ?? new Error('otp_expired');
  await enter(data.user);
}
