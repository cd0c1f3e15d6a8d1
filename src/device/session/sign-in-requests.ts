import { cleanText } from '@/shared/clean-text';
import { paths } from '@/shared/paths';
import { askPlan, leaving, PLAN_TIMEOUT_MS, sessionClient } from './requests';
import { setIdentity } from './session-store';

// Sign-in and sign-up. Only screens for visitors load this module.

/** Loads the Supabase client ahead, while the learner types. */
export const warmClient = () =>
  sessionClient().then(
    () => undefined,
    () => undefined,
  );

/** `open`, `none` (no administrator), or what an administrator's session lacks: `code` or `sign_in`. @throws Error when the server does not respond */
export async function askAccess(): Promise<string> {
  const answer = await (await sessionClient()).rpc('console_access').abortSignal(AbortSignal.timeout(PLAN_TIMEOUT_MS));
  if (answer.error) throw answer.error;
  return answer.data;
}

/** True if the session's account is an administrator. @throws Error when the server does not respond */
export const askIsAdmin = async (): Promise<boolean> => (await askAccess()) !== 'none';

/** Signs in and stores the identity. @throws Error with the auth service's message */
export async function signIn(email: string, password: string): Promise<void> {
  await leaving;
  const { data, error } = await (await sessionClient()).auth.signInWithPassword({
    email: cleanText(email).trim(),
    password,
  });
  if (error) throw error;
  await enter(data.user);
}

/** Stores the identity of a session's account, which then counts as signed in. */
export async function enter(user: { id: string; email?: string; user_metadata: Record<string, unknown> }) {
  const { full_name } = user.user_metadata;
  const identity = {
    uid: user.id,
    email: user.email ?? '',
    full_name: typeof full_name === 'string' ? full_name : '',
    plan: null,
    plan_checked_at: null,
    is_admin: false,
  };
  // Fetch the plan before the screens open, so that no guard has to wait; on failure the guards fetch it.
  const [plan, isAdmin] = await Promise.all([
    askPlan(identity.email).catch(() => null),
    askIsAdmin().catch(() => false),
  ]);
  await setIdentity({ ...identity, plan, plan_checked_at: plan && Date.now(), is_admin: isAdmin });
}

/** The result of the bot check, and who verifies it: the auth service, our service, or `none` if the school has no bot check. */
export interface BotToken {
  token: string;
  by: 'backend' | 'service' | 'none';
}

export interface NewAccount {
  full_name: string;
  email: string;
  password: string;
  bot: BotToken;
  /** Version of each accepted document, by document name. */
  consents: Readonly<Record<string, string>>;
}

/** Creates the account. @returns true if it is signed in at once, false if the e-mail address must be confirmed first */
export async function signUp({ full_name, email, password, bot, consents }: NewAccount): Promise<boolean> {
  await leaving;
  const { data, error } = await (await sessionClient()).auth.signUp({
    email: cleanText(email).trim(),
    password,
    options: {
      // A project's hook sees the metadata only. The database does not store `bot_check`.
      data: {
        full_name: cleanText(full_name).trim(),
        consents,
        ...(bot.by === 'service' ? { bot_check: bot.token } : {}),
      },
      ...(bot.by === 'backend' ? { captchaToken: bot.token } : {}),
      // A Supabase project e-mails a link that confirms the address, and it leads here.
      emailRedirectTo: location.origin + paths.loginLink,
    },
  });
  // A project that confirms addresses answers so if the address has an account.
  const isTaken = data.user?.identities?.length === 0;
  if (error || isTaken) {
    console.error('An error occurred during registration:', error?.code ?? error?.status ?? 'taken');
    throw error ?? new Error('User already registered');
  }
  if (!data.session || !data.user) return false;
  await enter(data.user);
  return true;
}
