import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { capturedLog } from './captured-log';
import { clientOf, learner, password, startTestServer, type TestServer } from './harness';

// The client code of a hosted Supabase project sets a second factor up and signs in with it; administrators' rights depend on it.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ supabaseDir: join(import.meta.dirname, '../../supabase') });
});
afterAll(() => server.stop());
const run = (sql: string, params: unknown[] = []) => server.backend.database.run(sql, params);

/** The code of a secret, `periods` after now. */
const codeOf = (secret: string, periods = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + periods * 30_000 });

/** Registers a super administrator. */
async function administrator(name: string) {
  const person = await learner(server, name);
  await run('update auth.users set email_confirmed_at = now() where id = $1', [person.uid]);
  await run('insert into public.admin_users (email, is_super_admin) values ($1, true)', [`${name}@school.test`]);
  return person;
}

async function enrolled(client: SupabaseClient) {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp' });
  if (error) throw error;
  return { id: data.id, ...data.totp };
}

/** Sets a factor up. The period of the code may be used again by the tests that follow. */
async function setUp(client: SupabaseClient) {
  const factor = await enrolled(client);
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.secret) });
  if (error) throw error;
  await run('update auth.mfa_factors set last_period = null where id = $1', [factor.id]);
  return factor;
}

async function signedIn(name: string) {
  const client = clientOf(server);
  const { error } = await client.auth.signInWithPassword({ email: `${name}@school.test`, password });
  if (error) throw error;
  return client;
}
const levelOf = async (client: SupabaseClient) =>
  (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data ?? undefined;
const access = async (client: SupabaseClient) => (await client.rpc('console_access')).data;
/** An act of a super administrator. */
const readAudit = async (client: SupabaseClient) => (await client.rpc('admin_audit_entries')).error?.message;

test('a factor is set up with a code, raises the session, and the level survives a refresh', async () => {
  const lines = capturedLog();
  const { client, uid } = await administrator('set-up');
  expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
  const factor = await enrolled(client);
  expect(factor.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
  expect(new URL(factor.uri).searchParams.get('secret')).toBe(factor.secret);
  // Neither the secret nor a trace of it is in the database.
  const [row] = await run('select secret from auth.mfa_factors where id = $1', [factor.id]);
  expect(row?.secret).not.toContain(factor.secret);
  expect((await client.auth.mfa.listFactors()).data).toMatchObject({ all: [{ status: 'unverified' }], totp: [] });
  const wrong = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: '000000' });
  expect(wrong.error?.code).toBe('mfa_verification_failed');
  await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.secret) });
  for (const step of ['verified', 'refreshed']) {
    if (step === 'refreshed') await client.auth.refreshSession();
    const level = await levelOf(client);
    expect(level, step).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    expect(level?.currentAuthenticationMethods.map((one) => (typeof one === 'string' ? one : one.method))).toEqual([
      'totp',
      'password',
    ]);
  }
  expect((await client.auth.mfa.listFactors()).data?.totp).toHaveLength(1);
  expect(await readAudit(client)).toBeUndefined();
  const events = lines().map(({ event }) => event);
  expect(events).toEqual(expect.arrayContaining(['failed_code', 'second_factor_set_up']));
  expect(JSON.stringify(lines())).not.toContain(uid);
});

test('a session older than five minutes sets the first factor up only with the password, and the account gets an e-mail', async () => {
  const { client, uid, token } = await administrator('older');
  await run("update auth.sessions set created_at = created_at - interval '5 minutes' where user_id = $1", [uid]);
  const enroll = async (body: object) => {
    const answer = await fetch(`${server.url}/auth/v1/factors`, {
      method: 'POST',
      headers: {
        apikey: server.backend.publishableKey,
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({ factor_type: 'totp', ...body }),
    });
    return { status: answer.status, ...((await answer.json()) as { error_code?: string; id?: string }) };
  };
  expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('reauthentication_needed');
  expect(await enroll({ current_password: 'Gadana-2026!' })).toMatchObject({
    status: 400,
    error_code: 'invalid_credentials',
  });
  expect((await enroll({ current_password: { a: 1 } })).status).toBe(422);
  expect(await run('select 1 from auth.mfa_factors where user_id = $1', [uid])).toEqual([]);
  expect((await enroll({ current_password: password })).status).toBe(200);
  const mails = () => server.backend.mailbox.mails().filter(({ to }) => to === 'older@school.test');
  expect(mails()).toEqual([]);
  const again = await signedIn('older');
  await setUp(again);
  expect(mails()).toMatchObject([{ subject: 'Включен е код при вход в Слой' }]);
  // A session with the code needs no password for a further factor.
  await run("update auth.sessions set created_at = created_at - interval '5 minutes' where user_id = $1", [uid]);
  expect((await again.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'second' })).error).toBeNull();
});

