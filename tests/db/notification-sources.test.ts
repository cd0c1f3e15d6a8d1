/** Notifications that the server creates, each only once: achievements, certificates, lessons, changed events, reminders. */
import { describe, expect, it } from 'vitest';
import { sendEventReminders } from '../../server/notifications/event-reminders';
import { tryAs } from '../helpers/database';
import { certificate, courses, events, free, premium, pro, videos } from '../helpers/school';
import { schoolDatabase } from '../helpers/school-database';

const { get: school, query, run, forgetNotifications } = schoolDatabase();

const sent = (uid: string, source: string) =>
  query<{ title: string; topic: string; type: string; link: string }>(
    `select title, topic, type, link from public.notifications where user_id = '${uid}' and source like '${source}'`,
  );
const register = (uid: string, event: string, registered: string) =>
  run(
    `insert into public.event_registrations (event_id, user_id, registered_at) values ('${event}', '${uid}', ${registered})
      on conflict (event_id, user_id) do update set status = 'registered', registered_at = excluded.registered_at`,
  );
const startsIn = (interval: string) =>
  run(
    `update public.events set start_date = now() + interval '${interval}', end_date = now() + interval '${interval}' + interval '1 hour', location = 'Онлайн' where id = '${events.open}'`,
  );

describe('an achievement', () => {
  it('is notified once, when the server awards it', async () => {
    await run(
      `insert into public.achievements (id, name, description, icon, points, target_value, type)
        values ('own', 'Свое', 'Само за теста', 'trophy', 1, 9, 'news')`,
    );
    const award = (completed: boolean) =>
      run(
        `insert into public.user_achievements (user_id, achievement_id, current_value, completed, completed_at)
          values ('${pro.uid}', 'own', 9, ${completed}, ${completed ? 'now()' : 'null'})
          on conflict (user_id, achievement_id) do update set completed = excluded.completed, completed_at = excluded.completed_at`,
      );
    await award(false);
    expect(await sent(pro.uid, 'achievement:own')).toEqual([]);
    await award(true);
    await award(false);
    await award(true);
    expect(await sent(pro.uid, 'achievement:own')).toEqual([
      expect.objectContaining({ topic: 'achievement', type: 'success', link: '/dashboard?section=achievements' }),
    ]);
  });
});

it('a certificate is notified once', async () => {
  const earn = `insert into public.user_certificates (user_id, certificate_id, completed, completed_at, progress_percentage)
    values ('${premium.uid}', '${certificate}', true, now(), 100)
    on conflict (user_id, certificate_id) do update set completed = true, completed_at = now()`;
  await run(
    `update public.user_certificates set completed = false, completed_at = null where user_id = '${premium.uid}'`,
  );
  await run(earn);
  await run(earn);
  expect(await sent(premium.uid, 'certificate:%')).toEqual([
    expect.objectContaining({ title: 'Спечелихте сертификат' }),
  ]);
});

it('new lessons of one day are one message, sent only to learners who started the course', async () => {
  const progress = { video_id: videos.basic, course_id: courses.basic, intervals: [], completed: false };
  await run(
    `insert into sync.journal (user_id, id, kind, at, active_on, rev, data)
      values ('${pro.uid}', 'progress/${videos.basic}', 'progress', 1, '2026-11-01', 1, '${JSON.stringify(progress)}')
      on conflict (user_id, id) do update set data = excluded.data`,
  );
  await run(
    `insert into public.videos (course_id, title) values ('${courses.basic}', 'Първи нов'), ('${courses.basic}', 'Втори нов')`,
  );
  expect(await sent(pro.uid, 'lesson:%')).toHaveLength(1);
  expect(await sent(free.uid, 'lesson:%')).toEqual([]);
});

