/** The console's figures stay fast in a large school. */
import { expect, it } from 'vitest';
import { as, openDatabase } from '../helpers/database';
import { accounts, buildSchool } from '../helpers/school';

const ACCOUNTS = 20_000;
/** Most time per account (µs). A call of a SQL function for each account takes 20 or more. */
const MOST_US = 10;

it('takes no noticeable time per account for the dashboard, the counts and a list', async () => {
  const database = await openDatabase();
  await buildSchool(database);
  const expressions = ['admin_dashboard()', 'admin_people_counts()', "admin_users('', 'paying')"];
  /** The shortest of five calls of each (ms). */
  const measure = () =>
    as(database, { role: 'authenticated', uid: accounts.admin.uid }, async (session) => {
      const least = expressions.map(() => Number.POSITIVE_INFINITY);
      for (let round = 0; round < 5; round += 1)
        for (const [n, expression] of expressions.entries()) {
          const begun = performance.now();
          await session.query(`select public.${expression}`);
          least[n] = Math.min(least[n] ?? 0, performance.now() - begun);
        }
      return least;
    });
  const few = await measure();
  const id = "('ee500000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid";
  await database.exec(`set session_replication_role = replica;
    insert into auth.users (id, email) select ${id}, n || '@many.test' from generate_series(1, ${ACCOUNTS}) n;
    insert into public.profiles (id) select ${id} from generate_series(1, ${ACCOUNTS}) n;
    insert into public.user_subscriptions (user_id, email, has_pro_plan, paid_plan, status, billing_period)
      select ${id}, n || '@many.test', true, 'pro', 'active', 'monthly' from generate_series(1, ${ACCOUNTS}) n;
    set session_replication_role = origin;`);
  await database.exec('vacuum analyze');
  const many = await measure();
  const perAccount = many.map((ms, n) => ((ms - (few[n] ?? 0)) / ACCOUNTS) * 1_000);
  expect(Math.max(...perAccount)).toBeLessThan(MOST_US);
  await database.close();
}, 120_000);
