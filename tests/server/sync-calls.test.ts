import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { learner, startTestServer, type TestServer } from './harness';

// The fast path of sync_push and sync_pull must give the same responses, rights and rejections as the general path.

type Learner = Awaited<ReturnType<typeof learner>>;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ supabaseDir: join(import.meta.dirname, '../../supabase') }, { alone: true });
  await server.backend.database.run(
    "insert into public.news (id, title, summary, content, slug, status) values ('f0000000-0000-4000-8000-000000000001', 'Ново', 'Дюзи', 'Дюза', 'novo', 'published')",
    [],
  );
}, 120_000);
afterAll(() => server.stop());

/** This header has no effect, but the fast path does not support it, so the server takes the general path. */
const GENERAL = { accept: 'application/json, */*' };

async function ask(
  { token }: Pick<Learner, 'token'>,
  path: string,
  body: string,
  headers: Record<string, string> = {},
) {
  const general = vi.spyOn(server.backend, 'fetch');
  const answer = await fetch(`${server.url}/rest/v1/rpc/${path}`, {
    method: 'POST',
    headers: {
      apikey: server.backend.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...headers,
    },
    body,
  });
  // The server's background jobs also call its API, so look only at calls of this path.
  const isThis = ([request]: [Request, ...unknown[]]) =>
    new URL(request.url).pathname.endsWith(path.split('?')[0] ?? path);
  const way = general.mock.calls.some(isThis) ? 'general' : 'short';
  general.mockRestore();
  return {
    way,
    answer: { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() },
  };
}

const view = (id: string, data: object = { news_id: 'f0000000-0000-4000-8000-000000000001' }) => ({
  id,
  kind: 'view',
  at: Date.UTC(2026, 9, 1),
  active_on: '2026-10-01',
  rev: 0,
  data,
});
const ID = 'view/news/f0000000-0000-4000-8000-000000000001';
const push = (...docs: unknown[]) => JSON.stringify({ p_docs: docs });
const pull = (...cursors: unknown[]) => JSON.stringify({ p_cursors: cursors, p_limit: 500 });

let learners = 0;
function newcomer(): Promise<Learner> {
  learners += 1;
  return learner(server, `sync-${learners}`);
}

test.each<[string, string, string, 'short' | 'general']>([
  ['a document', 'sync_push', push(view(ID)), 'short'],
  ['a document twice', 'sync_push', push(view(ID), view(ID)), 'short'],
  ['nothing', 'sync_push', push(), 'short'],
  [
    'good and bad documents',
    'sync_push',
    push(view(ID), view('view/1'), { id: 7 }, null, 'x', view('read/1', {})),
    'short',
  ],
  [
    'characters that no row holds',
    'sync_push',
    `{"p_docs":[${JSON.stringify(view(ID))},{"id":"view/\\u0000"},{"id":"\\ud800"}]}`,
    'general',
  ],
  ['a number beyond all', 'sync_push', '{"p_docs":[{"id":"view/1","kind":"view","at":1e400}]}', 'short'],
  ['a member named twice', 'sync_push', `{"p_docs":[],"p_docs":[${JSON.stringify(view(ID))}]}`, 'general'],
  ['a member too many', 'sync_push', '{"p_docs":[],"p_uid":"somebody"}', 'general'],
  ['no member', 'sync_push', '{}', 'general'],
  ['a version', 'sync_push', JSON.stringify({ p_docs: [view(ID)], p_version: 1 }), 'short'],
  [
    'a version',
    'sync_pull',
    JSON.stringify({ p_cursors: [{ scope: 'public', seq: 0 }], p_limit: 500, p_version: 1 }),
    'short',
  ],
  ['a version that is too new', 'sync_push', JSON.stringify({ p_docs: [view(ID)], p_version: 9_999 }), 'general'],
  ['a version that is too old', 'sync_pull', JSON.stringify({ p_cursors: [], p_limit: 500, p_version: 0 }), 'general'],
  ['no array', 'sync_push', '{"p_docs":{"id":"x"}}', 'general'],
  ['null', 'sync_push', '{"p_docs":null}', 'general'],
  ['a list', 'sync_push', '[]', 'general'],
  ['too many documents', 'sync_push', push(...Array.from({ length: 101 }, () => view(ID))), 'general'],
  ['no JSON', 'sync_push', '{"p_docs":[', 'general'],
  ['no body', 'sync_push', '', 'general'],
  ['what everybody follows', 'sync_pull', pull({ scope: 'public', seq: 0 }), 'short'],
  ['no scope', 'sync_pull', pull(), 'short'],
  ['a scope that is none', 'sync_pull', pull({ scope: 'nowhere', seq: 0 }), 'short'],
  [
    'another one’s journal',
    'sync_pull',
    pull({ scope: 'journal:f0000000-0000-4000-8000-000000000009', seq: 0 }),
    'short',
  ],
  ['a number as a text', 'sync_pull', '{"p_cursors":[{"scope":"public","seq":0}],"p_limit":"2"}', 'short'],
  ['half a row', 'sync_pull', '{"p_cursors":[],"p_limit":1.5}', 'general'],
  ['without a limit', 'sync_pull', '{"p_cursors":[{"scope":"public","seq":0}]}', 'general'],
  ['cursors that are none', 'sync_pull', '{"p_cursors":[1,null],"p_limit":5}', 'general'],
])('%s (%s) gets the same answer on both paths', async (_, path, body, way) => {
  const one = await newcomer();
  const other = path === 'sync_pull' ? one : await newcomer();
  const [short, general] = [await ask(one, path, body), await ask(other, path, body, GENERAL)];
  expect(short.answer).toEqual(general.answer);
  expect([short.way, general.way]).toEqual([way, 'general']);
});

test('documents that were pushed on the fast path belong to the caller', async () => {
  const maria = await newcomer();
  const pushed = await ask(maria, 'sync_push', push(view(ID)));
  expect(JSON.parse(pushed.answer.text)).toEqual([{ id: ID, status: 'applied', rev: expect.any(Number) }]);
  const journal = { scope: `journal:${maria.uid}`, seq: 0 };
  const [own] = JSON.parse((await ask(maria, 'sync_pull', pull(journal))).answer.text);
  expect(own).toMatchObject({ scope: journal.scope, rows: [{ id: ID }] });
  const [foreign] = JSON.parse((await ask(await newcomer(), 'sync_pull', pull(journal))).answer.text);
  expect(foreign).not.toHaveProperty('rows.0');
});

test.each<[string, Record<string, string>, string]>([
  ['another form', { accept: 'application/vnd.pgrst.object+json' }, ''],
  ['a preference', { prefer: 'return=minimal' }, ''],
  ['a filter', {}, '?limit=1'],
  ['a body of another type', { 'content-type': 'text/plain' }, ''],
])('%s uses the general path', async (_, headers, query) => {
  expect((await ask(await newcomer(), `sync_push${query}`, push(), headers)).way).toBe('general');
});

test('the service key uses the general path', async () => {
  const headers = { apikey: server.backend.secrets.secret_key };
  expect((await ask(await newcomer(), 'sync_push', push(), headers)).way).toBe('general');
});

test('a request of an erased account gets the general answer', async () => {
  const gone = await newcomer();
  await server.backend.database.run('delete from auth.users where id = $1', [gone.uid]);
  const [short, general] = [
    await ask(gone, 'sync_push', push(view(ID))),
    await ask(gone, 'sync_push', push(view(ID)), GENERAL),
  ];
  expect(short).toEqual(general);
});
