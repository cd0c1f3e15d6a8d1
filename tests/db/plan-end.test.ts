import type { PushAnswer } from '@sync/protocol/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JournalDoc } from '@/shared/journal';
import { type Actor, as, openDatabase, type TestDatabase } from '../helpers/database';
import { emptyCopy, follow, pull } from '../helpers/pull';
import { buildWorld, doc, idOf, QUESTION } from '../helpers/push-deps';

// What a learner may still do after a plan has ended (decision 52): offline work from before the account's first pull after the end counts; after a
// refund nothing does; seats, join links and comments need a plan that is valid now.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LINK = 'https://meet.example.com/room';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  await buildWorld({ sql: (text, values) => database.query(text, values) });
  await database.query('update public.events set join_url = $1 where id = $2', [LINK, idOf(0)]);
}, 120_000);
afterAll(() => database.close());

type Learner = Actor & { uid: string; email: string };
let count = 0;
async function newLearner(): Promise<Learner> {
  count += 1;
  const learner = { role: 'authenticated' as const, uid: idOf(7_000 + count), email: `l${count}@sloy.test` };
  await database.query('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [
    learner.uid,
    learner.email,
  ]);
  return learner;
}
/** Reports a subscription and one of its invoices as the payment provider does. */
async function report({ uid, email }: Learner, state: object, invoice?: object): Promise<void> {
  count += 1;
  const common = { user_id: uid, email, period_start: null, number: null, currency: 'EUR', description: null };
  const subscription = {
    ...{ id: `sub_${uid}`, provider: 'test', plan: 'premium', period: 'monthly', status: 'active' },
    ...{ current_period_end: new Date(Date.now() + 30 * DAY), trial_ends_at: null, cancel_at_period_end: false },
    ...{ started_at: new Date(Date.now() - DAY), customer_id: null, ...common, ...state },
  };
  const paid = {
    ...{ id: `in_${uid}`, subscription_id: `sub_${uid}`, status: 'succeeded', amount_paid: 3_000, amount_due: 3_000 },
    ...{ refunded: 0, plan_type: 'premium', period_end: new Date(Date.now() + 30 * DAY), created_at: new Date() },
    ...{ ...common, ...invoice },
  };
  await database.query("select public.billing_apply($1, 'x', $2, $3, $4)", [
    `evt_${count}`,
    count,
    JSON.stringify(subscription),
    JSON.stringify(invoice ? [paid] : []),
  ]);
}
/** Moves the last end of the plan into the past. */
const endedAgo = ({ uid }: Learner, ms: number) =>
  database.query(
    `update public.user_subscriptions set paid_ended_at = now() - make_interval(secs => $2),
       premium_ended_at = now() - make_interval(secs => $2) where user_id = $1`,
    [uid, ms / 1_000],
  );

const push = async (learner: Learner, docs: JournalDoc[]): Promise<string[]> => {
  const [row] = await as(database, learner, (own) =>
    own.query<{ answers: PushAnswer[] }>('select public.sync_push($1::json) as answers', [JSON.stringify(docs)]),
  );
  return (row?.answers ?? []).map((answer) => ('code' in answer ? String(answer.code) : answer.status));
};
const pulls = (learner: Learner) => pull(database, learner, [{ scope: `account:${learner.uid}`, seq: 0 }]);
const key = () => {
  count += 1;
  return idOf(8_000 + count);
};
const attempt = (at: number, finished = at) =>
  doc(
    'attempt',
    key(),
    {
      ...{ test_id: idOf(0), started_at: at, finished_at: finished, time_spent: 1_000 },
      answers: { [QUESTION]: { options: ['a'], at } },
    },
    finished,
  );
const comment = (at: number, id = key(), deleted = false) =>
  doc('comment', id, { video_id: idOf(0), content: 'Как се печата?', created_at: at, deleted }, at);
const seat = (at: number, registered = true) => doc('registration', idOf(0), { event_id: idOf(0), registered }, at);
const like = (at: number) => doc('like', idOf(0), { video_id: idOf(0), liked: true }, at);
const watched = (at: number) =>
  doc(
    'progress',
    idOf(0),
    {
      ...{ video_id: idOf(0), course_id: idOf(0), intervals: [], position: 0, position_at: at, duration: 1_000 },
      ...{ completed: false, first_watched: at },
    },
    at,
  );
/** The join link on the account's devices, by REST and by the call. */
const linksOf = async (learner: Learner) => {
  const copy = emptyCopy();
  await follow(database, learner, `account:${learner.uid}`, copy);
  return as(database, learner, async ({ query }) => [
    copy.rows.get(`event_links/${idOf(0)}`)?.body?.join_url,
    (await query<{ join_url: string }>('select join_url from public.events where id = $1', [idOf(0)]))[0]?.join_url,
    (await query<{ link: string | null }>('select public.event_join_link($1) as link', [idOf(0)]))[0]?.link ??
      undefined,
  ]);
};

