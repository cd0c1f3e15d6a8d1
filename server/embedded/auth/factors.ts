/**
 * Second factors (codes of an authenticator app, TOTP), as the auth service of a Supabase project has them.
 * Guarantee: a code works once, in its own period of 30 s, the one before or the one after.
 * Rule: the first factor needs what a new password needs (reauthentication.ts).
 * Rule: a verified factor is replaced or removed only by a session that has shown a code of it (`aal2`).
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { PRODUCT } from '../../../src/shared/text/common';
import type { Caller } from '../../http/tokens';
import type { Backend } from '../contract/backend';
import type { Row, Run } from '../contract/database';
import { lockSession, sessionOf } from './account-lock';
import { provenAccount, type Unproven } from './reauthentication';

/** How long a challenge can be answered (s), and how many factors an account may have. Twins: supabase/config.toml and the defaults of the hosted service. */
const CHALLENGE_SECONDS = 300;
const MOST_FACTORS = 10;

export type Rejected =
  | Unproven
  | 'aal2_to_enroll'
  | 'aal2_to_remove'
  | 'many'
  | 'name'
  | 'missing'
  | 'expired'
  | 'wrong';

const keyOf = (jwtSecret: string) => createHmac('sha256', jwtSecret).update('secrets of second factors').digest();

function seal(secret: string, key: Buffer): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

/** @returns undefined if the installation's key has changed since the secret was sealed; a recovery code then helps */
function unseal(text: string, key: Buffer): string | undefined {
  const bytes = Buffer.from(text, 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString();
  } catch {
    return undefined;
  }
}

/** Locks the account of the caller's session and reads how strong the session is. */
async function lockedSession(run: Run, caller: Caller) {
  const account = await lockSession(run, caller);
  if (!account) return undefined;
  const [session] = await run('select aal from auth.sessions where id = $1', [sessionOf(caller)]);
  return { account, strong: session?.aal === 'aal2' };
}

const factorOf = async (run: Run, uid: string, id: string): Promise<Row | undefined> =>
  (await run('select * from auth.mfa_factors where id = $1 and user_id = $2', [id, uid]))[0];

interface Enrolled {
  id: string;
  friendly_name: string | undefined;
  totp: { qr_code: string; secret: string; uri: string };
}

const hasFactor = async (run: Run, uid: string | null): Promise<boolean> =>
  (await run(`select 1 as found from auth.mfa_factors where user_id = $1 and status = 'verified'`, [uid])).length > 0;

