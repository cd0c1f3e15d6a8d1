/** The queue sends each push message at most once, holds messages back in quiet hours, combines many held ones and adds the daily reminder. */
import { beforeEach, describe, expect, it } from 'vitest';
import { contentOf, type QueuedMessage } from '../../server/push/payload';
import { as } from '../helpers/database';
import { admin, events, free, premium, pro } from '../helpers/school';
import { schoolDatabase, uuid } from '../helpers/school-database';

const { get: school, query, run, one } = schoolDatabase();

interface Claimed {
  looked: number;
  messages: QueuedMessage[];
}
const claim = async () =>
  ((await one<{ c: Claimed }>('select public.push_claim(100, 60000) as c')) as { c: Claimed }).c;
const report = (results: object[]) => run(`select public.push_report('${JSON.stringify(results)}')`);
const notify = (uid: string, title: string, topic = 'admin') =>
  run(
    `insert into public.notifications (user_id, title, message, topic) values ('${uid}', '${title}', 'Текст', '${topic}')`,
  );
const device = (uid: string, name: string, zone = 'Europe/Sofia') =>
  run(`insert into public.push_devices (user_id, platform, address, token, device, time_zone)
    values ('${uid}', 'android', '${uid}-${name}', '${uid}-${name}', '${name}', '${zone}')`);
const outcomes = () =>
  query<{ outcome: string | null; count: number }>(
    'select outcome, count(*)::int from sync.push_outbox group by 1 order by 1',
  );

beforeEach(async () => {
  await run(`delete from public.push_devices; delete from public.notifications; delete from sync.push_reminders;
    delete from sync.journal where kind = 'day'; delete from public.user_streaks;
    update public.profiles set quiet_hours = 'off', push_off = '{}', daily_reminder = false`);
});

describe('a notification', () => {
  it('is queued once per device of its account, in the same transaction', async () => {
    await device(pro.uid, 'one');
    await device(pro.uid, 'two');
    await device(free.uid, 'three');
    await notify(pro.uid, 'Първо');
    const { messages } = await claim();
    expect(messages).toHaveLength(2);
    expect(messages[0]).toMatchObject({ title: 'Първо', unread: 1, account: pro.uid });
    expect((await claim()).messages).toEqual([]);
    await expect(
      run(`begin; insert into public.notifications (user_id, title, message) values ('${pro.uid}', 'Друго', '');
      insert into public.notifications (user_id, title, message) values ('${pro.uid}', '', '');`),
    ).rejects.toThrow();
    await run('rollback');
    expect((await claim()).messages).toEqual([]);
  });

  it('about the result of a quiz is sent without the score', async () => {
    await device(pro.uid, 'one');
    await run(`update public.tests set graded = true;
      insert into public.test_results (id, user_id, test_id, score, passed)
        select gen_random_uuid(), '${pro.uid}', id, 87, true from public.tests limit 1`);
    const [message] = (await claim()).messages;
    expect(message).toMatchObject({ title: 'Тестът е оценен', body: expect.stringContaining('87%') });
    // The real id is random and can contain "87".
    const sent = contentOf({ ...(message as QueuedMessage), notification_id: uuid(1) }, 'https://sloy.test');
    expect(sent.payload).not.toMatch(/87|издържан/);
    await run(`delete from public.test_results; update public.tests set graded = false`);
  });

  it('is not queued for a disabled topic or a muted kind', async () => {
    await device(pro.uid, 'one');
    await run(`select sync.apply_profile('${pro.uid}', '{"push_lesson": {"value": "off", "at": 1}}')`);
    await notify(pro.uid, 'Урок', 'lesson');
    await notify(pro.uid, 'Събитие', 'event');
    await run(`update public.profiles set muted = '{info}' where id = '${pro.uid}'`);
    await notify(pro.uid, 'Заглушено', 'event');
    await run(`update public.profiles set muted = '{}' where id = '${pro.uid}'`);
    expect((await claim()).messages.map(({ title }) => title)).toEqual(['Събитие']);
  });

  it('is not sent after it was read or its topic was disabled', async () => {
    await device(pro.uid, 'one');
    await notify(pro.uid, 'Прочетено');
    await notify(pro.uid, 'Нежелано', 'event');
    await run(`update public.notifications set is_read = true where title = 'Прочетено';
      update public.profiles set push_off = '{event}' where id = '${pro.uid}'`);
    expect((await claim()).messages).toEqual([]);
    expect(await outcomes()).toEqual([
      { outcome: 'read', count: 1 },
      { outcome: 'unwanted', count: 1 },
    ]);
  });
});