test('sessions from before the second factor end when it is set up', async () => {
  const { client } = await administrator('earlier');
  const other = await signedIn('earlier');
  const token = (await other.auth.getSession()).data.session?.access_token ?? '';
  await setUp(client);
  expect((await other.rpc('console_access')).status).toBe(401);
  expect((await other.auth.getUser(token)).error?.name).toBe('AuthSessionMissingError');
});

test('a password alone opens the lessons, but no act of an administrator, until a code is entered', async () => {
  const { client } = await administrator('sign-in');
  const { id, secret } = await setUp(client);
  const again = await signedIn('sign-in');
  expect(await levelOf(again)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
  expect(await access(again)).toBe('code');
  expect(await readAudit(again)).toBe('second_factor_needed');
  const added = await again.from('admin_users').insert({ email: 'friend@school.test', is_super_admin: true });
  expect(added.error?.code).toBe('42501');
  expect((await again.rpc('my_sessions')).error).toBeNull();
  // The password alone neither adds another factor nor removes this one.
  expect((await again.auth.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('insufficient_aal');
  expect((await again.auth.mfa.unenroll({ factorId: id })).error?.code).toBe('insufficient_aal');
  expect((await again.rpc('create_recovery_codes')).error?.message).toBe('second_factor_needed');
  await again.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) });
  expect(await access(again)).toBe('open');
  expect(await readAudit(again)).toBeUndefined();
  expect((await again.auth.mfa.unenroll({ factorId: id })).error).toBeNull();
  await again.auth.refreshSession();
  expect(await levelOf(again)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
});

test('a password alone opens no route of the service that only administrators have', async () => {
  const { client } = await administrator('service');
  await learner(server, 'other');
  const { id, secret } = await setUp(client);
  const again = await signedIn('service');
  const statuses = async () => {
    const headers = {
      authorization: `Bearer ${(await again.auth.getSession()).data.session?.access_token}`,
      'content-type': 'application/json',
    };
    const paths = [
      'server-state',
      'api/push-stats',
      'billing-history/other@school.test',
      'billing-history/service@school.test',
    ];
    const read = paths.map((path) => fetch(`${server.paymentsUrl}/${path}`, { headers }));
    const body = JSON.stringify({ userId: crypto.randomUUID(), title: 'Новина', body: 'Текст', type: 'info' });
    const sent = fetch(`${server.paymentsUrl}/api/send-push-notification`, { method: 'POST', headers, body });
    return (await Promise.all([...read, sent])).map(({ status }) => status);
  };
  expect(await statuses()).toEqual([403, 403, 403, 200, 403]);
  await again.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) });
  expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
});

test('a code works once, in its own period and the two beside it; a challenge lives five minutes', async () => {
  const { client } = await administrator('once');
  const { id, secret } = await setUp(client);
  const enter = async (code: string) =>
    (await client.auth.mfa.challengeAndVerify({ factorId: id, code })).error?.code ?? 'accepted';
  expect(await enter(codeOf(secret, -2))).toBe('mfa_verification_failed');
  expect(await enter(codeOf(secret, 2))).toBe('mfa_verification_failed');
  expect(await enter(codeOf(secret, -1))).toBe('accepted');
  expect(await enter(codeOf(secret, -1))).toBe('mfa_verification_failed');
  expect(await enter(codeOf(secret, 1))).toBe('accepted');
  // A code from before the last accepted one is old, too.
  expect(await enter(codeOf(secret))).toBe('mfa_verification_failed');
  await run('update auth.mfa_factors set last_period = null where id = $1', [id]);
  const { data: late } = await client.auth.mfa.challenge({ factorId: id });
  await run("update auth.mfa_challenges set created_at = created_at - interval '5 minutes' where id = $1", [late?.id]);
  const expired = await client.auth.mfa.verify({ factorId: id, challengeId: late?.id ?? '', code: codeOf(secret) });
  expect(expired.error?.code).toBe('mfa_challenge_expired');
  // A challenge is answered once.
  const { data: open } = await client.auth.mfa.challenge({ factorId: id });
  const answer = (code: string) => client.auth.mfa.verify({ factorId: id, challengeId: open?.id ?? '', code });
  expect((await answer(codeOf(secret))).error).toBeNull();
  expect((await answer(codeOf(secret, 1))).error?.code).toBe('mfa_challenge_expired');
});