/** Creates a factor, which counts once a code of it is verified. @param current the current password, which the first factor may need */
export async function enroll(
  { database, secrets }: Backend,
  caller: Caller,
  { name, issuer, current }: { name: string | undefined; issuer: string | undefined; current: string | undefined },
): Promise<Enrolled | Rejected> {
  const isFirst = !(await hasFactor(database.run, caller.uid));
  const proof = isFirst ? await provenAccount({ database }, caller, current) : undefined;
  if (typeof proof === 'string') return proof;
  return database.transaction(async (run) => {
    const session = await lockedSession(run, caller);
    if (!session) return 'no_session';
    const { account, strong } = session;
    const factors = await run('select status, friendly_name from auth.mfa_factors where user_id = $1', [account.id]);
    if (!strong && factors.some(({ status }) => status === 'verified')) return 'aal2_to_enroll';
    // The last factor was removed, or the password changed, after the look above.
    if (!strong && (!proof || proof.passwordHash !== account.passwordHash)) return 'reauthenticate';
    if (factors.length >= MOST_FACTORS) return 'many';
    if (name?.trim() && factors.some(({ friendly_name }) => friendly_name === name)) return 'name';
    const totp = new TOTP({ issuer: issuer || PRODUCT, label: account.email, secret: new Secret({ size: 20 }) });
    const id = randomUUID();
    await run(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
         values ($1, $2, $3, 'totp', 'unverified', $4)`,
      [id, account.id, name ?? null, seal(totp.secret.base32, keyOf(secrets.jwt_secret))],
    );
    const uri = totp.toString();
    return { id, friendly_name: name, totp: { qr_code: renderSVG(uri), secret: totp.secret.base32, uri } };
  });
}

/** @returns the id and the expiry (Unix time, s) of a new challenge */
export async function challenge(
  { database }: Backend,
  caller: Caller,
  factor: string,
): Promise<{ id: string; expires_at: number } | Rejected> {
  return database.transaction(async (run) => {
    const session = await lockedSession(run, caller);
    if (!session) return 'no_session';
    if (!(await factorOf(run, session.account.id, factor))) return 'missing';
    const id = randomUUID();
    await run(
      `delete from auth.mfa_challenges where factor_id = $1 and created_at <= now() - make_interval(secs => ${CHALLENGE_SECONDS})`,
      [factor],
    );
    await run('insert into auth.mfa_challenges (id, factor_id) values ($1, $2)', [id, factor]);
    await run('update auth.mfa_factors set last_challenged_at = now() where id = $1', [factor]);
    return { id, expires_at: Math.floor(Date.now() / 1000) + CHALLENGE_SECONDS };
  });
}

/** @returns the period of a valid code that no earlier code of the factor has used; undefined for every other code */
function periodOf(code: string, { secret, last_period }: Row, key: Buffer): number | undefined {
  const open = unseal(String(secret), key);
  if (!open || !/^\d{6}$/.test(code)) return undefined;
  const totp = new TOTP({ secret: Secret.fromBase32(open) });
  const counter = totp.counter();
  const delta = totp.validate({ token: code, window: 1 });
  if (delta === null || (last_period != null && counter + delta <= Number(last_period))) return undefined;
  return counter + delta;
}

interface Verified {
  /** The session's refresh token. Exchanging it at lite yields tokens with the new strength. */
  refreshToken: string;
  /** The sessions that ended, because they are from before the account's second factor. */
  ended: string[];
  first: boolean;
  email: string;
}

/** Raises the caller's session to `aal2` with a code. */
export async function verifyCode(
  { database, secrets }: Backend,
  caller: Caller,
  factor: string,
  { challenge: challenged, code }: { challenge: string; code: string },
): Promise<Verified | Rejected> {
  return database.transaction(async (run) => {
    const session = await lockedSession(run, caller);
    if (!session) return 'no_session';
    const { id: uid, email } = session.account;
    const found = await factorOf(run, uid, factor);
    if (!found) return 'missing';
    const [open] = await run(
      `select 1 as found from auth.mfa_challenges
         where id = $1 and factor_id = $2 and created_at > now() - make_interval(secs => ${CHALLENGE_SECONDS})`,
      [challenged, factor],
    );
    if (!open) return 'expired';
    const period = periodOf(code, found, keyOf(secrets.jwt_secret));
    if (period === undefined) return 'wrong';
    const own = sessionOf(caller);
    const [token] = await run(
      'select token from auth.refresh_tokens where session_id = $1 and not revoked order by created_at desc limit 1',
      [own],
    );
    if (!token) return 'no_session';
    await run('delete from auth.mfa_challenges where id = $1', [challenged]);
    await run(`update auth.mfa_factors set status = 'verified', last_period = $2, updated_at = now() where id = $1`, [
      factor,
      period,
    ]);
    await run(`update auth.sessions set aal = 'aal2', factor_id = $2 where id = $1`, [own, factor]);
    await addMethod(run, String(own), 'totp');
    const first = found.status !== 'verified';
    if (!first) return { refreshToken: String(token.token), ended: [], first, email };
    await run(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [uid]);
    const ended = await run(
      `delete from auth.sessions where user_id = $1 and aal is distinct from 'aal2' returning id`,
      [uid],
    );
    return { refreshToken: String(token.token), ended: ended.map(({ id }) => String(id)), first, email };
  });
}

/** Removes a factor; its sessions are as strong as a password again. @returns whether the factor was in use */
export async function unenroll(
  { database }: Backend,
  caller: Caller,
  factor: string,
): Promise<{ used: boolean } | Rejected> {
  return database.transaction(async (run) => {
    const session = await lockedSession(run, caller);
    if (!session) return 'no_session';
    const found = await factorOf(run, session.account.id, factor);
    if (!found) return 'missing';
    const used = found.status === 'verified';
    if (used && !session.strong) return 'aal2_to_remove';
    await run('delete from auth.mfa_factors where id = $1', [factor]);
    await run(
      `delete from auth.mfa_amr_claims where authentication_method = 'totp'
         and session_id in (select id from auth.sessions where factor_id = $1)`,
      [factor],
    );
    await run(`update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1`, [factor]);
    return { used };
  });
}

/** Remembers how a session proved who it is. */
export async function addMethod(run: Run, session: string, method: 'password' | 'otp' | 'totp'): Promise<void> {
  await run(
    `insert into auth.mfa_amr_claims (session_id, authentication_method) values ($1, $2)
       on conflict (session_id, authentication_method) do update set updated_at = now()`,
    [session, method],
  );
}