describe('money back', () => {
  test('ends all access: no quiz, seat, like, progress or comment is accepted, whatever its date', async () => {
    const learner = await newLearner();
    await report(learner, {}, {});
    expect(await push(learner, [attempt(Date.now())])).toEqual(['applied']);
    await report(learner, { status: 'canceled' }, { status: 'refunded', refunded: 3_000 });
    for (const at of [Date.now(), Date.now() - HOUR, Date.now() - 2 * DAY])
      expect(await push(learner, [attempt(at), comment(at), seat(at), like(at), watched(at)])).toEqual(
        Array(5).fill('forbidden'),
      );
    expect(await database.query('select from public.event_registrations where user_id = $1', [learner.uid])).toEqual(
      [],
    );
  });

  test('counts in whichever order the provider reports the end and the refund', async () => {
    const learner = await newLearner();
    await report(learner, {}, {});
    await report(learner, { status: 'canceled' });
    expect(await push(learner, [like(Date.now() - HOUR)])).toEqual(['applied']);
    await report(learner, { status: 'canceled' }, { status: 'refunded', refunded: 3_000 });
    expect(await push(learner, [attempt(Date.now() - HOUR)])).toEqual(['forbidden']);
  });

  test('takes the join link away, and a new plan brings it back', async () => {
    const learner = await newLearner();
    await report(learner, {}, {});
    expect(await push(learner, [seat(Date.now())])).toEqual(['applied']);
    expect(await linksOf(learner)).toEqual([LINK, LINK, LINK]);
    await report(learner, { status: 'canceled' }, { status: 'refunded', refunded: 3_000 });
    expect(await linksOf(learner)).toEqual([undefined, undefined, undefined]);
    await report(learner, { id: `sub_2_${learner.uid}`, started_at: new Date() });
    expect(await linksOf(learner)).toEqual([LINK, LINK, LINK]);
  });

  test('of an earlier plan does not touch a plan that was bought later and ended by itself', async () => {
    const learner = await newLearner();
    await report(learner, {}, { period_end: new Date(Date.now() - 40 * DAY), refunded: 3_000, status: 'refunded' });
    await report(learner, { status: 'canceled' });
    expect(await push(learner, [attempt(Date.now())])).toEqual(['applied']);
  });
});

describe('a smaller plan that is bought afterwards', () => {
  const smaller = { plan: 'pro', started_at: new Date() };
  /** Buys Pro, paid after the end of the plan before it. */
  const buyPro = (learner: Learner) =>
    report(
      learner,
      { ...smaller, id: `sub_pro_${learner.uid}` },
      { id: `in_pro_${learner.uid}`, subscription_id: `sub_pro_${learner.uid}`, plan_type: 'pro' },
    );
  beforeAll(() => database.query("update public.courses set plan_type = 'premium'"));
  afterAll(() => database.query("update public.courses set plan_type = 'basic'"));

  test('does not undo the refund of the larger one', async () => {
    const learner = await newLearner();
    await report(learner, {}, {});
    await report(learner, { status: 'canceled' }, { status: 'refunded', refunded: 3_000 });
    await buyPro(learner);
    for (const at of [Date.now() - HOUR, Date.now() - 2 * DAY])
      expect(await push(learner, [attempt(at), like(at), watched(at)])).toEqual(Array(3).fill('forbidden'));
  });

  test('does not keep a lapsed trial of the larger one open', async () => {
    const learner = await newLearner();
    const trial = { status: 'trialing', trial_ends_at: new Date(Date.now() - 2 * DAY), started_at: new Date(0) };
    await report(learner, trial, { amount_paid: 0, amount_due: 0 });
    await report(learner, { ...trial, status: 'canceled' });
    await endedAgo(learner, 2 * DAY);
    await buyPro(learner);
    expect(await push(learner, [attempt(Date.now() - 3 * DAY)])).toEqual(['forbidden']);
  });

  test('keeps the offline work of a larger one that was paid', async () => {
    const learner = await newLearner();
    await report(learner, {}, { created_at: new Date(Date.now() - 9 * DAY) });
    await report(learner, { status: 'canceled' });
    await endedAgo(learner, HOUR);
    await buyPro(learner);
    const now = Date.now();
    expect(await push(learner, [attempt(now - 2 * HOUR), attempt(now)])).toEqual(['applied', 'forbidden']);
  });
});

