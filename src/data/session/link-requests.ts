import { backendConfig } from '@/config/env';
import { paths } from '@/config/paths';
import { leaving, sessionClient, signOut } from './requests';
import { currentIdentity } from './session-store';
import { enter } from './sign-in-requests';

// Links by mail. Rule: nothing of asking stays in this browser, so that a link works on whichever device it is opened.

/** What the key of a link is good for. */
export type LinkKind = 'magiclink' | 'recovery';

/** How long an answer is waited for, ms. */
const TIMEOUT_MS = 20_000;

/**
 * Asks for a mail with a link. Resolves in the same way whether there is such an account or not.
 * @param from the screen that the reader was on their way to @throws Error with the auth service's own words
 */
export async function askForMail(what: 'link' | 'reset', email: string, from: string | null): Promise<void> {
  const redirect = `${location.origin}${paths.loginLink}${from ? `?from=${encodeURIComponent(from)}` : ''}`;
  const { auth } = await sessionClient();
  const { error } =
    what === 'link'
      ? await auth.signInWithOtp({ email, options: { shouldCreateUser: false, emailRedirectTo: redirect } })
      : await auth.resetPasswordForEmail(email, { redirectTo: redirect });
  // Rule: a service that says that there is no account is not repeated.
  if (error && !/signups not allowed/i.test(error.message)) throw error;
}

/** Where the mails of this installation are read, when this is its own machine; null elsewhere and on a project of Supabase. */
export async function mailboxAddress(): Promise<string | null> {
  if (backendConfig(location.origin).url !== location.origin) return null;
  try {
    const { mailbox } = (await (await fetch('/config.json', { signal: AbortSignal.timeout(TIMEOUT_MS) })).json()) as {
      mailbox?: unknown;
    }; // our own server's
    return typeof mailbox === 'string' ? mailbox : null;
  } catch {
    return null;
  }
}

/** The session of a link that was opened; nothing of it is kept before `enterBy`. */
export interface OpenedLink {
  access_token: string;
  refresh_token: string;
}

async function ask(
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
  const said = (await answer.json().catch(() => ({}))) as Record<string, unknown>; // the auth service's; what is used of it is looked at
  if (!answer.ok) {
    const words = said.error_code === 'otp_expired' ? 'otp_expired' : (said.msg ?? said.message ?? '');
    throw Object.assign(new Error(String(words)), { status: answer.status });
  }
  return said;
}

/**
 * Uses the key of a link up. Beside the client of the page: whoever is signed in here stays so until the link has proven good.
 * @throws Error 'otp_expired' for a key that was used, was replaced, is too old or never was one
 */
export async function openLink(token_hash: string, type: LinkKind): Promise<OpenedLink> {
  const { access_token, refresh_token } = await ask('POST', 'verify', { token_hash, type });
  return { access_token: String(access_token), refresh_token: String(refresh_token) };
}

export async function setPassword({ access_token }: OpenedLink, password: string): Promise<void> {
  await ask('PUT', 'user', { password }, access_token);
}

/** Signs in with the link's session; another account that was signed in here is signed out first, with all that it has written kept. */
export async function enterBy(link: OpenedLink): Promise<void> {
  if (currentIdentity()) void signOut();
  await leaving;
  const { data, error } = await (await sessionClient()).auth.setSession(link);
  if (error || !data.user) throw error ?? new Error('otp_expired');
  await enter(data.user);
}
