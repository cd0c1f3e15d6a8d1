import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JournalDoc, journalKinds, type Kind } from '@/shared/journal';
import { copies, seedOfRun } from '../helpers/journal-arbitraries';
import { openWorld, type TestWorld } from '../helpers/push-database';
import { attempt, doc, IVAN, idOf, MARIA, QUESTION } from '../helpers/push-deps';

const seed = seedOfRun('push');
let world: TestWorld;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.begin());
afterAll(() => world.close());

interface Story {
  /** The first document that the device sends. */
  first: JournalDoc;
  /** A concurrent document of another device. Neither document contains the other; for kinds with two actions, `other` has the opposite action. */
  other: JournalDoc;
  /** The effect on the server after `first` was applied. */
  effect?: (uid: string) => [sql: string, values: unknown[]];
}

const key = idOf(900);
const progress = (from: number, to: number, at: number) =>
  doc('progress', idOf(0), {
    video_id: idOf(0),
    course_id: idOf(0),
    intervals: [[from, to]],
    position: to,
    position_at: at,
    duration: 60_000,
    completed: false,
    first_watched: at,
  });
const note = (text: string, at: number) =>
  doc('note', key, { video_id: idOf(0), versions: [{ at, text, position: 0, deleted: false }] }, at);

/** A scenario for each kind that has effects or rules of its own. */
const stories = {
  progress: { first: progress(0, 5_000, 10), other: progress(9_000, 12_000, 5) },
  attempt: {
    first: attempt(key, 0, null),
    other: {
      ...attempt(key, 0, null),
      data: {
        ...attempt(key, 0, null).data,
        started_at: 400,
        answers: { [QUESTION]: { options: ['b'], at: 700 } },
        time_spent: 1,
      },
    },
  },
  day: {
    first: doc('day', '2026-11-20', {}, 10),
    other: { ...doc('day', '2026-11-20', {}, 5), active_on: '2026-11-19' },
  },
  registration: {
    first: doc('registration', idOf(0), { event_id: idOf(0), registered: true }, 10),
    other: doc('registration', idOf(0), { event_id: idOf(0), registered: false }, 20),
    effect: (uid) => [
      "select from public.event_registrations where user_id = $1 and event_id = $2 and status = 'registered'",
      [uid, idOf(0)],
    ],
  },
  like: {
    first: doc('like', idOf(0), { video_id: idOf(0), liked: true }, 10),
    other: doc('like', idOf(0), { video_id: idOf(0), liked: false }, 11),
    effect: (uid) => ['select from public.video_likes where user_id = $1 and video_id = $2', [uid, idOf(0)]],
  },
  comment: {
    first: doc('comment', key, { video_id: idOf(0), content: 'Благодаря!', created_at: 10, deleted: false }, 10),
    other: doc('comment', key, { video_id: idOf(0), content: 'Друго', created_at: 11, deleted: true }, 11),
    effect: (uid) => [
      "select from public.video_comments where user_id = $1 and id = $2 and content = 'Благодаря!'",
      [uid, key],
    ],
  },
  note: { first: note('първо', 10), other: note('второ', 5) },
  read: {
    first: doc('read', idOf(0), { notification_id: idOf(0), deleted: false }, 10),
    other: doc('read', idOf(0), { notification_id: idOf(0), deleted: true }, 5),
    effect: () => ['select from public.notifications where id = $1 and is_read', [idOf(0)]],
  },
  profile: {
    first: doc('profile', 'me', { fields: { bio: { value: 'Печатам вази', at: 10 } } }, 10),
    other: doc('profile', 'me', { fields: { bio: { value: 'старо', at: 5 }, location: { value: 'Варна', at: 5 } } }, 5),
    effect: (uid) => ["select from public.profiles where id = $1 and bio = 'Печатам вази'", [uid]],
  },
  cart: {
    first: doc('cart', idOf(0), { product_id: idOf(0), quantity: 2 }, 10),
    other: doc('cart', idOf(0), { product_id: idOf(0), quantity: 0 }, 11),
    effect: (uid) => [
      'select from public.user_cart where user_id = $1 and product_id = $2 and quantity = 2',
      [uid, idOf(0)],
    ],
  },
  view: {
    first: doc('view', `news/${idOf(0)}`, { news_id: idOf(0) }, 10),
    other: { ...doc('view', `news/${idOf(0)}`, { news_id: idOf(0) }, 5), active_on: '2026-11-19' },
  },
  form: {
    first: doc('form', key, { form: 'launch', payload: { email: 'maria@sloy.test', source: 'dashboard' } }, 10),
    other: doc('form', key, { form: 'launch', payload: { email: 'other@sloy.test', source: 'dashboard' } }, 11),
    effect: () => ["select from public.store_launch_notifications where email = 'maria@sloy.test'", []],
  },
} satisfies Partial<Record<Kind, Story>>;

/** The scenario of a kind, or two documents of it. */
function storyOf(kind: Kind): Story {
  const story = (stories as Partial<Record<Kind, Story>>)[kind];
  if (story) return story;
  const [first, other] = fc.sample(copies(kind, 2), { seed, numRuns: 1 })[0] as [JournalDoc, JournalDoc];
  return { first: { ...first, rev: 0, at: 10 }, other: { ...other, rev: 0, at: 11 } };
}

