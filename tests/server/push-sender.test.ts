/** The sender handles every response of a push service, keeps private data out of messages, and shares its queue with a second sender. */
import { describe, expect, it } from 'vitest';
import { fileSecrets, loadSecrets } from '../../server/ops/secrets';
import { fcmService, parseServiceAccount } from '../../server/push/fcm-service';
import { loadVapidKeys, vapidKeysOf } from '../../server/push/keys';
import { outcomeOf, retryAfterMs } from '../../server/push/outcome';
import { accountMark, contentOf, MAX_PAYLOAD_BYTES, type QueuedMessage } from '../../server/push/payload';
import { PushSender } from '../../server/push/sender';
import { readPushMessage } from '../../sw/push-message';
import { tempDir } from './harness';

const NOW = Date.parse('2026-11-23T10:00:00Z');
const half = () => 0.5;

describe('an answer of a push service', () => {
  it.each([
    [200, 'sent'],
    [201, 'sent'],
    [202, 'sent'],
    [204, 'sent'],
    [301, 'failed'],
    [307, 'failed'],
    [400, 'failed'],
    [401, 'retry'],
    [403, 'gone'],
    [404, 'gone'],
    [408, 'retry'],
    [410, 'gone'],
    [413, 'failed'],
    [429, 'retry'],
    [500, 'retry'],
    [502, 'retry'],
    [503, 'retry'],
    [504, 'retry'],
    [0, 'retry'],
  ])('%i means %s', (status, outcome) => {
    expect(outcomeOf({ status }, 1, NOW).outcome).toBe(outcome);
  });

  it('of FCM identifies an unregistered device by its text', () => {
    expect(outcomeOf({ status: 400, reason: '{"errorCode": "UNREGISTERED"}' }, 1, NOW)).toEqual({ outcome: 'gone' });
    expect(outcomeOf({ status: 0, reason: 'UNSAFE_ADDRESS' }, 1, NOW)).toEqual({ outcome: 'gone' });
  });

  it('that fails is retried after a growing pause with full jitter, not before the time that the service names', () => {
    const pause = (attempts: number, retryAfter?: string) =>
      outcomeOf({ status: 503, retryAfter }, attempts, NOW, half) as { retry_ms: number };
    expect([1, 2, 3, 4, 5, 6].map((attempts) => pause(attempts).retry_ms)).toEqual([
      15_000, 60_000, 240_000, 960_000, 3_840_000, 10_800_000,
    ]);
    expect(pause(1, '120').retry_ms).toBe(120_000);
    expect(outcomeOf({ status: 503 }, 6, NOW, () => 0)).toEqual({ outcome: 'retry', retry_ms: 0 });
  });

  it.each([
    ['5', 5_000],
    ['Mon, 23 Nov 2026 10:01:00 GMT', 60_000],
    ['Mon, 23 Nov 2026 09:00:00 GMT', 0],
    ['999999999', 86_400_000],
    ['soon', undefined],
    [undefined, undefined],
  ])('reads Retry-After %s', (header, pause) => {
    expect(retryAfterMs(header, NOW)).toBe(pause);
  });
});

const message: QueuedMessage = {
  ...{
    id: 1,
    attempts: 1,
    combined: 0,
    platform: 'web',
    token: '',
    account: 'a',
    notification_id: 'n-1',
    reminder_on: null,
  },
  ...{ title: 'Ново', body: 'Текст', type: 'info', topic: 'lesson', link: '/course/1', seconds_left: null, unread: 3 },
};
const read = (from: Partial<QueuedMessage>) =>
  JSON.parse(contentOf({ ...message, ...from }, 'https://sloy.test').payload);

describe('the content of a message', () => {
  it('is the declarative form with the path, the unread count and a mark of the account', () => {
    expect(read({})).toEqual({
      web_push: 8030,
      notification: {
        ...{
          title: 'Ново',
          body: 'Текст',
          lang: 'bg',
          tag: 'n-1',
          navigate: 'https://sloy.test/check?to=%2Fcourse%2F1',
        },
        data: { type: 'info', link: '/course/1', notification_id: 'n-1', unread: '3', account: accountMark('a') },
      },
      app_badge: 3,
      mutable: true,
    });
  });

  it('leaves the badge as it is if the unread count is unknown', () => {
    const own = read({ unread: null });
    expect(own).not.toHaveProperty('app_badge');
    expect(readPushMessage(JSON.stringify(own)).unread).toBeNull();
  });

  it('never exceeds 3 kB and cuts no letter in two', () => {
    for (const letter of ['ж', '"', '\u0001', '👩‍🔧'])
      for (const link of ['/x', `/${'a'.repeat(900)}`]) {
        const content = contentOf(
          { ...message, title: letter.repeat(300), body: letter.repeat(5_000), link },
          'https://sloy.test',
        );
        expect(Buffer.byteLength(content.payload)).toBeLessThanOrEqual(MAX_PAYLOAD_BYTES);
        expect(content.payload).not.toContain('\ufffd');
      }
  });

  it('contains no name, no address and no score', () => {
    const own = JSON.stringify(read({ body: 'Пишете на ivan.petrov@primer.bg, моля', title: 'до i@x.bg' }));
    expect(own).not.toMatch(/primer\.bg|i@x/);
    const reply = JSON.stringify(read({ topic: 'comment', body: 'Иван Петров: благодаря' }));
    expect(reply).not.toContain('Иван');
    const result = JSON.stringify(read({ link: '/test/1', body: '„Подпори“: 87%, издържан.' }));
    expect(result).not.toMatch(/87|издържан/);
  });

  it('links to the list of notifications if its link is not a path', () => {
    for (const link of [null, 'https://evil.test/', '//evil.test', '/\\evil.test'])
      expect(read({ link }).notification.navigate).toBe('https://sloy.test/check?to=%2Fnotifications');
  });

  it('expires when the event of a reminder begins, otherwise after a day', () => {
    const ttl = (from: Partial<QueuedMessage>) => contentOf({ ...message, ...from }, 'https://sloy.test').ttl;
    expect(ttl({})).toBe(86_400);
    expect(ttl({ seconds_left: 1_800 })).toBe(1_800);
    expect(ttl({ seconds_left: -3 })).toBe(0);
    expect(ttl({ seconds_left: 1_800, combined: 4 })).toBe(86_400);
  });

  it('of combined messages contains their number', () => {
    expect(read({ combined: 5 }).notification).toMatchObject({ title: '5 нови известия', tag: 'combined' });
  });
});