test('another account, a visitor and an ended session reach no factor', async () => {
  const { client, token } = await administrator('owner');
  const { id, secret } = await setUp(client);
  const stranger = await administrator('stranger');
  expect((await stranger.client.auth.mfa.challenge({ factorId: id })).error?.code).toBe('mfa_factor_not_found');
  const { data } = await client.auth.mfa.challenge({ factorId: id });
  const stolen = await stranger.client.auth.mfa.verify({
    factorId: id,
    challengeId: data?.id ?? '',
    code: codeOf(secret),
  });
  expect(stolen.error?.code).toBe('mfa_factor_not_found');
  expect((await stranger.client.auth.mfa.unenroll({ factorId: id })).error?.code).toBe('mfa_factor_not_found');
  const send = (method: string, path: string, bearer?: string) =>
    fetch(`${server.url}/auth/v1/factors${path}`, {
      method,
      headers: {
        apikey: server.backend.publishableKey,
        'content-type': 'application/json',
        ...(bearer && { authorization: `Bearer ${bearer}` }),
      },
      ...(method === 'POST' && { body: '{"factor_type":"totp"}' }),
    }).then(({ status }) => status);
  expect(await send('POST', '')).toBe(401);
  expect(await send('POST', `/${id}/challenge`)).toBe(401);
  expect(await send('DELETE', `/${id}`)).toBe(401);
  expect(await send('POST', "/1'/challenge", token)).toBe(404);
  expect(await send('DELETE', '/x', token)).toBe(404);
  await client.auth.signOut({ scope: 'local' });
  expect(await send('POST', '', token)).toBe(403);
  for (const role of ['anon', 'authenticated'])
    for (const table of ['auth.mfa_factors', 'auth.mfa_challenges', 'auth.mfa_amr_claims', 'sync.recovery_codes'])
      expect(await run('select has_table_privilege($1, $2, $3) as may', [role, table, 'select'])).toEqual([
        { may: false },
      ]);
});

test('a recovery code removes the factor once, ends other sessions and tells the account; five wrong ones wait', async () => {
  const lines = capturedLog();
  const { client, uid } = await administrator('recovery');
  const { id } = await setUp(client);
  const { data } = await client.rpc('create_recovery_codes');
  const codes = data as string[];
  expect(new Set(codes).size).toBe(10);
  expect(codes[0]).toMatch(/^([\da-f]{4}-){7}[\da-f]{4}$/);
  const again = await signedIn('recovery');
  const use = async (code: string) => (await again.rpc('use_recovery_code', { p_code: code })).data;
  const guess = codes[0]?.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')) ?? '';
  for (let tries = 0; tries < 5; tries++) expect(await use(guess)).toBe('wrong');
  expect(await use(codes[0] ?? '')).toBe('wait');
  await run("update sync.recovery_tries set at = at - interval '1 hour' where user_id = $1", [uid]);
  // Typed by hand: without groups and in capital letters.
  expect(await use(` ${codes[3]?.replaceAll('-', '').toUpperCase()} `)).toBe('done');
  expect(await use(codes[3] ?? '')).toBe('wrong');
  expect(await access(again)).toBe('open');
  expect(await readAudit(again)).toBeUndefined();
  expect((await client.rpc('console_access')).status).toBe(401);
  expect((await again.auth.mfa.listFactors()).data?.all).toEqual([]);
  expect((await again.auth.mfa.challenge({ factorId: id })).error?.code).toBe('mfa_factor_not_found');
  expect(await run('select type from public.notifications where user_id = $1', [uid])).toEqual([{ type: 'warning' }]);
  expect(lines().map(({ event }) => event)).toEqual(expect.arrayContaining(['failed_code', 'recovery_code_used']));
  expect((await setUp(again)).id).not.toBe(id);
});

test('few codes may be tried', async () => {
  const strict = await startTestServer({ rateLimits: 'on' });
  try {
    const { client } = await learner(strict, 'guess');
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' });
    const codes: (string | undefined)[] = [];
    for (let tries = 0; tries < 6; tries++)
      codes.push((await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code: '123' })).error?.code);
    expect(codes).toEqual([...Array(5).fill('mfa_verification_failed'), 'over_request_rate_limit']);
  } finally {
    await strict.stop();
  }
});

test('an administrator who returns after 12 hours, or 30 days after the sign-in, signs in again, and learns meanwhile', async () => {
  const { client, uid } = await administrator('idle');
  const age = (column: string, by: string) =>
    run(`update auth.sessions set ${column} = ${column} - $2::interval where user_id = $1`, [uid, by]);
  await client.auth.refreshSession();
  await age('refreshed_at', '11 hours');
  await client.auth.refreshSession();
  expect(await access(client)).toBe('open');
  await age('refreshed_at', '12 hours');
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect(await access(client)).toBe('sign_in');
  expect(await readAudit(client)).toBe('sign_in_needed');
  expect((await client.rpc('my_sessions')).error).toBeNull();
  const again = await signedIn('idle');
  expect(await access(again)).toBe('open');
  await age('created_at', '30 days');
  expect(await access(again)).toBe('sign_in');
  const pupil = await learner(server, 'idle-pupil');
  await run("update auth.sessions set created_at = created_at - interval '60 days' where user_id = $1", [pupil.uid]);
  expect((await pupil.client.auth.refreshSession()).error).toBeNull();
  expect((await pupil.client.rpc('my_sessions')).error).toBeNull();
});
