/** Which sessions may administer: the rule of the database, which holds on a hosted project too. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Actor, anon, as, openDatabase, type TestDatabase, tryAs } from '../helpers/database';
import { admin, buildSchool, pro, superAdmin } from '../helpers/school';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  await buildSchool(database);
});
afterAll(() => database.close());

const SESSION = '5e550000-0000-4000-8000-000000000002';
const FACTOR = '5e550000-0000-4000-8000-0000000000fa';

async function session(of: Actor, { days = 0, idle = false } = {}): Promise<void> {
  await database.query('delete from auth.sessions where id = $1', [SESSION]);
  // The tests use one id again and again; the auth service never does.
  await database.query('delete from sync.ended_sessions');
  await database.query(
    'insert into auth.sessions (id, user_id, created_at, refreshed_at) values ($1, $2, now() - make_interval(days => $3), now())',
    [SESSION, of.uid, days],
  );
  if (idle) {
    await database.query(`update auth.sessions set refreshed_at = now() - interval '12 hours' where id = $1`, [
      SESSION,
    ]);
    await database.query('update auth.sessions set refreshed_at = now() where id = $1', [SESSION]);
  }
}
const factor = (of: Actor, status: string) =>
  database.query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, secret) values ('${FACTOR}', $1, 'totp', $2, 'x')
       on conflict (id) do update set user_id = excluded.user_id, status = excluded.status`,
    [of.uid, status],
  );
const inSession = (actor: Actor, claims: object = {}): Actor => ({
  ...actor,
  claims: { session_id: SESSION, aal: 'aal1', ...claims },
});
const access = async (actor: Actor) =>
  as(database, actor, async (run) => {
    const [row] = await run.query<{ access: string; is_admin: boolean; is_super: boolean }>(
      'select public.console_access() as access, public.is_admin() as is_admin, public.is_super_admin() as is_super',
    );
    return row;
  });
const errorOf = (actor: Actor, sql: string) =>
  tryAs(database, actor, (run) => run.query(sql)).then(
    () => 'done',
    (error: { message: string }) => error.message,
  );

it('the rights of an administrator depend on the second factor, once it is verified', async () => {
  await session(superAdmin);
  await factor(superAdmin, 'unverified');
  expect(await access(inSession(superAdmin))).toEqual({ access: 'open', is_admin: true, is_super: true });
  await factor(superAdmin, 'verified');
  const weak = inSession(superAdmin);
  expect(await access(weak)).toEqual({ access: 'code', is_admin: false, is_super: false });
  const strong = inSession(superAdmin, { aal: 'aal2' });
  expect(await access(strong)).toEqual({ access: 'open', is_admin: true, is_super: true });
  // A token without the claim is as weak as one with `aal1`.
  expect(await access(inSession(superAdmin, { aal: null }))).toMatchObject({ access: 'code' });
  const acts = [
    'select public.admin_audit_entries()',
    "insert into public.admin_users (email) values ('a-friend@school.test')",
    `update public.admin_users set is_super_admin = true where email = '${admin.email}' returning 1`,
  ];
  expect(await errorOf(weak, acts[0] ?? '')).toBe('second_factor_needed');
  expect(await errorOf(weak, acts[1] ?? '')).toMatch(/row-level security/);
  expect(await errorOf(weak, 'select public.create_recovery_codes()')).toBe('second_factor_needed');
  expect(await errorOf(strong, acts[0] ?? '')).toBe('done');
  expect(await errorOf(strong, acts[1] ?? '')).toBe('done');
  // The factor of another account does not matter.
  await session(admin);
  expect(await access(inSession(admin))).toEqual({ access: 'open', is_admin: true, is_super: false });
  await database.query('delete from auth.mfa_factors');
});

it.each([
  ['29 days old', { days: 29 }, 'open'],
  ['30 days old', { days: 30 }, 'sign_in'],
  ['idle for 12 hours', { idle: true }, 'sign_in'],
])('a session that is %s: %s → %s', async (_, state, expected) => {
  await session(admin, state);
  expect(await access(inSession(admin, { aal: 'aal2' }))).toMatchObject({
    access: expected,
    is_admin: expected === 'open',
  });
});

it('an account without rights has no access, and an idle learner is not remembered', async () => {
  await session(pro, { idle: true });
  expect(await access(inSession(pro))).toEqual({ access: 'none', is_admin: false, is_super: false });
  expect(await database.query('select id from sync.idle_sessions')).toEqual([]);
  expect(await errorOf(anon, 'select public.console_access()')).toMatch(/permission denied/);
  expect(await errorOf(anon, "select public.use_recovery_code('x')")).toMatch(/permission denied/);
});

it('a weak session does not hide that the account is an administrator from the end of the account', async () => {
  await session(admin, { days: 30 });
  expect(await errorOf(inSession(admin), 'select public.request_account_deletion()')).toBe('administrator');
});