it('FCM gets the title, the text and the data', async () => {
  const posted: { url: string; body: string; headers: Record<string, string> }[] = [];
  const service = fcmService('sloy-test', async () => 'secret', {
    post: async (url, { headers, body }) => {
      posted.push({ url, headers, body: String(body) });
      return { status: 200 };
    },
    close: () => undefined,
  });
  await service.send({ platform: 'android', token: 'device-token' }, contentOf(message, 'https://sloy.test'));
  expect(posted[0]?.url).toBe('https://fcm.googleapis.com/v1/projects/sloy-test/messages:send');
  expect(posted[0]?.headers.authorization).toBe('Bearer secret');
  expect(JSON.parse(posted[0]?.body ?? '')).toMatchObject({
    message: {
      token: 'device-token',
      notification: { title: 'Ново', body: 'Текст' },
      data: { link: '/course/1', notification_id: 'n-1' },
      android: { ttl: '86400s', notification: { tag: 'n-1' } },
    },
  });
  expect(() => parseServiceAccount('{}')).toThrow('FCM_SERVICE_ACCOUNT');
});

describe('the keys of the server', () => {
  it('are created once and stored with the other secrets', async () => {
    const { path, remove } = tempDir();
    const store = fileSecrets(path);
    const secrets = await loadSecrets(store, async () => false);
    const none = { publicKey: undefined, privateKey: undefined, subject: undefined };
    const first = await loadVapidKeys(none, store);
    expect(await loadVapidKeys({ ...none, subject: 'https://sloy.test' }, store)).toEqual({
      ...first,
      subject: 'https://sloy.test',
    });
    expect(await store.read()).toMatchObject(secrets);
    expect(vapidKeysOf(none)).toBeUndefined();
    expect(() => vapidKeysOf({ ...none, publicKey: first.publicKey })).toThrow('VAPID_PUBLIC_KEY');
    expect(() => vapidKeysOf({ ...none, subject: 'me' })).toThrow('VAPID_SUBJECT');
    remove();
  });
});

describe('two senders on one queue', () => {
  /** A queue like sync.push_outbox: a row that one sender claims is not given to the other. */
  const queueOf = (count: number) => {
    const waiting = Array.from({ length: count }, (_, id) => ({ ...message, id, token: `device-${id}` }));
    const reported: number[] = [];
    const call = async (name: string, args: Record<string, unknown> = {}) => {
      await new Promise((next) => setTimeout(next, Math.random() * 3));
      if (name === 'push_claim') {
        const messages = waiting.splice(0, Number(args.p_limit));
        return { looked: messages.length, messages };
      }
      if (name === 'push_report') reported.push(...(args.p_results as { id: number }[]).map(({ id }) => id));
      return null;
    };
    return { call, reported };
  };

  it('sends each message once, and a failing push service does not affect other accounts', async () => {
    const { call, reported } = queueOf(1_000);
    const sent: string[] = [];
    const web = {
      send: async ({ token }: { token: string }) => {
        sent.push(token);
        if (token.endsWith('7')) throw new Error('broken');
        return { status: 201 };
      },
    };
    const senders = [1, 2].map(() => new PushSender({ call, web, appOrigin: () => 'https://sloy.test' }));
    await Promise.all(senders.flatMap((sender) => [sender.drain(), sender.drain()]));
    expect(sent).toHaveLength(1_000);
    expect(new Set(sent).size).toBe(1_000);
    expect(new Set(reported).size).toBe(1_000);
  });

  it('report a device without a push service instead of retrying for ever', async () => {
    const results: object[] = [];
    let given = false;
    const call = async (name: string, args: Record<string, unknown> = {}) => {
      if (name === 'push_report') results.push(...(args.p_results as object[]));
      if (name !== 'push_claim') return null;
      const messages = given ? [] : [{ ...message, platform: 'android' }];
      given = true;
      return { looked: messages.length, messages };
    };
    const web = { send: async () => ({ status: 201 }) };
    await new PushSender({ call, web, appOrigin: () => 'https://sloy.test' }).drain();
    expect(results).toEqual([{ id: 1, outcome: 'failed' }]);
  });
});