describe('an answer of a push service', () => {
  const first = async () => (await claim()).messages[0]?.id as number;

  it('removes a sent message, and a device that no longer exists', async () => {
    await device(pro.uid, 'one');
    await notify(pro.uid, 'Първо');
    await report([{ id: await first(), outcome: 'sent' }]);
    expect(await outcomes()).toEqual([{ outcome: 'sent', count: 1 }]);
    await notify(pro.uid, 'Второ');
    await report([{ id: await first(), outcome: 'gone' }]);
    expect(await query('select from public.push_devices')).toEqual([]);
  });

  it('keeps a device that was registered again in the meantime', async () => {
    await device(pro.uid, 'one');
    await notify(pro.uid, 'Първо');
    const id = await first();
    await run(`update public.push_devices set renewed_at = now() + interval '1 second'`);
    await report([{ id, outcome: 'gone' }]);
    expect(await query('select from public.push_devices')).toHaveLength(1);
  });

  it('causes at most six attempts', async () => {
    await device(pro.uid, 'one');
    await notify(pro.uid, 'Първо');
    for (let tries = 1; tries <= 6; tries += 1) await report([{ id: await first(), outcome: 'retry', retry_ms: 0 }]);
    expect(await outcomes()).toEqual([{ outcome: 'gave_up', count: 1 }]);
    await notify(pro.uid, 'Второ');
    await report([{ id: await first(), outcome: 'retry', retry_ms: 60_000 }]);
    expect((await claim()).messages).toEqual([]);
  });

  it('is not awaited for a message whose sender died: it is not sent again', async () => {
    await device(pro.uid, 'one');
    await notify(pro.uid, 'Първо');
    await claim();
    await run(`update sync.push_outbox set claimed_at = now() - interval '2 minutes'`);
    expect((await claim()).messages).toEqual([]);
    expect(await outcomes()).toEqual([{ outcome: 'lost', count: 1 }]);
  });
});

describe('quiet hours', () => {
  it.each([
    [null, 'Europe/Sofia', '2026-11-23T19:59:00Z', null],
    [null, 'Europe/Sofia', '2026-11-23T20:00:00Z', '2026-11-24T06:00:00Z'],
    [null, 'Europe/Sofia', '2026-11-24T05:59:00Z', '2026-11-24T06:00:00Z'],
    [null, 'Europe/Sofia', '2026-11-24T06:00:00Z', null],
    [null, 'America/New_York', '2026-11-23T20:00:00Z', null],
    [null, 'Asia/Tokyo', '2026-11-23T20:00:00Z', '2026-11-23T23:00:00Z'],
    ['off', 'Europe/Sofia', '2026-11-23T23:00:00Z', null],
    ['12:00-14:00', 'Europe/Sofia', '2026-11-23T11:00:00Z', '2026-11-23T12:00:00Z'],
    ['12:00-12:00', 'Europe/Sofia', '2026-11-23T10:00:00Z', null],
    // On the night of a clock change, the quiet hours are an hour shorter or longer.
    [null, 'Europe/Sofia', '2026-03-28T22:30:00Z', '2026-03-29T05:00:00Z'],
    [null, 'Europe/Sofia', '2026-10-24T22:30:00Z', '2026-10-25T06:00:00Z'],
    // 03:30 occurs twice on this night: a message after the first 03:30 waits only until the second.
    ['01:00-03:30', 'Europe/Sofia', '2026-10-25T01:15:00Z', '2026-10-25T01:30:00Z'],
  ])('%s in %s at %s end at %s', async (quiet, zone, now, until) => {
    const row = await one<{ until: Date | null }>(
      `select sync.quiet_until(${quiet ? `'${quiet}'` : 'null'}, '${zone}', '${now}') as until`,
    );
    expect(row?.until ? new Date(row.until).toISOString() : null).toBe(until ? new Date(until).toISOString() : null);
  });

  it('hold messages back, and combine more than three of them into one', async () => {
    await device(pro.uid, 'one');
    await device(premium.uid, 'two');
    await run(`update public.profiles set quiet_hours = to_char(now() at time zone 'Europe/Sofia' - interval '1 hour', 'HH24:MI')
      || '-' || to_char(now() at time zone 'Europe/Sofia' + interval '1 hour', 'HH24:MI')`);
    for (const title of ['А', 'Б', 'В', 'Г']) await notify(pro.uid, title);
    for (const title of ['Д', 'Е', 'Ж']) await notify(premium.uid, title);
    expect((await claim()).messages).toEqual([]);
    await run(`update public.profiles set quiet_hours = 'off'; update sync.push_outbox set due_at = now()`);
    const { messages } = await claim();
    expect(messages.map(({ title, combined }) => [title, combined])).toEqual([
      ['Г', 4],
      ['Д', 0],
      ['Е', 0],
      ['Ж', 0],
    ]);
  });
});

