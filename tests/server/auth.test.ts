import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf, learner, password, solvedChallenge, startTestServer, type TestServer } from './harness';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('a learner signs up, out and in again, and keeps the name', async () => {
  const client = clientOf(server);
  const up = await client.auth.signUp({ email: 'Ani@school.test', password, options: { data: { full_name: 'Ани' } } });
  expect(up.error).toBeNull();
  expect(up.data.user?.user_metadata.full_name).toBe('Ани');
  await client.auth.signOut();
  const again = await client.auth.signInWithPassword({ email: 'ani@school.test', password });
  expect(again.error).toBeNull();
  const refreshed = await client.auth.refreshSession();
  expect(refreshed.data.session?.user.email).toBe('ani@school.test');
});

test('an address with invisible characters is the same account; a password stays as typed', async () => {
  const client = clientOf(server);
  const secret = `${password}\u200b`;
  const up = await client.auth.signUp({
    email: '\u200bvidima@school.test',
    password: secret,
    options: { data: { full_name: 'Тодо\u0440 И\u0438\u0306\u200e' } },
  });
  expect(up.error).toBeNull();
  expect(up.data.user).toMatchObject({ email: 'vidima@school.test', user_metadata: { full_name: 'Тодор Ий' } });
  const signIn = (email: string, typed: string) => clientOf(server).auth.signInWithPassword({ email, password: typed });
  expect((await signIn('vidima@school.test\u200e', secret)).error).toBeNull();
  expect((await signIn('vidima@school.test', password)).error?.message).toBe('Invalid login credentials');
});

test('errors of sign-in and sign-up have the texts that the screens map', async () => {
  const client = clientOf(server);
  await learner(server, 'known');
  const { uid } = await learner(server, 'unconfirmed');
  // Simulates an unconfirmed account of a hosted project. This backend confirms each account at once and leaves only its address unconfirmed.
  await server.backend.database.run(
    'update auth.users set email_confirmed_at = null, phone_confirmed_at = null where id = $1',
    [uid],
  );
  const messages = {
    wrong: (await client.auth.signInWithPassword({ email: 'known@school.test', password: 'not-it-2026!' })).error
      ?.message,
    unknown: (await client.auth.signInWithPassword({ email: 'nobody@school.test', password })).error?.message,
    unconfirmed: (await client.auth.signInWithPassword({ email: 'unconfirmed@school.test', password })).error?.message,
    taken: (await client.auth.signUp({ email: 'known@school.test', password })).error?.message,
    short: (await client.auth.signUp({ email: 'short@school.test', password: 'Ab1!' })).error?.message,
    invalid: (await client.auth.signUp({ email: 'no-address', password })).error?.message,
  };
  expect(messages).toEqual({
    wrong: 'Invalid login credentials',
    unknown: 'Invalid login credentials',
    unconfirmed: 'Email not confirmed',
    taken: 'User already registered',
    short: 'Password should be at least 8 characters.',
    invalid: 'Unable to validate email address: invalid format',
  });
});

test('row-level security applies to REST: own rows only, no protected columns, nothing for visitors', async () => {
  const [a, b] = [await learner(server, 'row-a'), await learner(server, 'row-b')];
  expect((await a.client.from('notes').insert({ body: 'моя' })).error).toBeNull();
  expect((await b.client.from('notes').select()).data).toEqual([]);
  expect((await a.client.from('notes').select('body,points')).data).toEqual([{ body: 'моя', points: 0 }]);
  expect((await a.client.from('notes').insert({ body: 'x', points: 100 })).error?.code).toBe('42501');
  expect((await a.client.from('notes').insert({ body: 'x', owner: b.uid })).error?.code).toBe('42501');
  expect((await clientOf(server).from('notes').select()).error?.code).toBe('42501');
  expect((await a.client.rpc('who')).data).toEqual({ uid: a.uid, email: 'row-a@school.test', role: 'authenticated' });
});

