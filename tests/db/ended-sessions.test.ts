/** A device may ask whether its session was ended on purpose; a session that the server never knew, as after a restored backup, was not. */
import { expect, it } from 'vitest';
import { anon, as } from '../helpers/database';
import { admin, free } from '../helpers/school';
import { schoolDatabase } from '../helpers/school-database';

const { get: school, run } = schoolDatabase();

const SESSION = '77777777-7777-4777-8777-777777777777';
const hasEnded = async (session = SESSION) => {
  const [row] = await as(school(), anon, ({ query }) =>
    query<{ ended: boolean }>('select public.session_has_ended($1) as ended', [session]),
  );
  return row?.ended;
};
const begin = () => run(`insert into auth.sessions (id, user_id) values ('${SESSION}', '${free.uid}')`);

it('a session has ended once it is removed, and not while it lives or if it never was', async () => {
  expect(await hasEnded()).toBe(false);
  await begin();
  expect(await hasEnded()).toBe(false);
  await run(`delete from auth.sessions where id = '${SESSION}'`);
  expect(await hasEnded()).toBe(true);
  expect(await hasEnded('77777777-7777-4777-8777-777777777778')).toBe(false);
});

it('the sessions of an erased account have ended', async () => {
  await run('delete from sync.ended_sessions');
  await begin();
  await run(`delete from auth.users where id = '${free.uid}'`);
  expect(await hasEnded()).toBe(true);
});

it('the server forgets a session a year after its end', async () => {
  await run(`insert into sync.ended_sessions values ('${SESSION}', now() - interval '366 days') on conflict (id)
    do update set ended_at = excluded.ended_at`);
  const other = '88888888-8888-4888-8888-888888888888';
  await run(`insert into auth.sessions (id, user_id) select '${other}', id from auth.users limit 1`);
  await run(`delete from auth.sessions where id = '${other}'`);
  expect(await hasEnded()).toBe(false);
  expect(await hasEnded(other)).toBe(true);
});

it('the token of an ended session neither syncs nor administers, although it has not expired', async () => {
  const inSession = { ...admin, claims: { session_id: SESSION } };
  const ask = (sql: string) =>
    as(
      school(),
      inSession,
      async ({ query }) => (await query<{ answer: unknown }>(`select ${sql} as answer`))[0]?.answer,
    ).catch((error: { code?: string; message: string }) => `${error.code} ${error.message}`);
  await run('delete from sync.ended_sessions');
  await run(`insert into auth.sessions (id, user_id) values ('${SESSION}', '${admin.uid}')`);
  const calls = ["public.sync_push('[]', 1)", "public.sync_pull('[]', 500, 1)", 'public.is_admin()'];
  const before = [];
  for (const call of calls) before.push(await ask(call));
  expect(before).toEqual([expect.anything(), expect.anything(), true]);
  expect(before.filter((answer) => String(answer).startsWith('PT401'))).toEqual([]);
  await run(`delete from auth.sessions where id = '${SESSION}'`);
  const after = [];
  for (const call of calls) after.push(await ask(call));
  expect(after).toEqual(['PT401 session_ended', 'PT401 session_ended', false]);
});
