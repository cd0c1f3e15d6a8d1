import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { learner, startTestServer, type TestServer } from './harness';

// Whatever a caller writes into a query, a path or a body is the caller's fault, so no answer is a 5xx.

let server: TestServer;
let token: string;
let uid: string;
beforeAll(async () => {
  server = await startTestServer({ supabaseDir: resolve('supabase') });
  ({ token, uid } = await learner(server, 'odd'));
}, 120_000);
afterAll(() => server.stop());

async function statusOf(method: string, path: string, body?: string): Promise<string> {
  const answer = await fetch(`${server.url}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: server.backend.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body }),
  });
  return `${answer.status} ${method} ${path} ${body ?? ''} ${(await answer.text()).slice(0, 200)}`;
}
async function failures(requests: [method: string, path: string, body?: string][]): Promise<string[]> {
  const answers: string[] = [];
  for (const request of requests) answers.push(await statusOf(...request));
  return answers.filter((answer) => answer.startsWith('5'));
}

test('an odd sort order', async () => {
  const orders = `nope id.asc.desc constructor __proto__ toString id.sideways id.asc.nullsmiddle , . ( ) a(b) courses(title)
    videos(title).asc id' id" id;drop id->x id->>x title->x->>y 1 * id,id id.. count() id::text title.asc, a\0b \0 👀 "id" courses.id ID`;
  const paths = [...orders.split(/\s+/), '', ' id', 'x'.repeat(100)].map((order) => encodeURIComponent(order));
  expect(await failures(paths.map((order) => ['GET', `courses?select=id&order=${order}`]))).toEqual([]);
  expect((await statusOf('GET', 'courses?select=id&order=title.desc.nullslast,id')).slice(0, 3)).toBe('200');
});

test('an odd condition or selection', async () => {
  const queries = `select=nope select=%00 select=id%00 select=constructor select=__proto__ select=id::nope select=x: select=:id select=id.sum()
    select=nope(id) select=videos(nope) select=videos!nope(id) select=videos(id select=*, id=eq.%00 title=eq.%00 title=like.%00 nope=eq.1
    constructor=eq.1 %00=eq.1 id=nope.1 id=eq id=in.( id=in.(%00) or=(id.eq.%00) or=(nope.eq.1) or=() and=( title=fts.a%00 limit=x limit=-1
    offset=-1 limit=99999999999999999999 title=cs.{a id=is.nope`;
  expect(await failures(queries.split(/\s+/).map((query) => ['GET', `courses?${query}`]))).toEqual([]);
});

test('a view that nobody changes, an odd body or an odd path', async () => {
  const own = `profiles?id=eq.${uid}`;
  expect(
    await failures([
      ['PATCH', 'users', '{}'],
      ['PATCH', 'users?id=eq.1', '{"email":"a"}'],
      ['PATCH', `users?id=eq.${uid}`, '{"email":"a"}'],
      ['POST', 'users', `{"id":"${uid}"}`],
      ['DELETE', `users?id=eq.${uid}`],
      ['PATCH', 'profiles?id=eq.%00', '{"bio":"x"}'],
      ['PATCH', own, '{"bio":"a\\u0000b"}'],
      ['PATCH', own, '{"no\\u0000pe":"b"}'],
      ['PATCH', own, '{"nope":"b"}'],
      ['PATCH', own, '{"__proto__":"b"}'],
      ['PATCH', own, '[]'],
      ['PATCH', own, 'null'],
      ['PATCH', own, '{'],
      ['POST', 'rpc/no%00pe', '{}'],
      ['POST', 'rpc/constructor', '{}'],
      ['POST', 'rpc/my_address', '{"a\\u0000":1}'],
      ['POST', 'rpc/note_device', '{"p_agent":"a\\u0000"}'],
      ['POST', 'rpc/note_device', '[]'],
      ['GET', 'constructor'],
      ['GET', 'no%00pe'],
    ]),
  ).toEqual([]);
});
