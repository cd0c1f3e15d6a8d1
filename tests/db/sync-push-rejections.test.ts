import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JournalData, JournalDoc } from '@/shared/journal';
import { openWorld, type TestWorld } from '../helpers/push-database';
import { attempt, doc, FREE, IVAN, idOf, MARIA, registration } from '../helpers/push-deps';

let world: TestWorld;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.begin());
afterAll(() => world.close());

const key = idOf(900);
const like = (video: number, liked = true, at = 1_000) =>
  doc('like', idOf(video), { video_id: idOf(video), liked }, at);
const comment = (content: string, id = key) =>
  doc('comment', id, { video_id: idOf(0), content, created_at: 1_000, deleted: false });
const note = (...versions: [at: number, text: string][]) =>
  doc(
    'note',
    key,
    { video_id: idOf(0), versions: versions.map(([at, text]) => ({ at, text, position: 0, deleted: false })) },
    versions[0]?.[0],
  );
const text = (docs: unknown[]) => JSON.stringify(docs);

describe('a poison document', () => {
  it('is rejected alone, whatever its content, and the valid documents around it are stored [PUSH-11]', async () => {
    const good = [text([like(0)]), text([like(1)])].map((list) => list.slice(1, -1));
    const poison = [
      '{"id":"like/\\u0000","kind":"like"}',
      '{"id":"note/x","kind":"note","data":"\\ud800"}',
      '{"id":"like/y","kind":"like","at":1e400}',
      `{"id":"note/z","data":${'['.repeat(3_000)}${']'.repeat(3_000)}}`,
      'null',
      '[]',
      '7',
      '{"id":7}',
      '{}',
    ];
    const answers = await world.push(MARIA, `[${good[0]},${poison.join()},${good[1]}]`);
    expect(answers).toHaveLength(poison.length + 2);
    expect(answers[0]).toMatchObject({ status: 'applied' });
    expect(answers.at(-1)).toMatchObject({ status: 'applied' });
    expect(new Set(answers.slice(1, -1).map(({ code }) => code))).toEqual(new Set(['bad_document']));
    expect(await world.journal(MARIA)).toHaveLength(2);
  });

  it('of more than 700,000 bytes is too large [PUSH-12]', async () => {
    const [answer] = await world.push(MARIA, [comment('я'.repeat(400_000))]);
    expect(answer).toMatchObject({ status: 'rejected', code: 'too_large' });
  });
});

describe('a call', () => {
  it('without an array is a bad request; one that is too long or too large names that reason [PUSH-12]', async () => {
    for (const argument of ['{}', 'null', '"docs"', '7'])
      await expect(world.push(MARIA, argument)).rejects.toMatchObject({ code: 'PT400' });
    await expect(
      world.push(
        MARIA,
        Array.from({ length: 101 }, () => 1),
      ),
    ).rejects.toMatchObject({ code: 'PT413' });
    await expect(world.push(MARIA, ['я'.repeat(500_000)])).rejects.toMatchObject({ code: 'PT413' });
    await expect(world.push(MARIA, [{ data: 'x'.repeat(10_000_000) }])).rejects.toMatchObject({ code: 'PT413' });
    expect(await world.push(MARIA, [])).toEqual([]);
  });
});

describe('a visitor without an account', () => {
  it('may send forms only, and a repeated form counts once [FORM-1]', async () => {
    const form = doc('form', key, {
      form: 'demo',
      payload: { first_name: 'Ана', last_name: 'Петрова', email: 'ana@example.com' },
    });
    expect(await world.push(null, [form, like(0), form])).toMatchObject([
      { status: 'applied' },
      { status: 'rejected', code: 'sign_in' },
      { status: 'applied' },
    ]);
    expect(await world.sql('select from public.demo_requests')).toHaveLength(1);
    expect(await world.sql('select from sync.journal')).toHaveLength(0);
  });
});

describe('another account’s data', () => {
  it('cannot be overwritten through its id: neither a result nor a comment [PUSH-13]', async () => {
    await world.push(MARIA, [attempt(key, 0, 2_000), comment('мое')]);
    expect(await world.push(IVAN, [attempt(key, 0, 3_000, ['b']), comment('чуждо')])).toMatchObject([
      { status: 'rejected', code: 'duplicate' },
      { status: 'rejected', code: 'duplicate' },
    ]);
    expect(await world.sql('select user_id, score from public.test_results')).toEqual([{ user_id: MARIA, score: 100 }]);
    expect(await world.sql('select user_id, content from public.video_comments')).toEqual([
      { user_id: MARIA, content: 'мое' },
    ]);
  });

  it('cannot be marked as read or deleted [PUSH-13]', async () => {
    await world.push(MARIA, [doc('read', idOf(2), { notification_id: idOf(2), deleted: true })]);
    expect(await world.sql('select is_read from public.notifications where id = $1', [idOf(2)])).toEqual([
      { is_read: false },
    ]);
  });

  it('is reported as not found, like an unknown id [PUSH-13]', async () => {
    const nowhere = idOf(999);
    const about: JournalDoc[] = [
      doc('like', nowhere, { video_id: nowhere, liked: true }),
      doc('registration', nowhere, { event_id: nowhere, registered: true }),
      attempt(key, 999, 2_000),
    ];
    expect((await world.push(MARIA, about)).map(({ code }) => code)).toEqual(['not_found', 'not_found', 'not_found']);
  });
});

