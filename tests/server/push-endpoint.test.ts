/** Devices choose their endpoints, so the server must never send a request to certain host names and addresses. */
import { Agent, createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { isPublicAddress, isPushEndpoint, publicLookup } from '../../server/push/endpoint';
import { openPosting } from '../../server/push/https-post';
import { certificateOfTests } from '../helpers/test-certificate';

const good = [
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://wns2-am3p.notify.windows.com/w/?token=abc%2b',
  'https://fcm.googleapis.com:443/fcm/send/abc',
];

const inside = [
  ...[
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '017700000001',
    '0',
    '0.0.0.0',
    '127.0.0.1.nip.io',
  ],
  ...[
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
  ],
  ...[
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[64:ff9b::7f00:1]',
  ],
  ...[
    'localhost',
    'localhost.localdomain',
    'metadata.google.internal',
    'metadata',
    'kubernetes.default.svc',
    'db',
    'intranet',
  ],
];
const lookalikes = [
  ...[
    'fcm.googleapis.com.evil.test',
    'evilfcm.googleapis.com',
    'xfcm.googleapis.com',
    'fcm-googleapis.com',
    'googleapis.com',
  ],
  ...[
    'push.apple.com',
    'evilpush.apple.com',
    'web.push.apple.com.evil.test',
    'notify.windows.com',
    'xnotify.windows.com',
  ],
  ...['push.services.mozilla.com', 'updates-push.services.mozilla.com', 'fcm.googleapis.com.', 'FCM.googleapis.com'],
  ...[
    'fcm。googleapis。com',
    'fcm.googleapis.соm',
    'xn--fcm-googleapis.com',
    'fcm.googleapis.com%2eevil.test',
    '.push.apple.com',
  ],
];
const forms = (host: string) => [
  `https://${host}/x`,
  `http://${host}/x`,
  `https://${host}:8443/x`,
  `https://user@${host}/x`,
];
const tricks = [
  ...['http', 'ftp', 'file', 'gopher', 'ws', 'wss', 'data', 'javascript', ''].map(
    (scheme) => `${scheme}://fcm.googleapis.com/x`,
  ),
  ...['8080', '80', '0443', '44', '65536', '-1'].map((port) => `https://fcm.googleapis.com:${port}/x`),
  ...['user', 'user:secret', ':', 'evil.test', 'evil.test%00'].map((user) => `https://${user}@fcm.googleapis.com/x`),
  'https://fcm.googleapis.com',
  'https://fcm.googleapis.com?x',
  'https://fcm.googleapis.com#/x',
  'https://fcm.googleapis.com/x#y',
  'https://fcm.googleapis.com\\@evil.test/x',
  'https://evil.test\\@fcm.googleapis.com/x',
  'https://evil.test/@fcm.googleapis.com/x',
  'https://evil.test#@fcm.googleapis.com/x',
  'https://evil.test?@fcm.googleapis.com/x',
  'https:/fcm.googleapis.com/x',
  'https:fcm.googleapis.com/x',
  '//fcm.googleapis.com/x',
  ' https://fcm.googleapis.com/x',
  'https://fcm.googleapis.com/x ',
  'https://fcm.googleapis.com/x\r\nHost: evil.test',
  'https://fcm.googleapis.com/x\u0000',
  'https://fcm.googleapis.com/а',
  'HTTPS://fcm.googleapis.com/x',
  'https://fcm.googleapis.com\t/x',
  'https://fcm..googleapis.com/x',
  'https://-/x',
  'https:///x',
  '',
  `https://fcm.googleapis.com/${'x'.repeat(2_000)}`,
];
const bad = [...[...inside, ...lookalikes].flatMap(forms), ...tricks];

describe('the endpoint of a subscription', () => {
  it.each(good)('%s is allowed', (endpoint) => {
    expect(isPushEndpoint(endpoint)).toBe(true);
  });

  it(`rejects ${bad.length} others`, () => {
    expect(new Set(bad).size).toBeGreaterThanOrEqual(200);
    expect(bad.filter((endpoint) => isPushEndpoint(endpoint))).toEqual([]);
    // PUSH_HOSTS allows exact host names and nothing else.
    expect(bad.filter((endpoint) => isPushEndpoint(endpoint, ['push.school.test']))).toEqual([]);
    expect(isPushEndpoint('https://push.school.test/x', ['push.school.test'])).toBe(true);
  });
});

describe('the address behind a name', () => {
  it.each([
    ...[
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '127.0.0.1',
      '169.254.169.254',
      '172.20.0.1',
      '192.168.0.1',
      '198.19.0.1',
      '224.0.0.1',
      '255.255.255.255',
    ],
    ...[
      '::',
      '::1',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      'fe80::1',
      'fc00::1',
      'fd00:ec2::254',
      'ff02::1',
      '64:ff9b::1',
      '2002:7f00:1::',
      '2001:db8::1',
      '2001:0:1::',
    ],
    ...['localhost', '', '8.8.8'],
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '142.250.1.1', '172.32.0.1', '2a00:1450:4001::200e'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it('is rejected when one of several is inside the network, in any order', async () => {
    const answers = [['8.8.8.8'], ['8.8.8.8', '10.0.0.1'], ['127.0.0.1'], ['::ffff:10.0.0.1'], []];
    const results: unknown[] = [];
    for (const addresses of answers) {
      const dns = ((_: string, __: object, done: (error: null, found: object[]) => void) =>
        done(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        )) as never;
      await new Promise<void>((next) => {
        publicLookup(dns)('fcm.googleapis.com', { all: true }, (error, found) => {
          results.push(error ? error.code : found);
          next();
        });
      });
    }
    expect(results).toEqual([[{ address: '8.8.8.8', family: 4 }], ...Array(4).fill('UNSAFE_ADDRESS')]);
  });

  it('is checked at the connection: a name that changes its address reaches nothing', async () => {
    // This test bypasses the check of host names, which rejects "localhost". Here "localhost" is a name that DNS rebinding points at this machine.
    const { post, close } = openPosting({ timeoutMs: 2_000 });
    expect(await post('https://localhost/x', { headers: {}, body: 'x' })).toEqual({
      status: 0,
      reason: 'UNSAFE_ADDRESS',
    });
    close();
  });
});

describe('a request to a push service', () => {
  let server: Server | undefined;
  afterEach(() => new Promise<void>((done) => (server ? server.close(() => done()) : done())));
  const listen = async (handler: Parameters<typeof createServer>[1]) => {
    const { key, cert } = certificateOfTests();
    server = createServer({ key, cert }, handler);
    await new Promise<void>((ready) => server?.listen(0, '127.0.0.1', ready));
    const agent = new Agent({ ca: cert });
    return {
      url: `https://localhost:${(server.address() as AddressInfo).port}`,
      ...openPosting({ agent, timeoutMs: 300 }),
    };
  };

  it('follows no redirect', async () => {
    let visits = 0;
    const { url, post, close } = await listen((_, answer) => {
      visits += 1;
      answer.writeHead(307, { location: '/elsewhere' }).end();
    });
    expect(await post(`${url}/x`, { headers: {}, body: 'x' })).toMatchObject({ status: 307 });
    expect(visits).toBe(1);
    close();
  });

  it('reads at most 1 kB of an answer', async () => {
    const { url, post, close } = await listen((_, answer) => {
      answer.writeHead(400);
      const more = () => {
        while (answer.writable && answer.write('x'.repeat(65_536)));
        if (answer.writable) answer.once('drain', more);
      };
      more();
    });
    const answer = await post(`${url}/x`, { headers: {}, body: 'x' });
    expect(answer.status).toBe(400);
    expect(answer.reason).toHaveLength(1_024);
    close();
  });

  it('ends when the service does not answer', async () => {
    const { url, post, close } = await listen(() => undefined);
    expect(await post(`${url}/x`, { headers: {}, body: 'x' })).toEqual({ status: 0, reason: 'timeout' });
    close();
  });
});