describe('the end of a paid plan', () => {
  test('keeps the work that was done in a tunnel before the account’s first pull, and nothing later', async () => {
    const learner = await newLearner();
    await report(learner, {}, {});
    await report(learner, { status: 'canceled' });
    await endedAgo(learner, 2 * HOUR);
    const now = Date.now();
    expect(await push(learner, [attempt(now - 3 * HOUR), attempt(now - HOUR), like(now - HOUR)])).toEqual([
      'applied',
      'applied',
      'applied',
    ]);
    await pulls(learner);
    await pulls(learner);
    expect(await push(learner, [attempt(now + 60_000), attempt(now - HOUR), watched(now + 60_000)])).toEqual([
      'forbidden',
      'applied',
      'forbidden',
    ]);
  });

  test('lets an attempt finish that was begun before the first pull', async () => {
    const learner = await newLearner();
    await report(learner, {}, {});
    await report(learner, { status: 'canceled' });
    await endedAgo(learner, HOUR);
    await pulls(learner);
    expect(await push(learner, [attempt(Date.now() - 60_000, Date.now() + 60_000)])).toEqual(['applied']);
  });

  test('closes seats and comments at once, also those of before the end; what exists can be given back', async () => {
    const learner = await newLearner();
    await report(learner, {}, {});
    const old = key();
    expect(await push(learner, [comment(Date.now() - 2 * HOUR, old), seat(Date.now() - 2 * HOUR)])).toEqual([
      'applied',
      'applied',
    ]);
    await report(learner, { status: 'canceled' });
    expect(await push(learner, [comment(Date.now() - HOUR)])).toEqual(['forbidden']);
    // The text of a deleted comment stays as it was, so the answer is `merged`.
    expect(await push(learner, [comment(Date.now(), old, true), seat(Date.now(), false)])).toEqual([
      'merged',
      'applied',
    ]);
    expect(await push(learner, [seat(Date.now() + 1_000)])).toEqual(['forbidden']);
    await expect(
      as(database, learner, ({ query }) => query('select public.register_for_event($1, $2)', [learner.uid, idOf(0)])),
    ).rejects.toMatchObject({ message: 'forbidden' });
  });

  test('is noted by the first pull only; a second end is noted again, and other pulls write nothing', async () => {
    const learner = await newLearner();
    const notes = () =>
      database.query('select ended_at, pulled_at from sync.plan_end_pulls where user_id = $1 order by 1', [
        learner.uid,
      ]);
    const wrote = () =>
      as(database, learner, async (own) => {
        await own.query("select public.sync_pull('[]', 100)");
        const [row] = await own.query<{ id: string | null }>('select pg_current_xact_id_if_assigned() as id');
        return row?.id !== null;
      });
    await report(learner, {}, {});
    expect([await wrote(), await notes()]).toEqual([false, []]);
    await report(learner, { status: 'canceled' });
    expect(await wrote()).toBe(true);
    const first = await notes();
    expect(first).toHaveLength(1);
    expect([await wrote(), await notes()]).toEqual([false, first]);
    await report(learner, {});
    expect(await wrote()).toBe(false);
    await report(learner, { status: 'canceled' });
    expect(await push(learner, [attempt(Date.now())])).toEqual(['applied']);
    expect([await wrote(), (await notes()).length]).toEqual([true, 2]);
  });
});

test('a trial that lapsed lasts seven days: work from those days counts, later work does not, also without a pull', async () => {
  const learner = await newLearner();
  const trial = { status: 'trialing', trial_ends_at: new Date(Date.now() - DAY) };
  await report(learner, trial, { amount_paid: 0, amount_due: 0 });
  await report(learner, { ...trial, status: 'canceled' });
  await endedAgo(learner, 2 * HOUR);
  const now = Date.now();
  expect(await push(learner, [attempt(now - 2 * DAY), attempt(now - HOUR), like(now), watched(now)])).toEqual([
    'applied',
    'forbidden',
    'forbidden',
    'forbidden',
  ]);
  // Otherwise dates from the trial would keep it open for thirty days more.
  await endedAgo(learner, 2 * DAY);
  expect(await push(learner, [attempt(now - 4 * DAY), like(now - 4 * DAY)])).toEqual(['forbidden', 'forbidden']);
});

test('a quiz or lesson that was made after the end of a plan is closed, whatever the date of the act', async () => {
  const learner = await newLearner();
  await report(learner, {}, {});
  await report(learner, { status: 'canceled' });
  await endedAgo(learner, 5 * DAY);
  await pulls(learner);
  const before = Date.now() - 6 * DAY;
  await database.query('update public.tests set created_at = now() where id = $1', [idOf(0)]);
  await database.query('update public.videos set created_at = now() where id = $1', [idOf(0)]);
  expect(await push(learner, [attempt(before), like(before)])).toEqual(['forbidden', 'forbidden']);
  await database.query("update public.tests set created_at = now() - interval '1 year' where id = $1", [idOf(0)]);
  await database.query("update public.videos set created_at = now() - interval '1 year' where id = $1", [idOf(0)]);
  expect(await push(learner, [attempt(before), like(before)])).toEqual(['applied', 'applied']);
});

test('an earlier refund does not forbid the offline work of a plan that was paid later', async () => {
  const learner = await newLearner();
  const year = { period_end: new Date(Date.now() + 365 * DAY), created_at: new Date(Date.now() - 60 * DAY) };
  await report(learner, {}, { id: `in_${learner.uid}_year`, ...year, refunded: 3_000, status: 'refunded' });
  await report(learner, {}, { period_end: new Date(Date.now() - HOUR), created_at: new Date(Date.now() - 30 * DAY) });
  await report(learner, { status: 'canceled' });
  await endedAgo(learner, HOUR);
  expect(await push(learner, [attempt(Date.now() - 2 * HOUR)])).toEqual(['applied']);
});