describe('a document of the journal', () => {
  for (const kind of journalKinds) {
    const { first, other, effect } = storyOf(kind);
    it(`of kind ${kind} is applied once, is answered with "same" when it is repeated, and merges with another device's copy [PUSH-10]`, async () => {
      expect(await world.push(MARIA, [first])).toEqual([{ id: first.id, status: 'applied' }]);
      if (effect) expect(await world.sql(...effect(MARIA)), 'the effect').toHaveLength(1);
      expect(await world.push(MARIA, [first])).toEqual([{ id: first.id, status: 'same' }]);
      const [answer] = await world.push(MARIA, [other]);
      const [stored] = await world.journal(MARIA);
      expect(stored).toMatchObject({ id: first.id, kind });
      if (answer?.status === 'applied') expect(stored).toEqual({ ...other, rev: 2 });
      else expect(answer).toEqual({ id: first.id, status: stored?.rev === 1 ? 'same' : 'merged', doc: stored });
      expect(await world.push(MARIA, [first, other])).toMatchObject([{ status: 'same' }, { status: 'same' }]);
      expect(await world.journal(MARIA)).toEqual([stored]);
    });

    it(`of kind ${kind} with an additional member or a wrong id is rejected alone [PUSH-11]`, async () => {
      const crowded = { ...first, data: { ...first.data, admin: true } };
      const misnamed = { ...first, id: `${kind}/../${key}` };
      expect(await world.push(MARIA, [crowded, misnamed, first])).toMatchObject([
        { id: first.id, status: 'rejected', code: 'bad_document' },
        { id: misnamed.id, status: 'rejected', code: 'bad_id' },
        { id: first.id, status: 'applied' },
      ]);
    });
  }

  it('is separate from the documents of other accounts [PUSH-13]', async () => {
    const mine = stories.profile.first;
    await world.push(MARIA, [mine]);
    expect(await world.push(IVAN, [stories.profile.other])).toEqual([{ id: mine.id, status: 'applied' }]);
    expect(await world.journal(MARIA)).toEqual([{ ...mine, rev: 1 }]);
  });

  it('gets the watched intervals of a lesson sorted, as on the device [MERGE-3]', async () => {
    const uneven = progress(0, 10, 5);
    const [answer] = await world.push(MARIA, [
      {
        ...uneven,
        data: {
          ...uneven.data,
          intervals: [
            [0, 10],
            [20, 30],
          ],
        },
      },
    ]);
    expect(answer).toMatchObject({ status: 'merged', doc: { data: { intervals: [[0, 30]] } } });
  });

  it('gets a new revision only when it changes [PUSH-16]', async () => {
    await world.push(MARIA, [note('а', 1), note('а', 1), note('б', 2)]);
    expect(await world.journal(MARIA)).toMatchObject([{ rev: 2 }]);
  });
});

describe('a finished attempt', () => {
  it('is scored by the server from the key and never changes again [ATTEMPT-2, ATTEMPT-3]', async () => {
    await world.push(MARIA, [attempt(key, 0, null, ['b']), attempt(key, 0, 2_000, ['a'])]);
    const result = () =>
      world.sql(
        'select score, passed, time_spent, completed_at from public.test_results where user_id = $1 and id = $2',
        [MARIA, key],
      );
    // No completion is dated before the account was created, whatever the device's clock shows.
    const [account] = await world.sql('select created_at from auth.users where id = $1', [MARIA]);
    const scored = [{ score: 100, passed: true, time_spent: 61, completed_at: account?.created_at }];
    expect(await result()).toEqual(scored);
    const [answer] = await world.push(MARIA, [attempt(key, 0, 3_000, ['b'], 3_000)]);
    expect(answer).toMatchObject({ status: 'merged', doc: { data: { finished_at: 2_000 } } });
    expect(await result()).toEqual(scored);
  });
  it('is scored once: a copy with an earlier finish that arrives after the review does not count [ATTEMPT-3]', async () => {
    await world.push(MARIA, [attempt(key, 0, 2_000, ['b'])]);
    const result = () =>
      world.sql('select score, passed, answers, review from public.test_results where user_id = $1', [MARIA]);
    const failed = await result();
    expect(failed).toMatchObject([{ score: 0, passed: false }]);
    const [answer] = await world.push(MARIA, [attempt(key, 0, 1_000, ['a'], 3_000)]);
    const first = attempt(key, 0, 2_000, ['b']).data;
    const scored = { ...first, scored_at: expect.any(Number) };
    expect(answer).toMatchObject({ status: 'merged', doc: { data: scored } });
    expect(await world.journal(MARIA)).toMatchObject([{ data: scored }]);
    expect(await result()).toEqual(failed);
  });
  it('that an earlier server stored without the time of scoring stays too [ATTEMPT-3]', async () => {
    await world.push(MARIA, [attempt(key, 0, 2_000, ['b'])]);
    await world.sql(`update sync.journal set data = data - 'scored_at' where user_id = $1`, [MARIA]);
    const [answer] = await world.push(MARIA, [attempt(key, 0, 1_000, ['a'], 3_000)]);
    expect(answer).toMatchObject({ status: 'merged', doc: { data: { finished_at: 2_000 } } });
  });
  it('takes the time of scoring from the server alone [ATTEMPT-3]', async () => {
    const sent = attempt(key, 0, 2_000, ['b']);
    await world.push(MARIA, [{ ...sent, data: { ...sent.data, scored_at: 1 } }]);
    const earlier = attempt(key, 0, 1_000, ['a'], 3_000);
    const [answer] = await world.push(MARIA, [{ ...earlier, data: { ...earlier.data, scored_at: 1 } }]);
    expect(answer).toMatchObject({ status: 'merged', doc: { data: { finished_at: 2_000 } } });
    const stored = await world.journal(MARIA);
    const [times] = stored.map(({ data }) => (data as { scored_at: number }).scored_at);
    expect(times).toBeGreaterThan(1_700_000_000_000);
    expect(await world.push(MARIA, stored)).toMatchObject([{ status: 'same' }]);
  });
});
