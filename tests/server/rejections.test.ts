import { afterAll, beforeAll, expect, test } from 'vitest';
import { learner, startTestServer, type TestServer, tempDir, tinyMigration, writeSchool } from './harness';

const rejections = `
create table public.pages (
  id int primary key, up int references public.pages (id), words text check (char_length(words) < 10), seen date, mark uuid
);
grant select, insert on public.pages to authenticated;
insert into public.pages (id, up, words) select n, case when n > 1 then 1 end, 'aaaaaaaaa' from generate_series(1, 30) n;
create function public.seat() returns void language plpgsql as $$ begin raise exception 'event_full' using hint = 'later'; end $$;
create function public.take(p_id uuid, p_words text, p_number int) returns int language sql as $$ select p_number $$;
`;

const folder = tempDir();
let server: TestServer;
let token: string;
beforeAll(async () => {
  const supabaseDir = writeSchool(folder.path, {
    '20260101000000_create_school.sql': tinyMigration,
    '20260102000000_add_pages.sql': rejections,
  });
  server = await startTestServer({ supabaseDir });
  ({ token } = await learner(server, 'asks'));
});
afterAll(async () => {
  await server.stop();
  folder.remove();
});

async function ask(
  path: string,
  body?: unknown,
  method = body === undefined ? 'GET' : 'POST',
): Promise<{ status: number; answer: Record<string, unknown> }> {
  const answer = await fetch(server.url + path, {
    method,
    headers: {
      apikey: server.backend.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, answer: JSON.parse((await answer.text()) || '{}') as Record<string, unknown> };
}

test('rejections of functions and constraints are a 400 with the database’s own code and text', async () => {
  expect(await ask('/rest/v1/rpc/seat', {})).toEqual({
    status: 400,
    answer: { code: 'P0001', message: 'event_full', details: null, hint: 'later' },
  });
  expect(await ask('/rest/v1/pages', { id: 100, words: 'far too many words' })).toMatchObject({
    status: 400,
    answer: { code: '23514' },
  });
  expect(await ask('/rest/v1/pages', { id: 1 })).toMatchObject({ status: 409, answer: { code: '23505' } });
  const wrong = [
    null,
    [],
    {},
    [[]],
    1e308,
    -1,
    'x',
    '\u0000',
    '\ud800',
    true,
    { toString: 1 },
    JSON.parse('{"__proto__": {"a": 1}}'),
    '99999-99-99',
  ];
  for (const value of wrong) {
    for (const name of ['p_id', 'p_words', 'p_number']) {
      const { status, answer } = await ask('/rest/v1/rpc/take', {
        p_id: null,
        p_words: null,
        p_number: 1,
        [name]: value,
      });
      expect([name, value, status < 500, answer]).toEqual([name, value, true, answer]);
    }
    for (const name of ['id', 'words', 'seen', 'mark']) {
      const { status, answer } = await ask('/rest/v1/pages', { id: 1, [name]: value });
      expect([name, value, status < 500, answer]).toEqual([name, value, true, answer]);
    }
  }
});

test('no query blocks the others: embedded rows, conditions and patterns are limited', async () => {
  const within = (levels: number) => `id,${'pages!up(id,'.repeat(levels)}id${')'.repeat(levels)}`;
  const rejected = [
    `select=${within(10)}`,
    `select=${encodeURIComponent(within(50))}`,
    `select=id&select=${within(10)}`,
    `select=id,${Array.from({ length: 40 }, (_, n) => `a${n}:pages!up(id)`).join(',')}`,
    `and=(${'and('.repeat(1000)}id.eq.1,id.eq.2${')'.repeat(1000)})`,
    `words=match.${encodeURIComponent('(.*)(.*)(.*)(.*)\\1\\2\\3x')}`,
    'words=not.imatch.x',
    'words=match(any).{x}',
    'or=(id.eq.1,words.match.x)',
  ];
  for (const query of rejected)
    expect([query, await ask(`/rest/v1/pages?${query}`)]).toMatchObject([
      query,
      { status: 400, answer: { code: 'PGRST100' } },
    ]);
  expect(
    (await ask('/rest/v1/pages?select=id,up(id,up(id))&or=(id.eq.1,and(id.gt.1,id.lt.3))&words=ilike.*a*')).status,
  ).toBe(200);
  expect((await ask('/rest/v1/pages?words=eq.a.match.b')).status).toBe(200);
});

test('a body that the auth service cannot read is rejected before it, and no answer is a server error', async () => {
  const good = { email: 'odd@school.test', password: 'Dobra-2026!' };
  const odd: [string, unknown][] = [
    ['signup', { ...good, email: 'a\u0000@school.test' }],
    ['signup', { ...good, email: `${'x'.repeat(400)}@school.test` }],
    ['signup', { ...good, email: { a: 1 } }],
    ['signup', { ...good, password: ['x'] }],
    ['signup', { ...good, data: { full_name: 'a\u0000b' } }],
    ['signup', '{"email": "odd@school.test", "password": "Dobra-2026!", "data": {"full_name": "\\ud800"}}'],
    ['signup', `{"data": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
    ['otp', { email: 'x\u0000@school.test', create_user: false }],
    ['recover', { email: 5 }],
    ['token?grant_type=refresh_token', { refresh_token: {} }],
    ['token?grant_type=refresh_token', { refresh_token: '\u0000' }],
    ['token?grant_type=password', { ...good, email: '\u0000' }],
    ['token?grant_type=password', { ...good, password: {} }],
    ['user', { password: { a: 1 } }],
    ['user', { password: ['x'] }],
    ['verify', { type: 'recovery', token_hash: { a: 1 } }],
  ];
  for (const [path, body] of odd) {
    const { status, answer } = await ask(`/auth/v1/${path}`, body, path === 'user' ? 'PUT' : 'POST');
    expect([path, body, status >= 400 && status < 500, typeof answer.msg]).toEqual([path, body, true, 'string']);
  }
  expect((await ask('/auth/v1/signup', { ...good, data: { full_name: 'Ани 🧵' } })).status).toBe(200);
});