describe('an account without a plan', () => {
  it('may store notes and progress of free lessons, and nothing else [PLAN-1]', async () => {
    const free = doc('note', key, { video_id: idOf(3), versions: [{ at: 1, text: 'а', position: 0, deleted: false }] });
    const answers = await world.push(FREE, [
      free,
      note([1, 'а']),
      like(3),
      comment('а', idOf(901)),
      attempt(idOf(902), 0, 2_000),
      registration(0, true),
    ]);
    expect(answers.map(({ status, code }) => code ?? status)).toEqual([
      'applied',
      'forbidden',
      'forbidden',
      'forbidden',
      'forbidden',
      'forbidden',
    ]);
  });

  it('keeps offline work from before the end of its plan, but gets no seat [PLAN-2]', async () => {
    await world.sql(
      "update public.user_subscriptions set has_pro_plan = false, subscription_id = 'sub_1' where user_id = $1",
      [MARIA],
    );
    expect(await world.push(MARIA, [attempt(key, 0, 2_000), registration(0, true)])).toMatchObject([
      { status: 'applied' },
      { status: 'rejected', code: 'forbidden' },
    ]);
  });

  it('cannot use a plan that ended long ago [PLAN-2]', async () => {
    await world.sql(
      "update public.user_subscriptions set has_pro_plan = false, subscription_id = 'sub_1' where user_id = $1",
      [MARIA],
    );
    await world.sql(
      "update public.user_subscriptions set paid_ended_at = now() - interval '31 days' where user_id = $1",
      [MARIA],
    );
    const answers = await world.push(MARIA, [
      attempt(key, 0, Date.now()),
      registration(0, true, Date.now()),
      like(0, true, Date.now()),
      comment('а', idOf(901)),
    ]);
    expect(answers.map(({ status, code }) => code ?? status)).toEqual([
      'forbidden',
      'forbidden',
      'forbidden',
      'forbidden',
    ]);
  });
});

describe('a downgraded plan', () => {
  const HOUR = 3_600_000;
  const began = (hoursAgo: number, id = key) => {
    const made = attempt(id, 0, Date.now() - (hoursAgo - 1) * HOUR);
    return { ...made, data: { ...made.data, started_at: Date.now() - hoursAgo * HOUR } };
  };
  /** Makes the course require premium, and changes Maria's plan from premium to pro as of `hoursAgo` hours ago. */
  const changed = async (hoursAgo: number) => {
    await world.sql("update public.courses set plan_type = 'premium' where id = $1", [idOf(0)]);
    await world.sql('update public.user_subscriptions set has_premium_plan = true where user_id = $1', [MARIA]);
    await world.sql(
      'update public.user_subscriptions set has_pro_plan = true, has_premium_plan = false where user_id = $1',
      [MARIA],
    );
    await world.sql(
      'update public.user_subscriptions set premium_ended_at = premium_ended_at - make_interval(hours => $2) where user_id = $1',
      [MARIA, hoursAgo],
    );
  };

  it('accepts offline work that started before the change, and rejects later work [PLAN-2]', async () => {
    await changed(48);
    const note = doc('note', key, {
      video_id: idOf(0),
      versions: [{ at: Date.now() - 50 * HOUR, text: 'а', position: 0, deleted: false }],
    });
    expect(
      (await world.push(MARIA, [began(50), note, began(20, idOf(901))])).map(({ status, code }) => code ?? status),
    ).toEqual(['applied', 'applied', 'forbidden']);
    expect(await world.sql('select score from public.test_results where user_id = $1', [MARIA])).toEqual([
      { score: 100 },
    ]);
  });

  it('accepts likes from before the change and rejects later ones; no comment is accepted [PLAN-2]', async () => {
    await changed(48);
    const said = (hoursAgo: number, id: string) =>
      doc(
        'comment',
        id,
        { video_id: idOf(0), content: 'а', created_at: Date.now() - hoursAgo * HOUR, deleted: false },
        Date.now() - hoursAgo * HOUR,
      );
    const liked = (hoursAgo: number) => like(0, true, Date.now() - hoursAgo * HOUR);
    const answers = await world.push(MARIA, [said(50, key), liked(50), said(20, idOf(901)), liked(20)]);
    expect(answers.map(({ status, code }) => code ?? status)).toEqual([
      'forbidden',
      'applied',
      'forbidden',
      'forbidden',
    ]);
    expect(await world.sql('select content from public.video_comments where user_id = $1', [MARIA])).toEqual([]);
    expect(await world.sql('select video_id from public.video_likes where user_id = $1', [MARIA])).toEqual([
      { video_id: idOf(0) },
    ]);
    // A like from before the plan changed can be undone at any time.
    expect(await world.push(MARIA, [like(0, false, Date.now())])).toMatchObject([{ status: 'applied' }]);
  });

  it('accepts offline work only within the lease of the device’s last plan answer [PLAN-2]', async () => {
    await changed(31 * 24);
    expect(await world.push(MARIA, [like(0, true, Date.now() - 32 * 24 * HOUR)])).toMatchObject([
      { status: 'rejected', code: 'forbidden' },
    ]);
    expect(await world.push(MARIA, [began(32 * 24)])).toMatchObject([{ status: 'rejected', code: 'forbidden' }]);
    expect(await world.push(IVAN, [began(32 * 24)])).toMatchObject([{ status: 'rejected', code: 'forbidden' }]);
  });
});

