/** An account registers and removes only its own devices, and the server removes the devices that are no longer renewed. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type Actor, as } from '../helpers/database';
import { free, premium, pro } from '../helpers/school';
import { schoolDatabase } from '../helpers/school-database';

const { get: school, query, run } = schoolDatabase();

const P256DH = 'B'.padEnd(87, 'x');
const AUTH = 'a'.padEnd(22, 'x');
const subscription = (endpoint: string) => JSON.stringify({ endpoint, keys: { p256dh: P256DH, auth: AUTH } });
const endpointOf = (n: number) => `https://updates.push.services.mozilla.com/wpush/v2/${n}`;

const register = (actor: Actor, token: string, device: string, platform = 'web', zone = 'Europe/Sofia') =>
  as(school(), actor, (session) =>
    session.query<{ id: string | null }>('select public.register_push_device($1, $2, $3, $4) as id', [
      platform,
      token,
      device,
      zone,
    ]),
  );
const devicesOf = (uid: string) =>
  query<{ device: string; address: string; time_zone: string }>(
    `select device, address, time_zone from public.push_devices where user_id = '${uid}' and device <> 'school-device' order by device`,
  );

describe('registering a device', () => {
  it('stores one row per device and the newest token of each platform', async () => {
    await register(free, subscription(endpointOf(1)), 'browser-1');
    await register(free, subscription(endpointOf(2)), 'browser-2', 'web', 'America/New_York');
    await register(free, subscription(endpointOf(3)), 'browser-1', 'web', 'No/Such_Zone');
    expect(await devicesOf(free.uid)).toEqual([
      { device: 'browser-1', address: endpointOf(3), time_zone: 'Europe/Sofia' },
      { device: 'browser-2', address: endpointOf(2), time_zone: 'America/New_York' },
    ]);
    const tokens = await query<{ fcm_token: string }>(
      `select fcm_token from public.user_push_tokens where user_id = '${free.uid}'`,
    );
    expect(tokens).toEqual([{ fcm_token: subscription(endpointOf(3)) }]);
  });

  it('moves the device from the account that was signed in before', async () => {
    await register(free, subscription(endpointOf(7)), 'shared-device');
    await register(premium, subscription(endpointOf(7)), 'shared-device');
    expect((await devicesOf(free.uid)).map(({ device }) => device)).not.toContain('shared-device');
    expect(await devicesOf(premium.uid)).toHaveLength(1);
  });

  it('keeps the twenty most recently renewed devices', async () => {
    for (let n = 1; n <= 22; n += 1) await register(premium, `fcm-token-of-device-${n}`, `device-no-${n}`, 'android');
    expect(await devicesOf(premium.uid)).toHaveLength(20);
    await run(`delete from public.push_devices where user_id = '${premium.uid}'`);
  });

  it.each([
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://user:secret@fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.test/x',
    'https://evil.test/fcm.googleapis.com/',
    'https://push.apple.com/x',
    'https://127.0.0.1/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://2130706433/x',
    'https://localhost/x',
    'https://fcm.googleapis.com\\@evil.test/x',
    'https://fcm.googleapis.com/x#y',
    'https://fcm.googleapis.com',
  ])('rejects the endpoint %s', async (endpoint) => {
    await expect(register(free, subscription(endpoint), 'browser-9')).rejects.toThrow('bad_token');
  });

  it.each(['{}', 'no json', '[]', JSON.stringify({ endpoint: endpointOf(1), keys: { p256dh: 'x', auth: 'y' } })])(
    'rejects the subscription %s',
    async (token) => {
      await expect(register(free, token, 'browser-9')).rejects.toThrow('bad_token');
    },
  );

  it('accepts a host that the server’s settings allow, and no other', async () => {
    await run(`select public.set_push_hosts('{push.school.test}')`);
    await register(free, subscription('https://push.school.test/a'), 'browser-8');
    await expect(register(free, subscription('https://a.push.school.test/a'), 'browser-9')).rejects.toThrow();
    await run(`select public.set_push_hosts('{}')`);
  });
});

describe('the end of a session', () => {
  const [early, late] = ['5e550000-0000-4000-8000-0000000000a1', '5e550000-0000-4000-8000-0000000000a2'];
  const inSession = (session_id: string): Actor => ({ ...pro, claims: { session_id } });
  const tokens = () =>
    query<{ fcm_token: string }>(`select fcm_token from public.user_push_tokens where user_id = '${pro.uid}'`);
  const devices = async () => (await devicesOf(pro.uid)).map(({ device }) => device);
  beforeEach(() =>
    run(`delete from public.push_devices where user_id = '${pro.uid}' and device <> 'school-device';
      delete from public.user_push_tokens where user_id = '${pro.uid}'; delete from auth.sessions where user_id = '${pro.uid}';
      insert into auth.sessions (id, user_id) values ('${early}', '${pro.uid}'), ('${late}', '${pro.uid}')`),
  );

  it('ends the messages to the devices that it registered, and to no others', async () => {
    await register(inSession(early), subscription(endpointOf(71)), 'lost-phone');
    await register(inSession(late), 'fcm-token-of-own-phone', 'own-phone', 'android');
    expect(await tokens()).toHaveLength(2);
    await as(school(), pro, (session) => session.query(`select public.end_session('${early}')`));
    expect(await devices()).toEqual(['own-phone']);
    expect(await tokens()).toEqual([{ fcm_token: 'fcm-token-of-own-phone' }]);
    expect(await register(inSession(early), subscription(endpointOf(72)), 'lost-phone')).toEqual([{ id: null }]);
    expect(await devices()).toEqual(['own-phone']);
  });

  it('leaves a device that a later session of the same account has registered again', async () => {
    for (const id of [early, late]) await register(inSession(id), subscription(endpointOf(73)), 'browser-1');
    await run(`delete from auth.sessions where id = '${early}'`);
    expect(await devices()).toEqual(['browser-1']);
    expect(await tokens()).toHaveLength(1);
    await run(`delete from auth.sessions where id = '${late}'`);
    expect(await devices()).toEqual([]);
    expect(await tokens()).toEqual([]);
  });

  it('ends a token that the device wrote itself, whichever session the row names', async () => {
    const write = (id: string) =>
      as(school(), inSession(id), (session) =>
        session.query(
          `insert into public.user_push_tokens (user_id, platform, fcm_token, session_id) values ($1, 'ios', 'a-token', $2)
             on conflict (user_id, platform) do update set fcm_token = excluded.fcm_token, session_id = excluded.session_id`,
          [pro.uid, late],
        ),
      );
    await write(late);
    await write(early);
    await run(`delete from auth.sessions where id = '${early}'`);
    expect(await tokens()).toEqual([]);
  });
});

describe('removing a device', () => {
  it('is allowed for one’s own device only', async () => {
    const leave = (actor: Actor) =>
      as(school(), actor, (session) => session.query(`select public.unregister_push_device('browser-1')`));
    await leave(pro);
    expect((await devicesOf(free.uid)).map(({ device }) => device)).toContain('browser-1');
    await leave(free);
    expect((await devicesOf(free.uid)).map(({ device }) => device)).not.toContain('browser-1');
    expect(
      await query(`select from public.user_push_tokens where user_id = '${free.uid}' and fcm_token like '%/3"%'`),
    ).toEqual([]);
  });

  it('happens to devices that were not renewed for 60 days', async () => {
    await register(free, subscription(endpointOf(60)), 'old-browser');
    await run(
      `update public.push_devices set renewed_at = now() - interval '61 days' where device = 'old-browser'; select public.push_cleanup()`,
    );
    expect((await devicesOf(free.uid)).map(({ device }) => device)).not.toContain('old-browser');
  });

  it('an account that is about to be erased cannot register a device', async () => {
    await run(`update public.profiles set deleted_at = now() where id = '${premium.uid}'`);
    expect(await register(premium, subscription(endpointOf(61)), 'browser-1')).toEqual([{ id: null }]);
    expect(await devicesOf(premium.uid)).toEqual([]);
    await run(`update public.profiles set deleted_at = null where id = '${premium.uid}'`);
  });
});
