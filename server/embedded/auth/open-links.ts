/**
 * Confirms e-mail addresses (names in the code say "prove"): an address is confirmed once somebody opens a link that was sent to it.
 * Rule: if no session of the account requested that link, somebody else may have registered the address. The first confirmation then removes
 * the password and ends every earlier session.
 * Rule: an address can be corrected only while it is not confirmed, and links to the earlier address stop working.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hash } from 'bcryptjs';
import * as v from 'valibot';
import type { Caller } from '../../http/tokens';
import type { Backend } from '../contract/backend';
import type { Database } from '../contract/database';
import { addressText } from './address-text';
import { HASH_COST } from './administrators';

const sql = readFileSync(new URL('address-proof.sql', import.meta.url), 'utf8');

/** Creates the table and trigger of address-proof.sql. Runs at every start, after the auth service has created its tables. */
export async function prepareAddressProof(database: Database): Promise<void> {
  await database.run(sql);
}

/** True if the session of a token still exists. lite checks this only on its own routes; the address routes are not part of lite. */
export async function hasSession({ database }: Backend, { uid, claims }: Caller): Promise<boolean> {
  const rows = await database.run('select 1 as found from auth.sessions where id::text = $1 and user_id = $2', [
    String(claims?.session_id),
    uid,
  ]);
  return rows.length > 0;
}

/** Sends the account a link that confirms its address. @returns false if the address is already confirmed. */
export async function sendAddressLink(backend: Backend, uid: string, landing: string): Promise<boolean> {
  const [account] = await backend.database.run('select email, email_confirmed_at from auth.users where id = $1', [uid]);
  if (!account || account.email_confirmed_at) return false;
  const request = new Request('http://localhost/auth/v1/otp', {
    method: 'POST',
    headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: account.email, create_user: false }),
  });
  const { result, tokenHash } = await backend.mailbox.during(landing, () => backend.fetch(request), 'address');
  if (!result.ok || !tokenHash) throw new Error(`The link to an address was not sent: ${result.status}`);
  await backend.database.run(
    `insert into embedded.address_links (user_id, token_hash) values ($1, $2)
       on conflict (user_id) do update set token_hash = excluded.token_hash`,
    [uid, tokenHash],
  );
  return true;
}

/** Changes an address that is not confirmed. @returns the reason why it was not changed, or undefined on success. */
export function correctAddress(
  { database }: Backend,
  uid: string,
  email: string,
): Promise<'proven' | 'taken' | undefined> {
  return database.transaction(async (run) => {
    const [account] = await run('select email_confirmed_at from auth.users where id = $1 for update', [uid]);
    if (!account || account.email_confirmed_at) return 'proven';
    const others = await run('select 1 as found from auth.users where lower(email) = $1 and id <> $2', [email, uid]);
    if (others.length > 0) return 'taken';
    await run(
      `update auth.users set email = $2::text, raw_user_meta_data = raw_user_meta_data || jsonb_build_object('email', $2::text),
         recovery_token = null, confirmation_token = null, email_change_token_new = null, email_change_token_current = null,
         reauthentication_token = null, updated_at = now()
       where id = $1`,
      [uid, email],
    );
    await run(
      `update auth.identities set identity_data = identity_data || jsonb_build_object('email', $2::text)
       where user_id = $1 and provider = 'email'`,
      [uid, email],
    );
    await run('delete from embedded.address_links where user_id = $1', [uid]);
    return undefined;
  });
}

/** Whether the first confirmation removed the password, and how many earlier sessions it ended. A stranger may have created both. */
export interface Ended {
  password: boolean;
  sessions: number;
}

const openedSchema = v.object({ access_token: v.string(), user: v.object({ id: v.string() }) });

/** Confirms the address after a link was opened. @returns `answer` (lite's response), with the member `ended` if the password was removed */
export async function proveAddress(backend: Backend, tokenHash: unknown, answer: Response): Promise<Response> {
  if (!answer.ok) return answer;
  const body: unknown = await answer.clone().json();
  const opened = v.safeParse(openedSchema, body);
  if (!opened.success) return answer;
  const { access_token, user } = opened.output;
  const session = (await backend.callerOf(access_token))?.claims?.session_id;
  const ended = await backend.endedSessions.watch(backend.database, user.id, () =>
    prove(backend.database, user.id, String(tokenHash), String(session)),
  );
  return ended ? Response.json({ ...(body as object), ended }, { status: answer.status }) : answer;
}

async function prove(database: Database, uid: string, tokenHash: string, session: string): Promise<Ended | undefined> {
  // Hash outside the transaction, because bcrypt is slow.
  const nobodysPassword = await hash(randomBytes(32).toString('base64url'), HASH_COST);
  return database.transaction(async (run) => {
    const [account] = await run('select email_confirmed_at from auth.users where id = $1 for update', [uid]);
    if (!account || account.email_confirmed_at) return undefined;
    const links = await run('delete from embedded.address_links where user_id = $1 returning token_hash', [uid]);
    await run('update auth.users set email_confirmed_at = now() where id = $1', [uid]);
    if (links.some(({ token_hash }) => token_hash === tokenHash)) return undefined;
    await run('update auth.users set encrypted_password = $2 where id = $1', [uid, nobodysPassword]);
    const sessions = await run('delete from auth.sessions where user_id = $1 and id::text <> $2 returning id', [
      uid,
      session,
    ]);
    const [table] = await run("select to_regclass('public.notifications') is not null as exists", []);
    if (table?.exists === true) {
      await run(
        `insert into public.notifications (user_id, title, message, type, link, topic, source)
         values ($1, $2, $3, 'warning', '/settings?tab=security', 'admin', 'address-proven')
         on conflict do nothing`,
        [uid, addressText.title, addressText.message(sessions.length)],
      );
    }
    return { password: true, sessions: sessions.length };
  });
}