describe('an account that an administrator has blocked', () => {
  it('cannot comment and learns why; its other writes are stored [PLAN-3]', async () => {
    await world.sql('update public.profiles set blocked_at = now() where id = $1', [MARIA]);
    expect((await world.push(MARIA, [comment('а'), like(0)])).map(({ status, code }) => code ?? status)).toEqual([
      'blocked',
      'applied',
    ]);
  });
});

describe('a quiz with one attempt', () => {
  it('rejects the second attempt, and still accepts the first when it is sent again [ATTEMPT-4]', async () => {
    expect(
      await world.push(MARIA, [attempt(key, 1, 2_000), attempt(idOf(901), 1, 3_000), attempt(key, 1, 2_000)]),
    ).toMatchObject([{ status: 'applied' }, { status: 'rejected', code: 'attempts_exhausted' }, { status: 'same' }]);
  });
});

describe('an event with one seat', () => {
  it('rejects the second learner, and all devices of that learner then show no registration [SEAT-3]', async () => {
    await world.push(IVAN, [registration(1, true)]);
    const rejected = await world.push(MARIA, [registration(1, true, 5_000)]);
    const kept = { ...registration(1, false, 5_001), rev: 1 };
    expect(rejected).toMatchObject([{ status: 'rejected', code: 'event_full', doc: kept }]);
    expect(await world.journal(MARIA)).toEqual([kept]);
    expect(await world.push(MARIA, [registration(1, true, 5_000)]), 'its answer was lost').toEqual(rejected);
    await world.push(IVAN, [registration(1, false, 6_000)]);
    expect(await world.push(MARIA, [registration(1, true, 7_000)])).toMatchObject([{ status: 'applied' }]);
    expect(await world.sql('select current_participants from public.events where id = $1', [idOf(1)])).toEqual([
      { current_participants: 1 },
    ]);
  });

  it('accepts no registration after its end [SEAT-4]', async () => {
    await world.sql(
      "update public.events set start_date = now() - interval '2 days', end_date = now() - interval '1 day' where id = $1",
      [idOf(0)],
    );
    expect(await world.push(MARIA, [registration(0, true)])).toMatchObject([
      { status: 'rejected', code: 'event_closed', doc: { data: { registered: false } } },
    ]);
  });
});