describe('the reminder of an event', () => {
  const startsIn = (minutes: number) =>
    run(`update public.events set status = 'active', start_date = now() + interval '${minutes} minutes',
      end_date = now() + interval '${minutes + 60} minutes' where id = '${events.open}'`);
  const reminded = async () => {
    await device(pro.uid, 'one');
    await run(`insert into public.notifications (user_id, title, message, topic, source)
      select '${pro.uid}', 'Събитието е утре', 'Текст', 'event',
        'event-reminder-24h:' || id || ':' || extract(epoch from start_date)::bigint
      from public.events where id = '${events.open}'`);
  };

  it('says what is true when the quiet hours end', async () => {
    await startsIn(30);
    await reminded();
    const { messages } = await claim();
    expect(messages.map(({ title }) => title)).toEqual(['Събитието започва скоро']);
    // The push service keeps the message only until the event starts.
    expect(messages[0]?.seconds_left).toBeGreaterThan(0);
    expect(messages[0]?.seconds_left).toBeLessThanOrEqual(30 * 60);
  });

  it.each([
    ['has begun', () => startsIn(-1)],
    ['was moved to another day', () => startsIn(3 * 24 * 60)],
    ['was moved to another hour', () => startsIn(90)],
    ['was cancelled', () => run(`update public.events set status = 'cancelled' where id = '${events.open}'`)],
  ])('is not sent once the event %s', async (_, change) => {
    await startsIn(30);
    await reminded();
    await change();
    // No reminder is sent: registered learners get a notification about the change instead.
    expect((await claim()).messages.filter(({ title }) => /утре|скоро/.test(title))).toEqual([]);
    expect(
      await query(`select outcome from sync.push_outbox o join public.notifications n on n.id = o.notification_id
      where n.source like 'event-reminder-%'`),
    ).toEqual([{ outcome: 'late' }]);
  });
});