describe('a changed event', () => {
  it('is notified to registered learners: once for each new time, once for the cancellation', async () => {
    await run(`delete from public.event_registrations where event_id = '${events.open}'`);
    await register(pro.uid, events.open, "now() - interval '9 days'");
    await startsIn('5 days');
    await startsIn('6 days');
    await run(`update public.events set description = 'Друг текст' where id = '${events.open}'`);
    const moved = await sent(pro.uid, 'event-moved:%');
    expect(moved.map(({ link }) => link)).toEqual(Array(2).fill(`/dashboard?section=events&event=${events.open}`));
    await run(`update public.events set status = 'cancelled' where id = '${events.open}'`);
    await run(`update public.events set status = 'active' where id = '${events.open}'`);
    await run(`update public.events set status = 'cancelled' where id = '${events.open}'`);
    expect(await sent(pro.uid, 'event-cancelled:%')).toHaveLength(1);
    expect(await sent(premium.uid, 'event-%')).toEqual([]);
    await run(`update public.events set status = 'active' where id = '${events.open}'`);
  });

  it('has a higher calendar revision, which registrations do not raise', async () => {
    const revision = async () =>
      (await query<{ sequence: number }>(`select sequence from public.events where id = '${events.open}'`))[0]
        ?.sequence ?? -1;
    const before = await revision();
    await run(`update public.events set title = title || '!' where id = '${events.open}'`);
    expect(await revision()).toBe(before + 1);
    await register(premium.uid, events.open, 'now()');
    expect(await revision()).toBe(before + 1);
  });
});

