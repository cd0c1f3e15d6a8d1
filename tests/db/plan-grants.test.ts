import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { as, openDatabase, type TestDatabase } from '../helpers/database';

// The plan in force is the better one of the paid and the granted plan (decision 42). Only the trigger effective_plan computes it.

let database: TestDatabase;
const uid = '70000000-0000-4000-8000-0000000000a1';
const admin = '70000000-0000-4000-8000-0000000000a2';
beforeAll(async () => {
  database = await openDatabase();
  await database.query(
    `insert into auth.users (id, email, email_confirmed_at) values ('${uid}', 'ani@sloy.test', now()), ('${admin}', 'admin@sloy.test', now())`,
  );
  await database.query("insert into public.admin_users (email) values ('admin@sloy.test')");
}, 120_000);
afterAll(() => database.close());

let reports = 0;
/** Writes a subscription as the provider reports it. */
async function report(state: Record<string, unknown>) {
  reports += 1;
  const full = {
    id: 'sub_1',
    provider: 'test',
    user_id: uid,
    email: 'ani@sloy.test',
    plan: 'pro',
    period: 'monthly',
    status: 'active',
    current_period_end: '2027-01-01T00:00:00Z',
    cancel_at_period_end: false,
    started_at: '2026-11-01T00:00:00Z',
    ...state,
  };
  await database.query("select public.billing_apply($1, 'x', $2, $3, '[]')", [
    `evt_${reports}`,
    1000 + reports,
    JSON.stringify(full),
  ]);
}
const planRow = async () => {
  const [row] = await database.query<Record<string, unknown>>(
    'select has_pro_plan as pro, has_premium_plan as premium, paid_plan, granted_plan, granted_by, status from public.user_subscriptions where user_id = $1',
    [uid],
  );
  return row;
};
const feedRow = async () => {
  const [row] = await database.query<{ body: Record<string, unknown> }>(
    "select body from sync.feed where scope = $1 and kind = 'subscriptions'",
    [`account:${uid}`],
  );
  return row?.body;
};
/** Runs a statement as an account. */
const runAs = (account: string, sql: string) =>
  as(database, { role: 'authenticated', uid: account }, (session) => session.query(sql));
const asAdmin = (sql: string) => runAs(admin, sql);

beforeEach(async () => {
  await database.query('delete from billing.subscriptions');
  await database.query('delete from billing.trials');
  await database.query(
    'update public.user_subscriptions set paid_plan = null, granted_plan = null, granted_until = null, subscription_id = null, status = null where user_id = $1',
    [uid],
  );
});

test('a provider’s report never overwrites a grant, and the end of the paid plan keeps it', async () => {
  await asAdmin(`select public.grant_plan('${uid}', 'pro', null)`);
  expect(await planRow()).toMatchObject({ pro: true, premium: false, granted_plan: 'pro', granted_by: admin });
  await report({ plan: 'premium' });
  expect(await planRow()).toMatchObject({ pro: false, premium: true, paid_plan: 'premium', granted_plan: 'pro' });
  await report({ plan: 'premium', status: 'canceled' });
  expect(await planRow()).toMatchObject({ pro: true, premium: false, paid_plan: null, granted_plan: 'pro' });
});

test('the better of the paid and the granted plan counts', async () => {
  await report({ plan: 'pro' });
  await asAdmin(`select public.grant_plan('${uid}', 'premium', null)`);
  expect(await planRow()).toMatchObject({ pro: false, premium: true, paid_plan: 'pro', status: 'active' });
  await asAdmin(`select public.grant_plan('${uid}', null, null)`);
  expect(await planRow()).toMatchObject({ pro: true, premium: false, granted_plan: null });
});

test('switching a flag in the console grants that plan, and the provider’s next report keeps it', async () => {
  await asAdmin(`update public.user_subscriptions set has_premium_plan = true where user_id = '${uid}'`);
  expect(await planRow()).toMatchObject({ premium: true, paid_plan: null, granted_plan: 'premium', granted_by: admin });
  await report({ plan: 'pro' });
  expect(await planRow()).toMatchObject({ premium: true, paid_plan: 'pro' });
});

test('the job ends a grant once, at its time, and the grant stays on record', async () => {
  await asAdmin(`select public.grant_plan('${uid}', 'premium', clock_timestamp() + interval '300 milliseconds')`);
  expect(await planRow()).toMatchObject({ premium: true });
  await expect
    .poll(async () => (await database.query('select public.end_plan_grants() as ended'))[0], { timeout: 5_000 })
    .toEqual({ ended: 1 });
  expect(await planRow()).toMatchObject({ premium: false, granted_plan: 'premium' });
  expect(await database.query('select public.end_plan_grants() as ended')).toEqual([{ ended: 0 }]);
});

test('only administrators can grant plans, and no client can write a paid plan', async () => {
  await expect(runAs(uid, `select public.grant_plan('${uid}', 'premium', null)`)).rejects.toMatchObject({
    code: '42501',
  });
  await expect(
    asAdmin(`update public.user_subscriptions set paid_plan = 'premium' where user_id = '${uid}'`),
  ).rejects.toMatchObject({ code: '42501' });
  expect(await planRow()).toMatchObject({ pro: false, premium: false });
});

test('the account’s devices receive the paid plan, the granted plan and the use of the trial', async () => {
  await asAdmin(`select public.grant_plan('${uid}', 'pro', null)`);
  expect(await feedRow()).toMatchObject({
    paid_plan: null,
    granted_plan: 'pro',
    granted_until: null,
    trial_used: false,
  });
  await report({ status: 'trialing', trial_ends_at: '2026-12-01T00:00:00Z' });
  expect(await feedRow()).toMatchObject({ paid_plan: 'pro', granted_plan: 'pro', trial_used: true });
});

test('a grant with an outdated version is rejected with the stored one; billing does not raise the version', async () => {
  const version = async () => {
    const [row] = await database.query<{ row_version: number }>(
      'select row_version from public.user_subscriptions where user_id = $1',
      [uid],
    );
    return row?.row_version ?? 0;
  };
  const opened = await version();
  await report({ plan: 'pro' });
  expect(await version()).toBe(opened);
  await asAdmin(`select public.set_user_plan('${uid}', false, true, null, ${opened})`);
  expect(await version()).toBe(opened + 1);
  const late = asAdmin(`select public.grant_plan('${uid}', 'premium', '2099-01-01', ${opened})`);
  await expect(late).rejects.toMatchObject({ code: 'PT409', message: 'version_conflict' });
  const detail = await late.catch((error: { detail?: string }) => JSON.parse(error.detail ?? '{}'));
  expect(detail).toMatchObject({ row_version: opened + 1, granted_plan: 'premium', granted_until: null });
  await asAdmin(`select public.grant_plan('${uid}', null, null, ${opened + 1})`);
  expect(await planRow()).toMatchObject({ pro: true, premium: false, granted_plan: null });
});
