/**
 * The links in e-mails: each signs in once, and the first one that is opened confirms the account's address (names in the code say "prove").
 * Rule: a link confirms only the address that it was sent to, and stops working when the account's address changes. The link of an address
 * change also stops working when the account confirms its former address.
 * Rule: the first confirmation ends every password, second factor and session from before it, because a stranger may have registered the
 * address. Only in the browser whose session requested the link, they stay.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Caller } from '../../http/tokens';
import type { Backend } from '../contract/backend';
import type { Database, Run } from '../contract/database';
import { endSessions, type LockedAccount, lockAccount, sessionOf } from './account-lock';
import { addressText } from './address-text';

/** Lifetime of a link (s). Twins: the texts of supabase/templates, supabase/config.toml, docs/api.md, src/features/accounts/text. */
const LINK_SECONDS = 600;
const UNIQUE_VIOLATION = '23505';

const purposes = ['magiclink', 'recovery', 'email_change'] as const;
/** What a link is for: signing in, setting a new password, or giving the account the address that the link was sent to. */
export type Purpose = (typeof purposes)[number];

const sql = readFileSync(new URL('open-links.sql', import.meta.url), 'utf8');

/** Creates the table and trigger of open-links.sql. Runs at every start, after the auth service has created its tables. */
export async function prepareOpenLinks(database: Database): Promise<void> {
  await database.run(sql);
}

const digestOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Creates a link for an account that the caller has locked. @param email the address that the link is sent to @param session the session that requests it @returns the token to send */
export async function createLink(
  run: Run,
  { id, email }: Pick<LockedAccount, 'id' | 'email'>,
  purpose: Purpose,
  session?: string,
): Promise<string> {
  const token = randomBytes(32).toString('hex');
  await run('delete from embedded.open_links where user_id = $1 and expires_at <= now()', [id]);
  await run(
    `insert into embedded.open_links (digest, user_id, email, purpose, session_id, expires_at)
       values ($1, $2, $3, $4, $5, now() + make_interval(secs => ${LINK_SECONDS}))`,
    [digestOf(token), id, email, purpose, session ?? null],
  );
  return token;
}

export async function closeLinks(run: Run, uid: string): Promise<void> {
  await run('delete from embedded.open_links where user_id = $1', [uid]);
}

/** Closes the links that sessions requested, also sessions that have ended; those that a visitor requested at the login page stay. */
export async function closeLinksOfSessions(run: Run, uid: string): Promise<void> {
  await run(
    "delete from embedded.open_links where user_id = $1 and (session_id is not null or purpose = 'email_change')",
    [uid],
  );
}

/** Closes the link to the account's pending address. */
export async function endAddressChange(run: Run, uid: string): Promise<void> {
  await run("delete from embedded.open_links where user_id = $1 and purpose = 'email_change'", [uid]);
}

interface Opened {
  refreshToken: string;
  /** The sessions that the first confirmation ended together with the password; undefined if it ended nothing. */
  ended: string[] | undefined;
}

/** Gives a locked account the address of the link that is opened, unless another account has it. Links to the former address stop working. */
async function moveTo(run: Run, { id }: LockedAccount, email: string): Promise<boolean> {
  const others = await run('select 1 as found from auth.users where lower(email) = $1 and id <> $2', [email, id]);
  if (others.length > 0) return false;
  await run(
    `update auth.users set email = $2::text, raw_user_meta_data = raw_user_meta_data || jsonb_build_object('email', $2::text),
       updated_at = now()
     where id = $1`,
    [id, email],
  );
  await run(
    `update auth.identities set identity_data = identity_data || jsonb_build_object('email', $2::text)
     where user_id = $1 and provider = 'email'`,
    [id, email],
  );
  await closeLinks(run, id);
  return true;
}

/** Confirms the address of a locked account. @param keep whether the browser that requested the link opens it */
async function prove(run: Run, { id }: LockedAccount, keep: boolean): Promise<string[] | undefined> {
  await endAddressChange(run, id);
  if (keep) {
    await run('update auth.users set email_confirmed_at = now() where id = $1', [id]);
    return undefined;
  }
  await run('update auth.users set email_confirmed_at = now(), encrypted_password = null where id = $1', [id]);
  await run('delete from auth.mfa_factors where user_id = $1', [id]);
  const sessions = await endSessions(run, id);
  const [table] = await run("select to_regclass('public.notifications') is not null as exists", []);
  if (table?.exists === true) {
    await run(
      `insert into public.notifications (user_id, title, message, type, link, topic, source)
         values ($1, $2, $3, 'warning', '/settings?tab=security', 'admin', 'address-proven')
         on conflict do nothing`,
      [id, addressText.title, addressText.message(sessions.length)],
    );
  }
  return sessions;
}

/** Uses a link up and starts a session. @returns undefined if the link does not work (any more) */
async function open(
  run: Run,
  digest: string,
  purpose: Purpose,
  session: string | undefined,
): Promise<Opened | undefined> {
  const [found] = await run('select user_id from embedded.open_links where digest = $1', [digest]);
  const account = found && (await lockAccount(run, String(found.user_id)));
  if (!account) return undefined;
  const [link] = await run(
    `delete from embedded.open_links where digest = $1 and purpose = $2 and (email = $3 or purpose = 'email_change')
         and expires_at > now()
       returning session_id, email`,
    [digest, purpose, account.email],
  );
  if (!link) return undefined;
  // A confirmed address never changes.
  if (purpose === 'email_change' && (account.proven || !(await moveTo(run, account, String(link.email)))))
    return undefined;
  const keep = link.session_id != null && String(link.session_id) === session;
  const ended = account.proven ? undefined : await prove(run, account, keep);
  const refreshToken = randomBytes(32).toString('base64url');
  await run(
    `with started as (insert into auth.sessions (id, user_id, aal) values (gen_random_uuid(), $1::uuid, 'aal1') returning id)
       insert into auth.refresh_tokens (id, token, user_id, session_id)
         select gen_random_uuid()::text, $2::text, $1::uuid, id from started`,
    [account.id, refreshToken],
  );
  return { refreshToken, ended };
}

/** Another account got the address of the link after `moveTo` looked for one. */
function closedIfTaken(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) return undefined;
  throw error;
}

/**
 * Answers POST /auth/v1/verify. @param caller the session of the browser that opens the link
 * @returns a session, with the member `ended` if the first confirmation ended the password; otherwise 403 otp_expired
 */
export async function openLink(
  backend: Backend,
  { token_hash, type }: { token_hash?: unknown; type?: unknown },
  caller: Caller,
): Promise<Response> {
  const purpose = purposes.find((one) => one === type);
  const opened =
    purpose && typeof token_hash === 'string'
      ? await backend.database
          .transaction((run) => open(run, digestOf(token_hash), purpose, sessionOf(caller)))
          .catch(closedIfTaken)
      : undefined;
  if (!opened)
    return Response.json(
      { code: 403, error_code: 'otp_expired', msg: 'Email link is invalid or has expired' },
      { status: 403 },
    );
  const { ended, refreshToken } = opened;
  if (ended) backend.endedSessions.add(ended);
  // lite signs the access token: it exchanges the session's first refresh token for one.
  const answer = await backend.fetch(
    new Request('http://localhost/auth/v1/token?grant_type=refresh_token', {
      method: 'POST',
      headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: refreshToken }),
    }),
  );
  if (!ended || !answer.ok) return answer;
  const body: object = await answer.json();
  return Response.json({ ...body, ended: { password: true, sessions: ended.length } });
}