test('concurrent requests never see each other’s role or claims', async () => {
  const people = await Promise.all(['c1', 'c2', 'c3', 'c4'].map((name) => learner(server, name)));
  const answers = await Promise.all(
    Array.from({ length: 120 }, async (_, i) => {
      const person = people[i % people.length]!;
      // Adds sign-ins between the RPC calls, because the transaction of a sign-in yields to other work.
      if (i % 10 === 0)
        await person.client.auth.signInWithPassword({ email: `c${(i % people.length) + 1}@school.test`, password });
      const { data } = await person.client.rpc('who');
      return data?.uid === person.uid && data?.role === 'authenticated';
    }),
  );
  expect(answers.every(Boolean)).toBe(true);
});

test('no other request joins a transaction that waits', async () => {
  const [slow, quick] = [await learner(server, 'slow'), await learner(server, 'quick')];
  const vars = { auth: { uid: slow.uid, role: 'authenticated', jwt: { sub: slow.uid, role: 'authenticated' } } };
  let answer: Promise<{ data: { uid: string } | null }> | undefined;
  await server.backend.database.connection.withContext(vars, async (db) => {
    await db.insertInto('notes').values({ body: 'first' }).execute();
    answer = (async () => quick.client.rpc('who'))();
    // Gives the other request time to join the open transaction, which the mutex must prevent.
    await Promise.race([answer, new Promise((later) => setTimeout(later, 500))]);
    await db.insertInto('notes').values({ body: 'second' }).execute();
  });
  expect((await answer)?.data?.uid).toBe(quick.uid);
  expect((await slow.client.from('notes').select('body').order('id')).data).toEqual([
    { body: 'first' },
    { body: 'second' },
  ]);
});

test('a request without a key or for another schema is rejected', async () => {
  expect((await fetch(`${server.url}/rest/v1/notes`)).status).toBe(401);
  const { token } = await learner(server, 'schemas');
  const headers = { apikey: server.backend.publishableKey, authorization: `Bearer ${token}` };
  const answer = await fetch(`${server.url}/rest/v1/users?select=encrypted_password`, {
    headers: { ...headers, 'accept-profile': 'auth' },
  });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([406, 'PGRST106']);
  expect(
    (await fetch(`${server.url}/_system/config`, { headers: { ...headers, accept: 'application/json' } })).status,
  ).toBe(404);
});

test('a body of 10 MB gets a 413 in JSON, with or without a Content-Length', async () => {
  const { token } = await learner(server, 'big-body');
  const headers = {
    apikey: server.backend.publishableKey,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  };
  const body = JSON.stringify({ p_text: 'x'.repeat(10_000_000) });
  const announced = await fetch(`${server.url}/rest/v1/rpc/echo`, { method: 'POST', headers, body });
  expect([announced.status, ((await announced.json()) as { code: string }).code]).toEqual([413, 'PT413']);
  const chunks = new ReadableStream({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode(body));
      controller.close();
    },
  });
  const streamed = await fetch(`${server.url}/rest/v1/rpc/echo`, {
    method: 'POST',
    headers,
    body: chunks,
    duplex: 'half',
  } as RequestInit);
  expect(streamed.status).toBe(413);
  const fits = await fetch(`${server.url}/rest/v1/rpc/echo`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ p_text: 'x'.repeat(1_000_000) }),
  });
  expect(await fits.json()).toBe(1_000_000);
});