describe('reminders', () => {
  const remind = () => query<{ sent: number }>('select public.send_event_reminders() as sent');

  it('are sent a day and an hour before, once each, and not to learners who registered later than that', async () => {
    await run(`delete from public.event_registrations where event_id = '${events.open}'`);
    await startsIn('23 hours');
    await register(pro.uid, events.open, "now() - interval '9 days'");
    await register(premium.uid, events.open, 'now()');
    await remind();
    await remind();
    expect(await sent(pro.uid, 'event-reminder-%')).toHaveLength(1);
    expect(await sent(premium.uid, 'event-reminder-24h%')).toEqual([]);
    await startsIn('30 minutes');
    await remind();
    await remind();
    expect(await sent(pro.uid, 'event-reminder-1h%')).toHaveLength(1);
    expect(await sent(pro.uid, 'event-reminder-24h%')).toHaveLength(1);
  });

  it('are sent again for the new time of a moved event', async () => {
    const titles = async () => (await sent(pro.uid, 'event-reminder-%')).map(({ title }) => title);
    await forgetNotifications('event-reminder-%');
    await register(pro.uid, events.open, "now() - interval '9 days'");
    await startsIn('40 minutes');
    await remind();
    await run(`update public.events set description = 'Друг текст' where id = '${events.open}'`);
    await remind();
    expect(await titles()).toHaveLength(1);
    await startsIn('5 days');
    await remind();
    expect(await titles()).toHaveLength(1);
    await startsIn('50 minutes');
    await remind();
    await remind();
    expect(await titles()).toHaveLength(2);
  });

  it('of the day before are not sent to learners who have just read that the event was moved to that time', async () => {
    await run(`delete from public.event_registrations where event_id = '${events.open}'`);
    await startsIn('3 days');
    await forgetNotifications('event-%');
    await register(pro.uid, events.open, "now() - interval '9 days'");
    await startsIn('20 hours');
    await remind();
    expect((await sent(pro.uid, 'event-%')).map(({ title }) => title)).toEqual(['Събитието е преместено']);
    // The message about the move is days old when the reminder is due.
    await forgetNotifications('event-%');
    await startsIn('21 hours');
    await run(
      `update public.notifications set created_at = now() - interval '2 days' where source like 'event-moved:%'`,
    );
    await remind();
    expect(await sent(pro.uid, 'event-reminder-24h:%')).toHaveLength(1);
  });

  it.each([
    // Columns: now, start of the event, title. Cases: on time, late, at midnight in Sofia, on the day with 25 hours.
    ['2026-11-24T10:00:00Z', '2026-11-25T10:00:00Z', 'Събитието е утре'],
    ['2026-11-24T21:59:00Z', '2026-11-25T10:00:00Z', 'Събитието е утре'],
    ['2026-11-24T22:00:00Z', '2026-11-25T10:00:00Z', 'Събитието е днес'],
    ['2026-11-25T08:00:00Z', '2026-11-25T10:00:00Z', 'Събитието е днес'],
    ['2026-11-25T09:01:00Z', '2026-11-25T10:00:00Z', 'Събитието започва след час'],
    ['2026-11-25T09:40:00Z', '2026-11-25T10:00:00Z', 'Събитието започва скоро'],
    ['2026-10-24T21:30:00Z', '2026-10-25T21:30:00Z', 'Събитието е днес'],
  ])('sent at %s for an event at %s say „%s“', async (now, start, title) => {
    expect(await query(`select sync.event_reminder_title('${start}', '${now}') as title`)).toEqual([{ title }]);
  });

  it('are not sent for an event that has begun or is in the trash, and a late one does not name an hour', async () => {
    await forgetNotifications('event-reminder-%');
    await register(pro.uid, events.open, "now() - interval '9 days'");
    await startsIn('-1 minute');
    await remind();
    await startsIn('30 minutes');
    await run(`update public.events set deleted_at = now() where id = '${events.open}'`);
    await remind();
    expect(await sent(pro.uid, 'event-reminder-%')).toEqual([]);
    await run(`update public.events set deleted_at = null where id = '${events.open}'`);
    await remind();
    expect((await sent(pro.uid, 'event-reminder-%')).map(({ title }) => title)).toEqual(['Събитието започва скоро']);
  });

  it('are not sent again to learners who deleted or muted them', async () => {
    await forgetNotifications('event-%');
    await startsIn('30 minutes');
    await register(premium.uid, events.open, "now() - interval '9 days'");
    await run(`update public.profiles set muted = array['info'] where id = '${premium.uid}'`);
    expect(await remind()).toEqual([{ sent: 2 }]);
    expect(await sent(premium.uid, 'event-reminder-%')).toEqual([]);
    await run(`delete from public.notifications where source like 'event-reminder-%'`);
    expect(await remind()).toEqual([{ sent: 0 }]);
    expect(await sent(pro.uid, 'event-reminder-%')).toEqual([]);
    await run(`update public.profiles set muted = '{}' where id = '${premium.uid}'`);
  });

  it('of a large event are sent in batches of 50, each learner once', async () => {
    await forgetNotifications('event-%');
    await run(
      `insert into auth.users (id, email, email_confirmed_at)
        select ('ee000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'guest-' || n || '@sloy.test', now() from generate_series(1, 118) n`,
    );
    await run(
      `insert into public.event_registrations (event_id, user_id, registered_at)
        select '${events.open}', id, now() - interval '9 days' from auth.users where email like 'guest-%'`,
    );
    await startsIn('30 minutes');
    const batches: number[] = [];
    const call = async () => {
      const [row] = await remind();
      batches.push(row?.sent ?? 0);
      return row?.sent;
    };
    expect(await sendEventReminders(call, new AbortController().signal)).toBe(120);
    expect(batches).toEqual([50, 50, 20, 0]);
    expect(
      await query(
        `select count(*)::int as messages, count(distinct user_id)::int as learners from public.notifications where source like 'event-reminder-%'`,
      ),
    ).toEqual([{ messages: 120, learners: 120 }]);
  });

  it('are sent by the service only', async () => {
    for (const actor of [
      { role: 'anon' as const, uid: null },
      { role: 'authenticated' as const, uid: pro.uid },
    ])
      await expect(
        tryAs(school(), actor, (session) => session.query('select public.send_event_reminders()')),
      ).rejects.toMatchObject({ code: '42501' });
  });
});

it('messages about payments arrive even if their kind is muted', async () => {
  await run(`update public.profiles set muted = array['info'] where id = '${pro.uid}'`);
  const send = (topic: string) =>
    run(
      `insert into public.notifications (user_id, title, message, topic, source) values ('${pro.uid}', 'x', 'x', '${topic}', 'test:${topic}')`,
    );
  await send('billing');
  await send('admin');
  expect((await sent(pro.uid, 'test:%')).map(({ topic }) => topic)).toEqual(['billing']);
});
