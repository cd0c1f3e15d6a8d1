import * as v from 'valibot';
import { cleanText } from '@/shared/clean-text';
import { paths } from '@/shared/paths';
import { backendConfig } from '@/shared/product';
import { leaving, sessionClient, signOut } from './requests';
import { currentIdentity } from './session-store';
import { enter } from './sign-in-requests';

// E-mail links. Rule: requesting a link stores nothing in this browser, so that the link works on any device.

/** Type of an e-mail link: sign-in, password reset, or (on a Supabase project) the confirmation of a new account's or of a changed address. */
export type LinkKind = 'magiclink' | 'recovery' | 'signup' | 'email_change';

const openedSchema = v.object({
  access_token: v.string(),
  refresh_token: v.string(),
  user: v.object({ id: v.string() }),
  ended: v.optional(v.object({ sessions: v.number() })),
});

/** Request timeout (ms). */
const TIMEOUT_MS = 20_000;

/**
 * Requests an e-mail with a link. The outcome does not reveal whether the account exists.
 * @param from the page to open after the link @throws Error with the auth service's message
 */
export async function requestMail(what: 'link' | 'reset', typed: string, from: string | null): Promise<void> {
  const redirect = `${location.origin}${paths.loginLink}${from ? `?from=${encodeURIComponent(from)}` : ''}`;
  const { auth } = await sessionClient();
  const email = cleanText(typed).trim();
  const { error } =
    what === 'link'
      ? await auth.signInWithOtp({ email, options: { shouldCreateUser: false, emailRedirectTo: redirect } })
      : await auth.resetPasswordForEmail(email, { redirectTo: redirect });
  // Rule: ignore the service's error for an unknown account, so that the screen does not reveal whether an account exists.
  if (error && !/signups not allowed/i.test(error.message)) throw error;
}

/** True if the page's own server keeps its e-mails in the local mailbox, whose URL only its start prints. */
export async function hasLocalMailbox(): Promise<boolean> {
  if (backendConfig(location.origin).url !== location.origin) return false;
  try {
    const { mailbox } = (await (await fetch('/config.json', { signal: AbortSignal.timeout(TIMEOUT_MS) })).json()) as {
      mailbox?: unknown;
    }; // The cast is safe because the next line checks the field.
    return mailbox === true;
  } catch {
    return false;
  }
}

/** The session of an opened link; nothing is stored before `signInWithLink`. */
export interface OpenedLink {
  uid: string;
  access_token: string;
  refresh_token: string;
  /** Set if the link confirmed the address and removed the account's password: the number of earlier sessions that ended. */
  ended?: number;
  /** True if this browser was signed in to the account when the link was opened, and its session still works. */
  here: boolean;
}

/** Sends a request that supabase-js does not support to the auth service. @throws Error with the service's message and `status` */
export async function askAuth(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
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
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const parsed = (await answer.json().catch(() => ({}))) as Record<string, unknown>; // The cast is safe because each field is checked before use.
  if (!answer.ok) {
    const words = parsed.error_code === 'otp_expired' ? 'otp_expired' : (parsed.msg ?? parsed.message ?? '');
    throw Object.assign(new Error(String(words)), { status: answer.status });
  }
  return parsed;
}

/** Access token of this browser's session; undefined without one. @throws Error when the server does not respond */
async function ownToken(): Promise<string | undefined> {
  if (!currentIdentity()) return undefined;
  // Refresh the session: the auth service rejects an expired access token, whatever the clock of the device says.
  const { data, error } = await (await sessionClient()).auth.refreshSession();
  // Any other error says that the session has ended.
  if (error?.name === 'AuthRetryableFetchError') throw error;
  return data.session?.access_token;
}

/**
 * Redeems a link's token without the page's Supabase client, so that an invalid link does not end the current session. Names the session of
 * this browser: if it requested the link that confirms the address, the account's password and sessions stay.
 * @throws Error 'half_confirmed' if a change of address waits for the link to the other address
 * @throws Error 'otp_expired' if the token was used, has expired or never existed, or if the address or password changed after it
 */
export async function openLink(token_hash: string, type: LinkKind): Promise<OpenedLink> {
  const token = await ownToken();
  const answer = await askAuth('POST', 'verify', { token_hash, type }, token);
  if (type === 'email_change' && !('access_token' in answer)) throw new Error('half_confirmed');
  const { access_token, refresh_token, ended, user } = v.parse(openedSchema, answer);
  return {
    uid: user.id,
    access_token,
    refresh_token,
    ...(ended ? { ended: ended.sessions } : {}),
    here: token !== undefined && !ended && currentIdentity()?.uid === user.id,
  };
}

export async function setPassword({ access_token }: OpenedLink, password: string): Promise<void> {
  await askAuth('PUT', 'user', { password }, access_token);
}

/**
 * Signs in with the link's session. If another account is signed in, signs it out first; its unsent writes stay on the device. A browser that is
 * signed in to the account keeps its own session.
 */
export async function signInWithLink(link: OpenedLink): Promise<void> {
  const { auth } = await sessionClient();
  if (link.here) {
    // Refresh the session, because its access token contains the address that the link may have changed.
    const { data } = await auth.refreshSession();
    if (data.user?.id === link.uid) {
      // The link's session is not needed. A failure is harmless: the learner can end the session in the settings.
      await askAuth('POST', 'logout?scope=local', {}, link.access_token).catch(() => undefined);
      return enter(data.user);
    }
  }
  if (currentIdentity()) void signOut();
  await leaving;
  const { data, error } = await auth.setSession(link);
  if (error || !data.user) throw error ?? new Error('otp_expired');
  await enter(data.user);
}
