import { backendConfig } from '@/config/env';
import { paths } from '@/config/paths';
import { leaving, sessionClient, signOut } from './requests';
import { currentIdentity } from './session-store';
import { enter } from './sign-in-requests';

// E-mail links. Rule: requesting a link stores nothing in this browser, so that the link works on any device.

/** Type of an e-mail link: sign-in or password reset. */
export type LinkKind = 'magiclink' | 'recovery';

/** Request timeout (ms). */
const TIMEOUT_MS = 20_000;

/**
 * Requests an e-mail with a link. The outcome does not reveal whether the account exists.
 * @param from the page to open after the link @throws Error with the auth service's message
 */
export async function requestMail(what: 'link' | 'reset', email: string, from: string | null): Promise<void> {
  const redirect = `${location.origin}${paths.loginLink}${from ? `?from=${encodeURIComponent(from)}` : ''}`;
  const { auth } = await sessionClient();
  const { error } =
    what === 'link'
      ? await auth.signInWithOtp({ email, options: { shouldCreateUser: false, emailRedirectTo: redirect } })
      : await auth.resetPasswordForEmail(email, { redirectTo: redirect });
  // Rule: ignore the service's error for an unknown account, so that the screen does not reveal whether an account exists.
  if (error && !/signups not allowed/i.test(error.message)) throw error;
}

/** URL of the local mailbox, if the page's own server provides one; otherwise null. */
export async function mailboxAddress(): Promise<string | null> {
  if (backendConfig(location.origin).url !== location.origin) return null;
  try {
    const { mailbox } = (await (await fetch('/config.json', { signal: AbortSignal.timeout(TIMEOUT_MS) })).json()) as {
      mailbox?: unknown;
    }; // The cast is safe because the next line checks the field.
    return typeof mailbox === 'string' ? mailbox : null;
  } catch {
    return null;
  }
}

/** The session of an opened link; nothing is stored before `signInWithLink`. */
export interface OpenedLink {
  access_token: string;
  refresh_token: string;
  /**
   * Set if opening the link confirmed the address for the first time and removed the account's password: the number of earlier sessions that
   * ended. Otherwise undefined.
   */
  ended?: number;
}

/** Sends a request that supabase-js does not support to the auth service. @throws Error with the service's message and `status` */
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
  const parsed = (await answer.json().catch(() => ({}))) as Record<string, unknown>; // The cast is safe because each field is checked before use.
  if (!answer.ok) {
    const words = parsed.error_code === 'otp_expired' ? 'otp_expired' : (parsed.msg ?? parsed.message ?? '');
    throw Object.assign(new Error(String(words)), { status: answer.status });
  }
  return parsed;
}

/**
 * Redeems a link's token without the page's Supabase client, so that an invalid link does not end the current session.
 * @throws Error 'otp_expired' if the token was used, replaced, has expired or never existed
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

/** Signs in with the link's session. If an account is signed in, signs it out first; its unsent writes stay on the device. */
export async function signInWithLink(link: OpenedLink): Promise<void> {
  if (currentIdentity()) void signOut();
  await leaving;
  const { data, error } = await (await sessionClient()).auth.setSession(link);
  if (error || !data.user) throw error ?? new Error('otp_expired');
  await enter(data.user);
}
