/** A notification reaches the registered device, encrypted, through the whole server. Each of the three routes checks the caller's permission. */
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadVapidKeys } from '../../server/push/keys';
import type { PushContent, PushTarget } from '../../server/push/push-service';
import { webPushService } from '../../server/push/web-push-service';
import { pushSubscriber } from '../helpers/push-subscriber';
import { until } from '../helpers/until';
import { clientOf, startTestServer, type TestServer } from './harness';

const PASSWORD = 'Sloy-2026!';

let server: TestServer;
const sent: { target: PushTarget; content: PushContent }[] = [];
let status = 201;
const arrived = () => vi.waitFor(() => expect(sent).not.toEqual([]), { timeout: 2_000, interval: 10 });

beforeAll(async () => {
  server = await startTestServer(
    { supabaseDir: resolve(import.meta.dirname, '../../supabase'), seed: true, demoAccounts: true },
    {
      pushService: {
        send: async (target, content) => {
          sent.push({ target, content });
          return { status };
        },
      },
    },
  );
});
afterAll(() => server.stop());

async function signedIn(name: string) {
  const client = clientOf(server);
  const { data, error } = await client.auth.signInWithPassword({ email: `${name}@sloy.test`, password: PASSWORD });
  if (error || !data.session) throw error ?? new Error('no session');
  const token = data.session.access_token;
  const ask = (path: string, body?: object) =>
    fetch(server.paymentsUrl + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  return { client, uid: data.session.user.id, ask };
}
const registered = async (name: string, endpoint = `https://fcm.googleapis.com/fcm/send/${name}`) => {
  const account = await signedIn(name);
  const device = pushSubscriber(endpoint);
  const { error } = await account.client.rpc('register_push_device', {
    ...{
      p_platform: 'web',
      p_token: JSON.stringify(device.subscription),
      p_device: `browser-of-${name}`,
      p_time_zone: 'Europe/Sofia',
    },
  });
  if (error) throw error;
  await account.client.rpc('sync_push', {
    p_docs: [
      {
        ...{ id: 'profile/me', kind: 'profile', at: Date.now(), active_on: '2026-11-23', rev: 0 },
        data: { fields: { quiet_hours: { value: 'off', at: Date.now() } } },
      },
    ],
    p_version: 1,
  });
  return { ...account, device };
};

/** Inserts a notification as the server's own functions do. */
const notify = (uid: string, title: string, message: string) =>
  server.backend.database.run('insert into public.notifications (user_id, title, message) values ($1, $2, $3)', [
    uid,
    title,
    message,
  ]);

it('publishes the key that browsers subscribe with', async () => {
  // An uncompressed P-256 point in base64url, the form that `pushManager.subscribe` accepts.
  const answer = await fetch(`${server.paymentsUrl}/push-key`, { headers: { origin: server.url } });
  expect(answer.headers.get('access-control-allow-origin')).toBe(server.url);
  expect(await answer.json()).toEqual({ push_key: expect.stringMatching(/^B[\w-]{86}$/) });
});

describe('a notification', () => {
  it('reaches its account’s device, encrypted, within a second', async () => {
    const pro = await registered('pro');
    await notify(pro.uid, 'Здравейте', 'Нов урок');
    await arrived();
    const [message] = sent.splice(0);
    expect(JSON.parse(message?.target.token ?? '{}')).toEqual(pro.device.subscription);
    // Sends the same content through the real service, and decrypts it as the browser does.
    let body: Buffer = Buffer.alloc(0);
    const real = webPushService(
      await loadVapidKeys(
        { publicKey: undefined, privateKey: undefined, subject: undefined },
        server.backend.secretStore,
      ),
      {
        post: async (_, options) => {
          body = options.body as Buffer;
          expect(options.headers).toMatchObject({
            TTL: '86400',
            Urgency: 'normal',
            Authorization: expect.stringMatching(/^vapid t=.+, k=/),
          });
          expect(options.headers.Topic).toMatch(/^[\w-]{32}$/);
          return { status: 201 };
        },
        close: () => undefined,
      },
    );
    await real.send(message?.target as PushTarget, message?.content as PushContent);
    expect(JSON.parse(pro.device.read(body))).toMatchObject({
      web_push: 8030,
      notification: { title: 'Здравейте', body: 'Нов урок' },
    });
  });
});

describe('the routes', () => {
  const send = '/api/send-push-notification';

  it('let an administrator send a message, and a learner only an own notification', async () => {
    const [admin, pro, free] = [await signedIn('admin'), await registered('pro'), await signedIn('free')];
    const own = { userId: pro.uid, title: '\u202eПробно\n', body: 'x', link: '/dashboard' };
    expect((await pro.ask(send, own)).status).toBe(403);
    expect((await admin.ask(send, { ...own, userIds: [free.uid] })).status).toBe(400);
    expect(await (await admin.ask(send, own)).json()).toEqual({ success: true, queued: 1 });
    await arrived();
    expect(sent.splice(0)[0]?.content.title).toBe('Пробно');

    const { data } = await pro.client.from('notifications').select('id').eq('title', 'Здравейте').single();
    const forged = { userIds: [pro.uid], title: 'Подменено', notification_id: data?.id };
    expect((await free.ask(send, forged)).status).toBe(404);
    // The notification was pushed when it was written; another request neither repeats it nor changes its text.
    expect(await (await pro.ask(send, forged)).json()).toEqual({ success: true, queued: 1 });
    await new Promise((later) => setTimeout(later, 200));
    expect(sent).toEqual([]);
  });

  it('reject undocumented bodies and callers without a token', async () => {
    const { ask, uid } = await signedIn('admin');
    for (const body of [
      {},
      { userId: 'x', title: 'x' },
      { userId: uid },
      { userId: uid, title: 'x', link: '//evil.test' },
      { userId: uid, title: 'x', link: '/a\nb' },
      { userId: uid, title: '\u202e\u200b', body: 'x' },
      { userId: uid, title: 'x', more: 1 },
    ])
      expect((await ask(send, body)).status, JSON.stringify(body)).toBe(400);
    expect((await fetch(server.paymentsUrl + send, { method: 'POST', body: '{}' })).status).toBe(401);
  });

  it('count and test devices for administrators only', async () => {
    const [admin, pro] = [await signedIn('admin'), await registered('pro')];
    expect(await (await admin.ask('/api/push-stats')).json()).toEqual({
      success: true,
      stats: { total: 1, android: 0, ios: 0, web: 1 },
    });
    expect((await pro.ask('/api/push-stats')).status).toBe(403);
    const test = '/api/test-push-notification';
    expect((await pro.ask(test, { userId: pro.uid })).status).toBe(403);
    expect(await (await admin.ask(test, { userId: pro.uid })).json()).toEqual({ success: true, error: null });
    expect(await (await admin.ask(test, { userId: admin.uid })).json()).toEqual({ success: false, error: 'no_device' });
    status = 500;
    expect(await (await admin.ask(test, { userId: pro.uid })).json()).toEqual({ success: false, error: '500' });
    status = 201;
    sent.splice(0);
  });
});

it('a device that the push service no longer knows is deleted, and the account’s other devices still receive messages', async () => {
  const pro = await registered('pro');
  status = 410;
  await notify(pro.uid, 'Последно', '');
  await until(async () => expect((await pro.client.from('push_devices').select('id')).data).toEqual([]));
  status = 201;
});

it('a new password ends the push messages to the devices of the other sessions', async () => {
  const lost = await registered('pro', 'https://fcm.googleapis.com/fcm/send/lost');
  const own = await signedIn('pro');
  const devices = async () => (await own.client.from('push_devices').select('device')).data;
  expect(await devices()).toEqual([{ device: 'browser-of-pro' }]);
  // A refreshed session is the same session, so the device stays.
  expect((await lost.client.auth.refreshSession()).error).toBeNull();
  expect(await devices()).toEqual([{ device: 'browser-of-pro' }]);
  expect((await own.client.auth.updateUser({ password: 'Moiata-2026!' })).error).toBeNull();
  expect(await devices()).toEqual([]);
  expect((await own.client.from('user_push_tokens').select('platform')).data).toEqual([]);
});
