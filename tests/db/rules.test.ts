/** The server computes scores, streaks, certificates and achievements correctly, and counts a repeated write once. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { as, type Session, tryAs } from '../helpers/database';
import {
  certificate,
  courses,
  events,
  free,
  news,
  nobody,
  other,
  premium,
  pro,
  questions,
  tests,
  videos,
} from '../helpers/school';
import { schoolDatabase, uuid } from '../helpers/school-database';

const { get: school, one, query, run } = schoolDatabase();

describe('rejections of effects', () => {
  const result = (user: string, attempt: string, test: string) =>
    `select sync.apply_result('${user}', '${attempt}', '${test}', '{}', 1, now())`;
  beforeAll(() => run(result(premium.uid, uuid(1), tests.basic)));
  it.each([
    ['not_found', 'a result of no test', result(pro.uid, uuid(50), nobody)],
    ['forbidden', 'a result of an account that never had a plan', result(free.uid, uuid(50), tests.basic)],
    ['forbidden', 'a result above the plan', result(pro.uid, uuid(50), tests.premium)],
    ['duplicate', 'a result under the id of another learner', result(pro.uid, uuid(1), tests.basic)],
    ['clock', "a day after tomorrow's tomorrow", `select sync.apply_day('${pro.uid}', current_date + 4)`],
    ['clock', 'a day before the academy', `select sync.apply_day('${pro.uid}', '1970-01-01')`],
    ['not_found', 'a like of no lesson', `select sync.apply_like('${pro.uid}', '${nobody}', true)`],
    ['forbidden', 'a like above the plan', `select sync.apply_like('${pro.uid}', '${videos.premium}', true)`],
    [
      'forbidden',
      'a comment of a free account',
      `select sync.apply_comment('${free.uid}', gen_random_uuid(), '${videos.free}', 'x', now(), false)`,
    ],
    [
      'bad_document',
      'a comment of spaces',
      `select sync.apply_comment('${pro.uid}', gen_random_uuid(), '${videos.basic}', E' \\n ', now(), false)`,
    ],
    [
      'bad_document',
      'an endless comment',
      `select sync.apply_comment('${pro.uid}', gen_random_uuid(), '${videos.basic}', repeat('x', 2001), now(), false)`,
    ],
    ['forbidden', 'a seat for a free account', `select sync.apply_registration('${free.uid}', '${events.open}', true)`],
    ['not_found', 'a seat at no event', `select sync.apply_registration('${pro.uid}', '${nobody}', true)`],
    ['not_found', 'a seat at a draft', `select sync.apply_registration('${pro.uid}', '${events.draft}', true)`],
    [
      'event_closed',
      'a seat at an event that is over',
      `select sync.apply_registration('${pro.uid}', '${events.over}', true)`,
    ],
    ['not_found', 'a product that is not', `select sync.apply_cart('${pro.uid}', '${nobody}', 1)`],
    ['not_found', 'news that are not', `select sync.apply_view('${pro.uid}', '${nobody}')`],
    ['not_found', 'a lesson that is not', `select sync.apply_progress('${pro.uid}', '${nobody}')`],
    [
      'bad_document',
      "a profile field that is not one's own to set",
      `select sync.apply_profile('${pro.uid}', '{"is_admin": {"value": "true", "at": 1}}')`,
    ],
    [
      'bad_document',
      'a notification that is neither on nor off',
      `select sync.apply_profile('${pro.uid}', '{"notify_info": {"value": "no", "at": 1}}')`,
    ],
    [
      'bad_document',
      'problems that must not be revealed',
      `select sync.apply_profile('${pro.uid}', '{"notify_error": {"value": "off", "at": 1}}')`,
    ],
    [
      'bad_document',
      'a link that runs code',
      `select sync.apply_profile('${pro.uid}', '{"website": {"value": "javascript:alert(1)", "at": 1}}')`,
    ],
    [
      'bad_document',
      'a form without an address',
      `select sync.apply_form(null, gen_random_uuid(), 'launch', '{}', null)`,
    ],
    [
      'bad_document',
      'a demo request without a name',
      `select sync.apply_form(null, gen_random_uuid(), 'demo', '{"email": "a@b.bg"}', null)`,
    ],
    [
      'not_found',
      "a mark on someone else's notification",
      `select sync.apply_read('${premium.uid}', (select id from public.notifications where user_id = '${pro.uid}' limit 1), true)`,
    ],
  ])('%s: %s', async (code, _, sql) => {
    await expect(run(sql)).rejects.toMatchObject({ code: 'P0001', message: code });
  });

  it('do not apply to a plan that ended while the device was offline, for thirty days and for what it covered', async () => {
    const may = (plan: string, at: string) => `sync.may_act('${pro.uid}', '${plan}', ${at})`;
    await tryAs(school(), { role: 'service_role', uid: null }, async (session) => {
      await session.exec(
        `reset role; update public.user_subscriptions set has_pro_plan = false, subscription_id = 'sub_old' where user_id = '${pro.uid}'`,
      );
      const [now] = await session.query(
        `select ${may('basic', 'now()')} as basic, ${may('premium', 'now()')} as premium, ${may('basic', 'null')} as online`,
      );
      expect(now).toEqual({ basic: true, premium: false, online: false });
      await session.exec(
        `update public.user_subscriptions set paid_ended_at = now() - interval '31 days' where user_id = '${pro.uid}'`,
      );
      const [later] = await session.query(
        `select ${may('basic', 'now()')} as basic, ${may('basic', "now() - interval '40 days'")} as earlier`,
      );
      expect(later).toEqual({ basic: false, earlier: false });
    });
  });

  it('count at most the time limit of the quiz', async () => {
    await run(`update public.tests set time_limit = 2 where id = '${tests.basic}'`);
    await run(`select sync.apply_result('${premium.uid}', '${uuid(52)}', '${tests.basic}', '{}', 500, now())`);
    expect(await one(`select time_spent from public.test_results where id = '${uuid(52)}'`)).toEqual({
      time_spent: 120,
    });
    await run(
      `update public.tests set time_limit = 0 where id = '${tests.basic}'; delete from public.test_results where id = '${uuid(52)}'`,
    );
  });

  it('attempts_exhausted: one more than the quiz allows; a repeated attempt counts once', async () => {
    await run(
      `update public.tests set max_attempts = 1 where id = '${tests.premium}'; ${result(premium.uid, uuid(2), tests.premium)}; ${result(premium.uid, uuid(2), tests.premium)}`,
    );
    await expect(run(result(premium.uid, uuid(3), tests.premium))).rejects.toMatchObject({
      message: 'attempts_exhausted',
    });
  });
});

describe('a streak', () => {
  it('accepts the day of every time zone and a small clock error, and no later day', async () => {
    const day = (ahead: number) => `select sync.apply_day('${other.uid}', (now() at time zone 'UTC')::date + ${ahead})`;
    await run(day(2));
    await expect(run(day(3))).rejects.toMatchObject({ message: 'clock' });
    await expect(run(`select sync.apply_day('${other.uid}', '2019-12-31')`)).rejects.toMatchObject({
      message: 'clock',
    });
  });
  beforeEach(() => run(`delete from public.user_activity where user_id = '${other.uid}'`));
  it.each([
    ['of one day', ['2026-03-01'], 1, 1],
    ['of days in a row', ['2026-03-01', '2026-03-02', '2026-03-03'], 3, 3],
    ['that broke', ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-05'], 1, 3],
    ['with a gap filled later', ['2026-03-01', '2026-03-03', '2026-03-02'], 3, 3],
    [
      'with a longer one behind it',
      ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04', '2026-02-01', '2026-02-02'],
      2,
      4,
    ],
    ['over a leap day and the end of a month', ['2024-02-28', '2024-02-29', '2024-03-01'], 3, 3],
    ['over New Year', ['2025-12-31', '2026-01-01'], 2, 2],
    [
      'over the change of the clocks',
      ['2026-03-28', '2026-03-29', '2026-03-30', '2026-10-24', '2026-10-25', '2026-10-26'],
      3,
      3,
    ],
  ])('%s', async (_, days, current, longest) => {
    for (const day of [...days, ...days])
      await run(
        `insert into public.user_activity (user_id, active_on) values ('${other.uid}', '${day}') on conflict do nothing`,
      );
    const last = [...days].sort().at(-1);
    expect(
      await one(
        `select current_streak, longest_streak, last_active::text from public.user_streaks where user_id = '${other.uid}'`,
      ),
    ).toEqual({
      current_streak: current,
      longest_streak: longest,
      last_active: last,
    });
  });
});

describe('a certificate', () => {
  // The accounts must be older than the results. Otherwise the server moves the results to the account's first day, and they no longer count.
  beforeAll(() =>
    run(`update public.profiles set created_at = '2020-01-01';
      delete from public.test_results where user_id in ('${premium.uid}', '${other.uid}')`),
  );

  it('is earned and dated by the last required quiz, and stays earned', async () => {
    await run(
      `insert into public.certificate_requirements (certificate_id, test_id, minimum_score) values ('${certificate}', '${tests.premium}', 1)`,
    );
    const progress = () =>
      one(
        `select completed_requirements as done, progress_percentage as percent, completed, completed_at from public.user_certificates where user_id = '${premium.uid}' and certificate_id = '${certificate}'`,
      );
    const all = JSON.stringify({ [questions.one]: ['a'], [questions.two]: ['a', 'b'], [questions.three]: ['2'] });
    await run(
      `select sync.apply_result('${premium.uid}', '${uuid(4)}', '${tests.basic}', '${all}', 30, '2026-11-02T10:00:00Z')`,
    );
    expect(await progress()).toEqual({ done: [tests.basic], percent: 50, completed: false, completed_at: null });
    await run(
      `insert into public.test_questions (test_id, text, options) values ('${tests.premium}', 'x', '[{"id":"a","text":"А","isCorrect":false}]')`,
    );
    await run(`delete from public.test_results where id = '${uuid(2)}'`);
    await run(
      `select sync.apply_result('${premium.uid}', '${uuid(2)}', '${tests.premium}', '{"x": {"options": []}}', 30, '2026-11-03T10:00:00Z')`,
    );
    const earned = {
      done: [tests.basic, tests.premium],
      percent: 100,
      completed: true,
      completed_at: new Date('2026-11-03T10:00:00Z'),
    };
    expect(await progress()).toEqual(earned);
    await run(
      `insert into public.certificate_requirements (certificate_id, test_id) values ('${certificate}', '${tests.free}')`,
    );
    expect(await progress()).toEqual(earned);
    await run(`delete from public.certificate_requirements where test_id in ('${tests.free}', '${tests.premium}')`);
    // The certificate keeps the date on which it was earned, even if it now has fewer requirements.
    expect(await progress()).toEqual({ ...earned, done: [tests.basic] });
  });

  it('is earned when a requirement is lowered, without an action of the learner', async () => {
    const percent = async () =>
      (
        await one<{ p: number }>(
          `select progress_percentage as p from public.user_certificates where user_id = '${pro.uid}'`,
        )
      )?.p;
    await run(
      `update public.certificate_requirements set minimum_score = 90 where certificate_id = '${certificate}'; delete from public.user_certificates where user_id = '${pro.uid}'`,
    );
    expect(await percent()).toBeUndefined();
    await run(`update public.certificate_requirements set minimum_score = 60 where certificate_id = '${certificate}'`);
    expect(await percent()).toBe(100);
  });

  it('cannot be started after it was unpublished', async () => {
    const begun = () => query(`select 1 from public.user_certificates where user_id = '${pro.uid}'`);
    await run(
      `update public.certificates set is_active = false where id = '${certificate}'; delete from public.user_certificates where user_id = '${pro.uid}'`,
    );
    await run(`select sync.recount_certificates(array['${pro.uid}'::uuid])`);
    expect(await begun()).toHaveLength(0);
    await run(
      `update public.certificates set is_active = true where id = '${certificate}'; select sync.recount_certificates(array['${pro.uid}'::uuid])`,
    );
    expect(await begun()).toHaveLength(1);
  });
});

describe('achievements', () => {
  const of = async (user: string) =>
    Object.fromEntries(
      (
        await query<{ id: string; value: number; completed: boolean }>(
          `select achievement_id as id, current_value as value, completed from public.user_achievements where user_id = '${user}'`,
        )
      ).map(({ id, value, completed }) => [id, completed ? `${value}!` : String(value)]),
    );
  const doc = (kind: string, key: string, data: object) =>
    `insert into sync.journal (user_id, id, kind, at, active_on, rev, data) values ('${other.uid}', '${kind}/${key}', '${kind}', 1, '2026-11-01', 1, '${JSON.stringify(data)}') on conflict (user_id, id) do update set data = excluded.data, rev = sync.journal.rev + 1`;

  const played = (video_id: string, seconds = 60, firstWatched = Date.now() - 3_600_000) => ({
    ...{ video_id, completed: true, first_watched: firstWatched, duration: seconds * 1_000 },
    intervals: [[0, seconds * 1_000]],
  });
  const accountOf = (age: string) =>
    run(`update public.profiles set created_at = now() - interval '${age}' where id = '${other.uid}'`);

  it('count facts of every kind, each once', async () => {
    const acts = [
      doc('progress', videos.free, played(videos.free)),
      doc('progress', videos.preview, played(videos.preview)),
      doc('note', uuid(1), { video_id: videos.free, versions: [{ at: 1, text: 'x', position: 0, deleted: false }] }),
      doc('note', uuid(2), {
        video_id: videos.free,
        versions: [
          { at: 2, text: '', position: 0, deleted: true },
          { at: 1, text: 'x', position: 0, deleted: false },
        ],
      }),
      doc('view', `news/${news.out}`, { news_id: news.out }),
      `select sync.apply_like('${other.uid}', '${videos.basic}', true)`,
      `select sync.apply_comment('${other.uid}', '${uuid(7)}', '${videos.basic}', 'Да', now(), false)`,
      `select sync.apply_registration('${other.uid}', '${events.open}', true)`,
      `select sync.apply_result('${other.uid}', '${uuid(8)}', '${tests.basic}', '${JSON.stringify({ [questions.one]: ['a'], [questions.two]: ['a', 'b'], [questions.three]: ['2'] })}', 1, '2026-11-04T10:00:00Z')`,
    ];
    for (const act of [...acts, ...acts]) await run(act);
    const counted = {
      liker: '1!',
      'first-test': '1!',
      perfect: '1!',
      whole: '1!',
      seat: '1!',
      diploma: '1!',
      watcher: '2!',
      writer: '1!',
      reader: '1!',
      talker: '1!',
      days: '6!',
      'streak-3': '3!',
    };
    expect(await of(other.uid)).toEqual(counted);
    await as(school(), other, async (session: Session) => {
      for (let i = 0; i < 3; i++) {
        await session.exec(`select public.update_achievement_progress('${other.uid}', 'event', 1000); select public.track_test_completed('${other.uid}', '${tests.free}', 100, 1);
          select public.update_certificate_progress('${other.uid}', '${tests.premium}', 100); select public.track_video_watched('${other.uid}', '${videos.basic}', '${courses.basic}')`);
      }
    });
    expect(await of(other.uid)).toEqual({ ...counted, watcher: '2!', days: '7!' });
    const rows = await as(school(), other, (session) =>
      session.query<{ achievement_id: string; progress_percentage: number }>(
        `select * from public.get_user_achievements('${other.uid}')`,
      ),
    );
    expect(rows).toHaveLength(12);
    expect(rows.every(({ progress_percentage }) => progress_percentage === 100)).toBe(true);
  });

  it('stay earned when a fact is withdrawn, and show the current number', async () => {
    await run(`select sync.apply_like('${other.uid}', '${videos.basic}', false)`);
    expect(await of(other.uid)).toMatchObject({ liker: '0!' });
  });

  it('do not count a course with an unwatched new lesson', async () => {
    await run(`insert into public.videos (course_id, title) values ('${courses.free}', 'Нов')`);
    await run(doc('progress', videos.free, { ...played(videos.free), position: 1 }));
    expect(await of(other.uid)).toMatchObject({ whole: '0!', watcher: '2!' });
  });

  it('do not count an unpublished course', async () => {
    const whole = () => one<{ n: number }>(`select sync.count_facts('${other.uid}', 'course_completed') as n`);
    await run(`delete from public.videos where course_id = '${courses.free}' and title = 'Нов'`);
    expect(await whole()).toEqual({ n: 1 });
    await run(`update public.courses set status = 'draft' where id = '${courses.free}'`);
    expect(await whole()).toEqual({ n: 0 });
    await run(`update public.courses set status = 'published' where id = '${courses.free}'`);
  });

  it('count a completed lesson only if its intervals cover it and fit the time that has passed', async () => {
    const completed = async (data: object) => {
      await run(doc('progress', videos.free, data));
      return (await one<{ n: number }>(`select sync.count_facts('${other.uid}', 'course_completed') as n`))?.n;
    };
    const seconds = `select duration_seconds as s from public.videos where id = '${videos.free}'`;
    const before = await one<{ s: number }>(seconds);
    await run(`update public.videos set duration_seconds = 3600 where id = '${videos.free}'`);
    await accountOf('1 year');
    const ago = (minutes: number) => Date.now() - minutes * 60_000;
    expect(await completed(played(videos.free, 3_600, ago(60)))).toBe(1);
    expect(await completed(played(videos.free, 3_600, ago(30)))).toBe(1);
    expect(await completed(played(videos.free, 3_600, ago(20)))).toBe(0);
    expect(await completed({ ...played(videos.free, 3_600, ago(60)), intervals: [] })).toBe(0);
    expect(await completed({ ...played(videos.free, 3_600, ago(60)), intervals: [[0, 3_000_000]] })).toBe(0);
    expect(await completed(played(videos.free, 9, ago(60)))).toBe(0);
    await accountOf('20 minutes');
    expect(await completed(played(videos.free, 3_600, ago(600)))).toBe(0);
    await accountOf('1 year');
    await run(`update public.videos set duration_seconds = ${before?.s} where id = '${videos.free}'`);
    expect(await completed(played(videos.free))).toBe(1);
  });

  it('keep days from before the account or the offline lease, but do not count them', async () => {
    await run(`delete from public.user_activity where user_id = '${other.uid}'`);
    const day = (ago: number) => run(`select sync.apply_day('${other.uid}', current_date - ${ago})`);
    const counts =
      'select count(*)::int as kept, count(*) filter (where counted)::int as counted from public.user_activity';
    const days = () => query(`${counts} where user_id = '${other.uid}'`);
    await accountOf('20 days');
    for (let ago = 0; ago < 100; ago += 1) await day(ago);
    expect(await days()).toEqual([{ kept: 23, counted: 23 }]);
    await accountOf('1 year');
    for (let ago = 0; ago < 100; ago += 1) await day(ago);
    expect(await days()).toEqual([{ kept: 100, counted: 31 }]);
    const streak = `select current_streak, longest_streak from public.user_streaks where user_id = '${other.uid}'`;
    expect(await one(streak)).toEqual({ current_streak: 31, longest_streak: 31 });
    expect(await one(`select sync.count_facts('${other.uid}', 'active_days') as n`)).toEqual({ n: 31 });
  });

  it('are recounted by type: every fact requests the types that count it, and together they name every type', async () => {
    const rows = await query<{ type: string }>(
      `select distinct unnest(sync.achievement_types_of('recount_all')) as type union select distinct type from public.achievements`,
    );
    expect(rows).toHaveLength(12);
    const each = await query(
      `select distinct unnest(sync.achievement_types_of(o)) from unnest(array['recount_progress', 'recount_note', 'recount_view', 'recount_like', 'recount_comment', 'recount_event', 'recount_day', 'recount_result']) o`,
    );
    expect(each).toHaveLength(12);
  });
});
