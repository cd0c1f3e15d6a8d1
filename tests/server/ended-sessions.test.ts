import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf, learner, password, startTestServer, type TestServer } from './harness';

// A session that has ended stays ended: its access token is refused at once and after a restart.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const whoAmI = async (on: Pick<TestServer, 'url' | 'backend'>, token: string) =>
  (
    await fetch(`${on.url}/rest/v1/rpc/who`, {
      method: 'POST',
      headers: {
        apikey: server.backend.publishableKey,
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
      },
      body: '{}',
    })
  ).status;
const refresh = (refresh_token: string) => clientOf(server).auth.refreshSession({ refresh_token });

test('the second use of a refresh token ends the session and its access tokens at once', async () => {
  const { session } = await learner(server, 'stolen');
  const other = await clientOf(server).auth.signInWithPassword({ email: 'stolen@school.test', password });
  const second = (await refresh(session.refresh_token)).data.session;
  const third = (await refresh(second?.refresh_token ?? '')).data.session;
  expect(await whoAmI(server, third?.access_token ?? '')).toBe(200);
  expect((await refresh(session.refresh_token)).error?.code).toBe('refresh_token_already_used');
  for (const token of [session.access_token, second?.access_token ?? '', third?.access_token ?? ''])
    expect(await whoAmI(server, token)).toBe(401);
  expect((await refresh(third?.refresh_token ?? '')).error).not.toBeNull();
  // The account's other sessions stay.
  expect(await whoAmI(server, other.data.session?.access_token ?? '')).toBe(200);
});

test('a session that has ended, in any way, stays ended after a restart; others go on', async () => {
  const first = await startTestServer({}, { alone: true });
  const { client, token, uid } = await learner(first, 'restart');
  const stays = await clientOf(first).auth.signInWithPassword({ email: 'restart@school.test', password });
  const removed = await learner(first, 'removed');
  await client.auth.signOut({ scope: 'local' });
  await first.backend.database.run('delete from auth.sessions where user_id = $1', [removed.uid]);
  expect(uid).not.toBe(removed.uid);
  await first.close();
  const { dataDir, supabaseDir, distDir } = first.settings;
  const again = await startTestServer({ dataDir, supabaseDir, distDir });
  try {
    expect(await whoAmI(again, token)).toBe(401);
    expect(await whoAmI(again, removed.token)).toBe(401);
    expect(await whoAmI(again, stays.data.session?.access_token ?? '')).toBe(200);
  } finally {
    await again.stop();
    await first.stop();
  }
});