describe('a wrong device clock', () => {
  const AHEAD = 8_000_000_000_000_000;
  const bound = () => Date.now() + 5 * 60_000;
  const watched: JournalData['progress'] = {
    ...{ video_id: idOf(0), course_id: null, intervals: [[0, 900]], duration: 9_000, completed: false },
    ...{ position: 900, position_at: 1, first_watched: 1 },
  };

  it('that is ahead is clamped to five minutes from now, in the document and in its data [CLOCK-1]', async () => {
    const [answer] = await world.push(MARIA, [note([AHEAD + 1, 'ново'], [AHEAD, 'старо'], [7, 'първо'])]);
    expect(answer).toMatchObject({
      status: 'merged',
      doc: { data: { versions: [{ text: 'ново' }, { text: 'старо' }, { at: 7, text: 'първо' }] } },
    });
    const stored = answer?.doc as JournalDoc<'note'>;
    expect(stored.at).toBeLessThanOrEqual(bound());
    expect(stored.at).toBeGreaterThan(bound() - 60_000);
    expect(stored.data.versions[0]?.at).toBeGreaterThan(stored.data.versions[1]?.at ?? bound());
  });

  it('that is ahead does not make a document newer when it is sent again [CLOCK-1]', async () => {
    const profile = doc('profile', 'me', { fields: { bio: { value: 'аз', at: AHEAD } } }, AHEAD);
    const finished = attempt(idOf(901), 0, AHEAD);
    const open = attempt(idOf(902), 0, null, ['a'], AHEAD);
    open.data.answers = { [idOf(500)]: { options: ['a'], at: AHEAD } };
    const docs = [
      doc('progress', idOf(0), { ...watched, position_at: AHEAD }, AHEAD),
      note([AHEAD + 2, 'А'], [AHEAD + 1, 'Б'], [AHEAD, 'А']),
      like(0, true, AHEAD),
      profile,
      finished,
      open,
    ];
    await world.push(MARIA, docs);
    const before = await world.journal(MARIA);
    expect((await world.push(MARIA, docs)).map(({ status }) => status)).toEqual(docs.map(() => 'same'));
    expect(await world.journal(MARIA)).toEqual(before);
    expect((await world.push(MARIA, [like(0, false, AHEAD + 1)]))[0]).toMatchObject({
      status: 'merged',
      doc: { data: { liked: false } },
    });
  });

  it('that is ahead makes no document newer that changed nothing at first [CLOCK-1]', async () => {
    const played = (at: number, position: number, position_at: number) =>
      doc('progress', idOf(0), { ...watched, position, position_at }, at);
    const late = played(1, 800, AHEAD + 1);
    await world.push(MARIA, [played(AHEAD, 0, 1)]);
    await world.push(MARIA, [played(1, 900, AHEAD)]);
    expect(await world.push(MARIA, [late])).toMatchObject([{ status: 'same' }]);
    await new Promise((passed) => setTimeout(passed, 1_100));
    expect(await world.push(MARIA, [late])).toMatchObject([{ status: 'same' }]);
  });

  it('of the server that was set back loses no later act, and sending it again changes nothing [CLOCK-3]', async () => {
    const day = Date.now() + 86_400_000;
    const bio = (value: string, at: number) => doc('profile', 'me', { fields: { bio: { value, at } } }, at);
    await world.push(MARIA, [like(0, true), note([1, 'първо']), bio('преди', 2)]);
    await world.sql('update sync.journal set at = $1', [day]);
    for (const [kind, path] of [
      ['note', '{versions,0,at}'],
      ['profile', '{fields,bio,at}'],
    ])
      await world.sql('update sync.journal set data = jsonb_set(data, $2, to_jsonb($3::bigint)) where kind = $1', [
        kind,
        path,
        day,
      ]);
    const later = [
      like(0, false, day + 60_000),
      note([day + 60_002, 'трето'], [day + 60_001, 'второ'], [day, 'първо']),
      bio('след', day + 60_000),
    ];
    const answers = await world.push(MARIA, later);
    expect(answers.map(({ status }) => status)).toEqual(['merged', 'merged', 'merged']);
    expect(answers.map((answer) => answer.doc?.data)).toMatchObject([
      { liked: false },
      { versions: [{ text: 'трето' }, { text: 'второ' }, { text: 'първо' }] },
      { fields: { bio: { value: 'след' } } },
    ]);
    expect((await world.push(MARIA, later)).map(({ status }) => status)).toEqual(['same', 'same', 'same']);
  });

  it('that is behind loses nothing; a future date is rejected until that day [CLOCK-2]', async () => {
    expect(await world.push(MARIA, [note([0, 'преди'])])).toMatchObject([{ status: 'applied' }]);
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    expect(await world.push(MARIA, [doc('day', inDays(2), {}), doc('day', inDays(4), {})])).toMatchObject([
      { status: 'applied' },
      { status: 'rejected', code: 'clock' },
    ]);
  });
});

describe('a server without the table of a document', () => {
  it('answers that the kind is unknown, and accepts the others [PUSH-15]', async () => {
    await world.sql('alter table public.video_likes rename to video_likes_of_old');
    await world.sql('alter table public.video_comments rename to video_comments_of_old');
    const answers = await world.push(MARIA, [like(0), comment('а', idOf(901)), note([1, 'а'])]);
    expect(answers.map(({ status, code }) => code ?? status)).toEqual(['unknown_kind', 'unknown_kind', 'applied']);
  });
});
