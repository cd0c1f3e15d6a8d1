import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf, learner, password, startTestServer, type TestServer } from './harness';

// A stolen token does not take an account over, and the server itself refuses passwords that are easy to guess.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const NEXT = 'Moiata-2026!';

async function setPassword(token: string, body: object): Promise<{ status: number; code: string | undefined }> {
  const answer = await fetch(`${server.url}/auth/v1/user`, {
    method: 'PUT',
    headers: {
      apikey: server.backend.publishableKey,
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify(body),
  });
  const { error_code } = (await answer.json()) as { error_code?: string };
  return { status: answer.status, code: error_code };
}

/** Makes the sessions of an account older than the time in which they may set a password. */
const age = (uid: string) =>
  server.backend.database.run(
    "update auth.sessions set created_at = created_at - interval '5 minutes' where user_id = $1",
    [uid],
  );
const signIn = async (name: string, secret: string) =>
  (await clientOf(server).auth.signInWithPassword({ email: `${name}@school.test`, password: secret })).error?.message;

test('a session older than five minutes sets a password only with the current one, also after a refresh', async () => {
  const { client, uid, token } = await learner(server, 'older');
  await age(uid);
  const refused = { status: 400, code: 'reauthentication_needed' };
  expect(await setPassword(token, { password: NEXT })).toEqual(refused);
  // The answer must not tell whether a guess is the current password.
  expect(await setPassword(token, { password })).toEqual(refused);
  const refreshed = (await client.auth.refreshSession()).data.session?.access_token ?? '';
  expect(await setPassword(refreshed, { password: NEXT })).toEqual(refused);
  const guess = { password: NEXT, current_password: 'Gadana-2026!' };
  expect(await setPassword(token, guess)).toEqual({ status: 400, code: 'invalid_credentials' });
  expect((await setPassword(token, { password: NEXT, current_password: { a: 1 } })).status).toBe(400);
  expect(await signIn('older', password)).toBeUndefined();
  expect((await setPassword(token, { password: NEXT, current_password: password })).status).toBe(200);
  expect(await signIn('older', NEXT)).toBeUndefined();
});

test('a new sign-in sets a password without naming the current one, as the settings do', async () => {
  const { uid } = await learner(server, 'newer');
  await age(uid);
  const client = clientOf(server);
  await client.auth.signInWithPassword({ email: 'newer@school.test', password });
  expect((await client.auth.updateUser({ password: NEXT })).error).toBeNull();
  expect(await signIn('newer', password)).toBe('Invalid login credentials');
});

const faults: [what: string, secret: string, message: RegExp][] = [
  ['is too short', 'Ab1!xyz', /^Password should be at least 8 characters/],
  ['has one kind of letter', 'aaaaaaaa', /^Password should contain/],
  ['has no letter', '12345678', /^Password should contain/],
  ['has no digit', 'Moiatata!', /^Password should contain/],
  ['has no symbol', 'Moiata2026', /^Password should contain/],
  ['is common', 'Password1!', /known to be weak/],
  ['is common with signs for letters', 'P@ssw0rd', /known to be weak/],
  ['is common with a digit before it', '1Password!', /known to be weak/],
  ['is common with a sign before it', '!Qwerty123', /known to be weak/],
  ['is common between digits and signs', '#1Pa$$w0rd2026!', /known to be weak/],
  ['has more than 72 bytes', `Aa1!${'я'.repeat(35)}`, /^Password cannot be longer than 72/],
];

test.each(faults)('a password that %s is refused, at the registration and later', async (_, secret, message) => {
  const client = clientOf(server);
  const email = `fault-${faults.findIndex(([, one]) => one === secret)}@school.test`;
  const refused = await client.auth.signUp({ email, password: secret });
  expect(refused.error?.message).toMatch(message);
  expect((await client.auth.signUp({ email, password })).error).toBeNull();
  expect((await client.auth.updateUser({ password: secret })).error?.message).toMatch(message);
});

test('72 bytes are accepted, and a sign-in with more than them never matches', async () => {
  const secret = `Aa1!${'я'.repeat(34)}`;
  const { error } = await clientOf(server).auth.signUp({ email: 'long@school.test', password: secret });
  expect(error).toBeNull();
  expect(await signIn('long', secret)).toBeUndefined();
  expect(await signIn('long', `${secret}x`)).toBe('Invalid login credentials');
});