describe('the daily reminder', () => {
  const remind = async (at: string) =>
    (await one<{ n: number }>(`select sync.queue_push_reminders('${at}') as n`))?.n ?? 0;
  const wanting = (uid: string) =>
    run(`select sync.apply_profile('${uid}', '{"daily_reminder": {"value": "on", "at": 1}}')`);

  it.each([
    // Winter time, summer time, and the days of both clock changes.
    ['2026-11-23T14:59:00Z', 0],
    ['2026-11-23T15:00:00Z', 1],
    ['2026-11-23T16:59:00Z', 1],
    ['2026-11-23T17:00:00Z', 0],
    ['2026-07-01T13:59:00Z', 0],
    ['2026-07-01T14:00:00Z', 1],
    ['2026-03-29T13:59:00Z', 0],
    ['2026-03-29T14:00:00Z', 1],
    ['2026-10-25T14:59:00Z', 0],
    ['2026-10-25T15:00:00Z', 1],
  ])('at %s reaches %i devices', async (at, devices) => {
    await device(pro.uid, 'one');
    await wanting(pro.uid);
    expect(await remind(at)).toBe(devices);
    expect(await remind(at)).toBe(0);
  });

  it('is sent to learners who want it and were not active today, and creates no notification', async () => {
    for (const { uid } of [pro, premium, free]) await device(uid, 'one');
    await device(pro.uid, 'two');
    for (const { uid } of [pro, premium]) await wanting(uid);
    await run(`insert into sync.journal (user_id, id, kind, at, active_on, rev, data)
      values ('${premium.uid}', 'day/2026-11-23', 'day', 1, '2026-11-23', 1, '{}') on conflict do nothing`);
    expect(await remind('2026-11-23T15:00:00Z')).toBe(2);
    expect(await query('select from public.notifications')).toEqual([]);
    expect((await claim()).messages).toMatchObject([{ account: pro.uid }, { account: pro.uid }]);
    expect(await remind('2026-11-24T15:00:00Z')).toBe(3);
  });

  it('stops after 30 silent days, until the learner returns', async () => {
    await device(pro.uid, 'one');
    await wanting(pro.uid);
    const seen = (day: string) => run(`update public.push_devices set renewed_at = '${day}T12:00:00Z'`);
    await seen('2026-10-24');
    expect(await remind('2026-11-23T15:00:00Z')).toBe(1);
    expect(await remind('2026-11-24T15:00:00Z')).toBe(0);
    await seen('2026-11-24');
    expect(await remind('2026-11-24T15:10:00Z')).toBe(1);
  });

  it('is dropped in quiet hours and when it is disabled', async () => {
    await device(pro.uid, 'one');
    await device(premium.uid, 'two');
    for (const { uid } of [pro, premium]) await wanting(uid);
    expect(await remind('2026-11-23T15:00:00Z')).toBe(2);
    await run(`update public.profiles set daily_reminder = false where id = '${premium.uid}';
      update public.profiles set quiet_hours = to_char(now() at time zone 'Europe/Sofia' - interval '1 hour', 'HH24:MI')
      || '-' || to_char(now() at time zone 'Europe/Sofia' + interval '1 hour', 'HH24:MI') where id = '${pro.uid}'`);
    expect((await claim()).messages).toEqual([]);
    expect(await outcomes()).toEqual([
      { outcome: 'quiet', count: 1 },
      { outcome: 'unwanted', count: 1 },
    ]);
  });
});

describe('requested messages', () => {
  const send = async (caller: string, users: string[], notification: string | null) =>
    (
      await one<{ s: object }>(
        `select public.push_send('${caller}', '{${users.join()}}', '{"title": "Здравейте"}', ${notification ? `'${notification}'` : 'null'}) as s`,
      )
    )?.s;

  it('are sent by administrators, or repeat a notification of the caller with its stored text', async () => {
    await device(pro.uid, 'one');
    expect(await send(pro.uid, [pro.uid], null)).toEqual({ refused: 'forbidden' });
    expect(await send(admin.uid, [pro.uid], null)).toEqual({ queued: 1 });
    await notify(pro.uid, 'Мое');
    const [row] = await query<{ id: string }>(`select id from public.notifications where title = 'Мое'`);
    expect(await send(free.uid, [], row?.id ?? null)).toEqual({ refused: 'not_found' });
    // The trigger already queued this notification, so the request adds no second message.
    expect(await send(pro.uid, [], row?.id ?? null)).toEqual({ queued: 1 });
    expect((await claim()).messages.map(({ title }) => title)).toEqual(['Здравейте', 'Мое']);
  });

  it('cannot be read by a learner: only the service role may call the sender’s functions', async () => {
    await expect(as(school(), pro, (session) => session.query('select public.push_claim(1, 1)'))).rejects.toMatchObject(
      { code: '42501' },
    );
  });
});
