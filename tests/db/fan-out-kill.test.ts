/** Notifications sent from the console, on a real PostgreSQL: each account gets a notification once, even if parallel servers are killed. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../helpers/console';
import { actAs, as, service, startPostgres, type TestPostgres } from '../helpers/database';
import { Random } from '../helpers/random';
import { accounts, buildSchool } from '../helpers/school';

const ACCOUNTS = 3_000;
const KILLS = 12;
const seed = Number(process.env.SEED ?? 20261124);
const send = '00000000-0000-4000-8000-000000000501';

let cluster: TestPostgres;
beforeAll(async () => {
  cluster = await startPostgres();
  await buildSchool(cluster);
  await cluster.exec(`insert into auth.users (id, email, email_confirmed_at)
    select ('70000000-0000-4000-8002-' || lpad(n::text, 12, '0'))::uuid, 'many' || n || '@school.test', now() from generate_series(1, ${ACCOUNTS}) n;
    analyze`);
}, 120_000);
afterAll(() => cluster.stop());

/** Simulates a server that sends batches until it is killed or no send is left. @returns whether it was killed */
async function serve(killAfter: number, commitsFirst: boolean): Promise<boolean> {
  const session = await cluster.connect();
  const [{ pid }] = (await session.query<{ pid: number }>('select pg_backend_pid() as pid')) as [{ pid: number }];
  const kill = () => cluster.query('select pg_terminate_backend($1)', [pid]);
  for (let batch = 0; ; batch += 1) {
    await session.exec('begin');
    await actAs(session, service);
    const [row] = await session.query<{ answer: { done: boolean } }>(
      'select public.fan_out_notifications(200) as answer',
    );
    const isLast = batch === killAfter;
    // The process dies after it wrote the batch and before the commit.
    if (isLast && !commitsFirst) await kill();
    else await session.exec('commit');
    if (isLast) {
      if (commitsFirst) await kill();
      return true;
    }
    if (row?.answer.done) return false;
  }
}

it(`each of ${ACCOUNTS} accounts gets the notification once although servers die half-way (SEED=${seed})`, {
  timeout: 120_000,
}, async () => {
  const random = new Random(seed);
  await ask(cluster, accounts.admin, `send_notification('${send}', 'Здравейте', 'Нов урок')`);
  let kills = 0;
  for (let round = 0; round < KILLS; round += 1) {
    const ends = await Promise.all([0, 1].map(() => serve(random.below(2), random.chance(0.5))));
    kills += ends.filter(Boolean).length;
  }
  expect(kills).toBeGreaterThan(KILLS / 2);
  await serve(Number.POSITIVE_INFINITY, true);
  const [result] = await cluster.query(
    `select count(*)::int as rows, count(distinct user_id)::int as accounts from public.notifications where source = 'send:${send}'`,
  );
  const total = ACCOUNTS + Object.keys(accounts).length;
  expect(result).toEqual({ rows: total, accounts: total });
  const page = await as(cluster, accounts.admin, (own) =>
    own.query<{ page: { rows: object[] } }>('select public.admin_sends() as page'),
  );
  expect(page[0]?.page.rows[0]).toMatchObject({
    ...{ id: send, state: 'sent', recipients: total, delivered: total, skipped: 0 },
  });
});
