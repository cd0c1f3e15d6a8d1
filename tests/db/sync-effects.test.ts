/** A document that is sent twice changes other rows only once: seats, counters, notifications, profiles, forms. */
import { describe, expect, it } from 'vitest';
import { as } from '../helpers/database';
import { events, other, premium, pro, videos } from '../helpers/school';
import { schoolDatabase, uuid } from '../helpers/school-database';

const { get: school, one, query, run } = schoolDatabase();

describe('seats', () => {
  const taken = async () =>
    (await one<{ n: number }>(`select current_participants as n from public.events where id = '${events.small}'`))?.n;

  it('are assigned up to the last one, freed and assigned again [SEAT-2]', async () => {
    await run(
      `select sync.apply_registration('${pro.uid}', '${events.small}', true); select sync.apply_registration('${pro.uid}', '${events.small}', true)`,
    );
    expect(await taken()).toBe(1);
    await expect(
      run(`select sync.apply_registration('${premium.uid}', '${events.small}', true)`),
    ).rejects.toMatchObject({ message: 'event_full' });
    const direct = as(school(), premium, (session) =>
      session.exec(
        `insert into public.event_registrations (event_id, user_id) values ('${events.small}', '${premium.uid}')`,
      ),
    );
    await expect(direct).rejects.toMatchObject({ message: 'event_full' });
    await as(school(), pro, (session) =>
      session.exec(
        `select public.unregister_from_event('${pro.uid}', '${events.small}'); select public.unregister_from_event('${pro.uid}', '${events.small}')`,
      ),
    );
    expect(await taken()).toBe(0);
    await as(school(), premium, (session) =>
      session.exec(`select public.register_for_event('${premium.uid}', '${events.small}')`),
    );
    expect(await taken()).toBe(1);
  });

  it('are counted without cancelled registrations [PUSH-17]', async () => {
    await run(`update public.event_registrations set status = 'cancelled' where event_id = '${events.small}'`);
    expect(await taken()).toBe(0);
    await run(`select sync.apply_registration('${premium.uid}', '${events.small}', true)`);
    expect(await taken()).toBe(1);
    await run(
      `update public.event_registrations set status = 'attended' where event_id = '${events.small}'; select sync.apply_registration('${premium.uid}', '${events.small}', false)`,
    );
    expect(await taken()).toBe(1);
    // A cancelled registration takes no seat; seats are not counted for an event without a limit.
    await run(`insert into public.event_registrations (event_id, user_id, status) values ('${events.small}', '${pro.uid}', 'cancelled'),
      ('${events.over}', '${pro.uid}', 'cancelled')`);
    expect(await taken()).toBe(1);
  });
});

describe('likes and comments', () => {
  it('are counted once, even if they are sent twice [PUSH-10]', async () => {
    const stats = () =>
      one(
        `select likes_count as likes, comments_count as comments from public.video_stats where video_id = '${videos.basic}'`,
      );
    const says = `select sync.apply_comment('${other.uid}', '${uuid(7)}', '${videos.basic}', 'Да', now(), false)`;
    await run(`${says}; ${says}`);
    expect(await stats()).toEqual({ likes: 1, comments: 2 });
    await run(
      `select sync.apply_like('${premium.uid}', '${videos.basic}', true); select sync.apply_like('${premium.uid}', '${videos.basic}', true)`,
    );
    expect(await stats()).toEqual({ likes: 2, comments: 2 });
    await run(
      `select sync.apply_like('${premium.uid}', '${videos.basic}', false); select sync.apply_like('${premium.uid}', '${videos.basic}', false); select sync.apply_comment('${other.uid}', '${uuid(7)}', '${videos.basic}', 'Да', now(), true)`,
    );
    expect(await stats()).toEqual({ likes: 1, comments: 1 });
  });
});

describe('other effects', () => {
  it('create no notification of a muted kind, and all others [PUSH-17]', async () => {
    const count = async () =>
      (
        await one<{ count: number }>(
          `select count(*)::int as count from public.notifications where user_id = '${premium.uid}'`,
        )
      )?.count ?? 0;
    const send = (type: string) =>
      run(
        `insert into public.notifications (user_id, title, message, type) values ('${premium.uid}', 'x', 'x', '${type}')`,
      );
    await run(
      `select sync.apply_profile('${premium.uid}', '{"notify_info": {"value": "off", "at": 1}, "notify_warning": {"value": "off", "at": 1}}')`,
    );
    expect(await one(`select muted, bio from public.profiles where id = '${premium.uid}'`)).toMatchObject({
      muted: ['info', 'warning'],
    });
    const before = await count();
    for (const type of ['info', 'success', 'warning', 'error']) await send(type);
    expect(await count()).toBe(before + 2);
    await run(
      `select sync.apply_profile('${premium.uid}', '{"notify_info": {"value": "", "at": 2}, "location": {"value": "Русе", "at": 2}}')`,
    );
    expect(await one(`select muted, location from public.profiles where id = '${premium.uid}'`)).toEqual({
      muted: ['warning'],
      location: 'Русе',
    });
    await send('info');
    expect(await count()).toBe(before + 3);
  });

  it('set a profile field by field; an empty text clears a field, and a web address becomes complete [PUSH-17]', async () => {
    await run(
      `select sync.apply_profile('${pro.uid}', '{"bio": {"value": "За мен", "at": 1}, "website": {"value": "sloy.test", "at": 1}}'); select sync.apply_profile('${pro.uid}', '{"bio": {"value": " ", "at": 2}}')`,
    );
    expect(await one(`select full_name, bio, website from public.profiles where id = '${pro.uid}'`)).toEqual({
      full_name: 'pro',
      bio: null,
      website: 'https://sloy.test',
    });
  });

  it('store a form once, and accept a second sign-up of an address silently [PUSH-10, PUSH-17]', async () => {
    await run(
      `select sync.apply_form(null, '${uuid(20)}', 'launch', '{"email": "A@b.bg", "source": "dashboard"}', null); select sync.apply_form(null, '${uuid(21)}', 'launch', '{"email": "a@B.bg"}', null)`,
    );
    expect(
      await query(`select email, source from public.store_launch_notifications where lower(email) = 'a@b.bg'`),
    ).toEqual([{ email: 'A@b.bg', source: 'dashboard' }]);
    const demo = `select sync.apply_form(null, '${uuid(22)}', 'demo', '{"first_name": "Ана", "last_name": "Б", "email": "ana@b.bg", "interest": "all"}', null)`;
    await run(`${demo}; ${demo}`);
    expect(await query(`select first_name, interest from public.demo_requests where id = '${uuid(22)}'`)).toEqual([
      { first_name: 'Ана', interest: 'all' },
    ]);
  });
});