test('an endlessly nested body gets a clear 400, and a request without a body reaches the table', async () => {
  const { token } = await learner(server, 'deep-body');
  const headers = {
    apikey: server.backend.publishableKey,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  };
  const body = `{"p_text":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const deep = await fetch(`${server.url}/rest/v1/rpc/echo`, { method: 'POST', headers, body });
  expect([deep.status, ((await deep.json()) as { code: string }).code]).toEqual([400, 'PGRST102']);
  const brackets = await fetch(`${server.url}/rest/v1/rpc/echo`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ p_text: '"['.repeat(1_000) }),
  });
  expect(await brackets.json()).toBe(2_000);
  const removed = await fetch(`${server.url}/rest/v1/notes?id=eq.1`, { method: 'DELETE', headers });
  expect(removed.status).toBe(403);
});

test('too many sign-ins of one account are rejected for a while, those of other accounts are not', async () => {
  const limited = await startTestServer({ rateLimits: 'on' });
  try {
    const client = clientOf(limited);
    const attempts: (string | undefined)[] = [];
    for (let i = 0; i < 11; i += 1) {
      attempts.push(
        (await client.auth.signInWithPassword({ email: 'victim@school.test', password: `guess-${i}` })).error?.message,
      );
    }
    expect(attempts.slice(0, 10).every((message) => message === 'Invalid login credentials')).toBe(true);
    expect(attempts[10]).toBe('Too many requests');
    expect((await client.auth.signInWithPassword({ email: 'other@school.test', password })).error?.message).toBe(
      'Invalid login credentials',
    );
    const raw = await fetch(`${limited.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: limited.backend.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'VICTIM@school.test ', password }),
    });
    expect(raw.status).toBe(429);
    expect(Number(raw.headers.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    await limited.stop();
  }
});

test('too many new passwords of one account are rejected, whatever else the request names', async () => {
  const limited = await startTestServer({ rateLimits: 'on' });
  try {
    const { token } = await learner(limited, 'owner');
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1) {
      const answer = await fetch(`${limited.url}/auth/v1/user`, {
        method: 'PUT',
        headers: {
          apikey: limited.backend.publishableKey,
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
        },
        body: JSON.stringify({ password: 'weak', ...(i % 2 ? { email: `other-${i}@school.test` } : {}) }),
      });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, (_, i) => (i % 2 ? 400 : 422)), 429]);
  } finally {
    await limited.stop();
  }
});

test.each(['email', 'phone', 'password', 'data', 'nonce', 'app_metadata'])(
  'a change of the account with the %s null gets no 500',
  async (field) => {
    const { token } = await learner(server, `null-${field.replace('_', '-')}`);
    const answer = await fetch(`${server.url}/auth/v1/user`, {
      method: 'PUT',
      headers: {
        apikey: server.backend.publishableKey,
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({ [field]: null }),
    });
    expect(answer.status, await answer.text()).toBeLessThan(500);
  },
);

test('an account is created only with a solved, unused challenge', async () => {
  const guarded = await startTestServer({ botCheck: true });
  try {
    const client = clientOf(guarded);
    const signUp = async (name: string, captchaToken?: string) =>
      (
        await client.auth.signUp({
          email: `${name}@school.test`,
          password,
          options: captchaToken ? { captchaToken } : {},
        })
      ).error?.message;
    const token = await solvedChallenge(guarded.url);
    const forged = Buffer.from(token, 'base64')
      .toString('utf8')
      .replace(/"cost":\d+/, '"cost":1');
    expect(await signUp('one')).toBe('captcha protection: request disallowed (missing-input-response)');
    expect(await signUp('two', Buffer.from(forged).toString('base64'))).toBe(
      'captcha protection: request disallowed (invalid-input-response)',
    );
    const atOnce = await Promise.all(['three', 'three-a', 'three-b'].map((name) => signUp(name, token)));
    expect(atOnce.filter((rejection) => rejection === undefined)).toHaveLength(1);
    const made = ['three', 'three-a', 'three-b'][atOnce.indexOf(undefined)];
    expect(await signUp('four', token)).toBe('captcha protection: request disallowed (timeout-or-duplicate)');
    // A request for a link never creates an account.
    expect((await client.auth.signInWithOtp({ email: 'five@school.test' })).error).toBeNull();
    expect(
      await guarded.backend.database.run("select id from auth.users where email = 'five@school.test'", []),
    ).toEqual([]);
    expect((await client.auth.signInWithPassword({ email: `${made}@school.test`, password })).error).toBeNull();
  } finally {
    await guarded.stop();
  }
});
