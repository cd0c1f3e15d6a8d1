import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf, learner, password, sendTo, startTestServer, type TestServer } from './harness';

// An account whose address is not confirmed corrects it: the new address is pending until its link is opened, and no answer tells whether another
// account has it.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ supabaseDir: join(import.meta.dirname, '../../supabase') });
}, 120_000);
afterAll(() => server.stop());

const run = (sql: string, params: unknown[] = []) => server.backend.database.run(sql, params);
const ask = (method: string, path: string, token: string | undefined, body: unknown = {}) =>
  sendTo(server, method, `auth/v1/${path}`, body, token);
type Learner = Awaited<ReturnType<typeof learner>>;
const correct = ({ token }: Learner, email: string, current_password: string | undefined = password) =>
  ask('PUT', 'user', token, { email, current_password });
const mailTo = (email: string) => server.backend.mailbox.mails().find(({ to }) => to === email);
const tokenTo = (email: string) => /token_hash=(\w+)/.exec(mailTo(email)?.html ?? '')?.[1] ?? '';
/** @param session access token of the browser that opens the link */
async function open(token_hash: string, session?: string, type = 'email_change') {
  const answer = await ask('POST', 'verify', session, { token_hash, type });
  const body: { access_token?: string; error_code?: string; ended?: { password: boolean; sessions: number } } =
    await answer.json();
  return body;
}
const addressOf = async ({ client }: Learner) => (await client.rpc('my_address')).data;
const signsIn = async (email: string) =>
  (await clientOf(server).auth.signInWithPassword({ email, password })).error?.message ?? 'yes';

test('the account keeps its address until the link to the new one is opened', async () => {
  const mila = await learner(server, 'mial');
  expect((await correct(mila, 'Mila@school.test')).status).toBe(200);
  expect(await addressOf(mila)).toEqual({ email: 'mial@school.test', proven: false });
  expect([await signsIn('mial@school.test'), await signsIn('mila@school.test')]).toEqual([
    'yes',
    'Invalid login credentials',
  ]);
  // A link to the former address confirms only that one, so it must not outlive the change.
  await ask('POST', 'otp', undefined, { email: 'mial@school.test', create_user: false });
  const former = tokenTo('mial@school.test');
  const opened = await open(tokenTo('mila@school.test'), mila.token);
  expect([typeof opened.access_token, opened.ended]).toEqual(['string', undefined]);
  expect(await addressOf(mila)).toEqual({ email: 'mila@school.test', proven: true });
  expect((await open(former, mila.token, 'magiclink')).error_code).toBe('otp_expired');
  expect(await signsIn('mila@school.test')).toBe('yes');
  expect(await run('select email from public.user_subscriptions where user_id = $1', [mila.uid])).toEqual([
    { email: 'mila@school.test' },
  ]);
  expect(await (await correct(mila, 'x@school.test')).json()).toMatchObject({ error_code: 'address_proven' });
});

test('the answer for an address that another account has is the same, and its owner gets a mail without a token', async () => {
  const account = await learner(server, 'asker');
  await learner(server, 'known');
  const said = async (email: string) => {
    const start = performance.now();
    const answer = await correct(account, email);
    const body: { updated_at?: string; last_sign_in_at?: string } = await answer.json();
    return { status: answer.status, body, ms: performance.now() - start };
  };
  const [known, unknown] = [await said('KNOWN@school.test'), await said('unknown@school.test')];
  expect(known.status).toBe(200);
  expect({ ...known.body, updated_at: '' }).toEqual({ ...unknown.body, updated_at: '' });
  for (const { ms } of [known, unknown]) expect(ms).toBeGreaterThanOrEqual(399);
  expect(mailTo('known@school.test')).toMatchObject({ subject: 'Някой въведе Вашия адрес в Слой' });
  expect(mailTo('known@school.test')?.html).not.toMatch(/href|token/);
  expect(tokenTo('unknown@school.test')).toMatch(/^\w{64}$/);
  // Also the end of the earlier change must not tell.
  await correct(account, 'known@school.test');
  expect((await open(tokenTo('unknown@school.test'), account.token)).error_code).toBe('otp_expired');
});

test('the change needs the current password and an address', async () => {
  const account = await learner(server, 'safe');
  for (const current of ['Druga-2026!', '', undefined])
    expect(
      await (await ask('PUT', 'user', account.token, { email: 'thief@evil.test', current_password: current })).json(),
    ).toMatchObject({ error_code: 'invalid_credentials' });
  for (const email of ['no address', '', `${'x'.repeat(250)}@school.test`])
    expect(await (await correct(account, email)).json(), email).toMatchObject({ error_code: 'validation_failed' });
  expect(mailTo('thief@evil.test')).toBeUndefined();
});

test('a second change replaces the first, whichever device requests it', async () => {
  const account = await learner(server, 'twice');
  const other = await clientOf(server).auth.signInWithPassword({ email: 'twice@school.test', password });
  await correct(account, 'first@school.test');
  await correct({ ...account, token: other.data.session?.access_token ?? '' }, 'second@school.test');
  expect((await open(tokenTo('first@school.test'), account.token)).error_code).toBe('otp_expired');
  // This device did not request the second change, so the password and both sessions end.
  expect((await open(tokenTo('second@school.test'), account.token)).ended).toEqual({ password: true, sessions: 2 });
});

test('the link ends when another account takes the address, after ten minutes, and with the account', async () => {
  const account = await learner(server, 'late');
  await correct(account, 'wanted@school.test');
  await learner(server, 'wanted');
  expect((await open(tokenTo('wanted@school.test'), account.token)).error_code).toBe('otp_expired');
  await correct(account, 'slow@school.test');
  await run("update embedded.open_links set expires_at = expires_at - interval '601 seconds' where user_id = $1", [
    account.uid,
  ]);
  expect((await open(tokenTo('slow@school.test'), account.token)).error_code).toBe('otp_expired');
  expect(await addressOf(account)).toEqual({ email: 'late@school.test', proven: false });
  await correct(account, 'erased@school.test');
  await run('delete from auth.users where id = $1', [account.uid]);
  expect((await open(tokenTo('erased@school.test'))).error_code).toBe('otp_expired');
});

test('the owner who confirms the former address ends a pending change to the address of a stranger', async () => {
  const stranger = await learner(server, 'boss');
  await correct(stranger, 'own@evil.test');
  await ask('POST', 'otp', undefined, { email: 'boss@school.test', create_user: false });
  const owner = await open(tokenTo('boss@school.test'), undefined, 'magiclink');
  expect(owner.ended).toEqual({ password: true, sessions: 1 });
  expect((await open(tokenTo('own@evil.test'), stranger.token)).error_code).toBe('otp_expired');
  expect((await open(tokenTo('own@evil.test'))).error_code).toBe('otp_expired');
  expect(await run('select email from auth.users where id = $1', [stranger.uid])).toEqual([
    { email: 'boss@school.test' },
  ]);
});

test('a new password and the sign-out leave no change that another browser completes with the old password', async () => {
  const account = await learner(server, 'leaver');
  await correct(account, 'left@school.test');
  await account.client.auth.signOut();
  expect((await open(tokenTo('left@school.test'), account.token)).error_code).toBeUndefined();
  expect(await signsIn('left@school.test')).toBe('Invalid login credentials');
  const renewed = await learner(server, 'renewed');
  await correct(renewed, 'pending@school.test');
  await ask('PUT', 'user', renewed.token, { password: 'Moiata-2026!', current_password: password });
  expect((await open(tokenTo('pending@school.test'), renewed.token)).error_code).toBe('otp_expired');
});
