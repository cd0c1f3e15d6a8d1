import { expect, test } from 'vitest';
import { addressOf, type Incoming } from '../../server/http/caller-address';
import { limits, RateLimiter } from '../../server/http/rate-limit';

// A caller cannot change the key by which the server counts its requests. Otherwise somebody who guesses passwords would get a new limit each time.

const from = (remoteAddress: string | undefined, forwarded?: string): Incoming => ({
  headers: { 'x-forwarded-for': forwarded },
  socket: { remoteAddress },
});

test.each<[string, Incoming, boolean, string]>([
  ['the connection’s own', from('192.0.2.1'), false, '192.0.2.1'],
  ['written the long way', from('::ffff:192.0.2.1'), false, '192.0.2.1'],
  ['a household’s IPv6', from('2001:db8:1:2:3:4:5:6'), false, '2001:db8:1:2'],
  ['without a proxy nobody is believed', from('192.0.2.1', '203.0.113.7'), false, '192.0.2.1'],
  ['behind a proxy: whom it has seen', from('127.0.0.1', '203.0.113.7'), true, '203.0.113.7'],
  ['not what the caller wrote before it', from('127.0.0.1', '10.0.0.1, 10.0.0.2, 203.0.113.7'), true, '203.0.113.7'],
  ['a proxy that adds the port', from('127.0.0.1', '203.0.113.7:443'), true, '203.0.113.7'],
  ['a proxy that writes IPv4 as IPv6', from('127.0.0.1', '::FFFF:203.0.113.7'), true, '203.0.113.7'],
  ['a proxy that does both', from('127.0.0.1', '[::ffff:203.0.113.7]:443'), true, '203.0.113.7'],
  ['a proxy that adds the port to IPv6', from('127.0.0.1', '[2001:DB8:1:2:3::6]:443'), true, '2001:db8:1:2'],
  ['a proxy that says nothing', from('127.0.0.1'), true, '127.0.0.1'],
  ['a connection that is gone', from(undefined), false, 'unknown'],
])('%s', (_, request, trustProxy, expected) => expect(addressOf(request, trustProxy)).toBe(expected));

test('one household counts as one address, in every IPv6 notation', () => {
  const address = (remoteAddress: string) => addressOf(from(remoteAddress), false);
  const same = ['2001:db8::1', '2001:db8::ffff:2', '2001:db8:0:0:1:2:3:4', '2001:0DB8::a:b:c:d', '2001:db8:0:0::'];
  expect(new Set(same.map(address)).size).toBe(1);
  const others = ['2001:db8:0:1::1', '2001:db8:1::1', 'fe80::1%eth0', '::1', '10.0.0.1', '::ffff:10.0.0.2'];
  expect(new Set(['2001:db8::1', ...others].map(address)).size).toBe(others.length + 1);
  expect(address('::ffff:10.0.0.1')).toBe('10.0.0.1');
});

/** Number of attempts that the limiter allows; attempt n comes from the address `addressAt(n)`. */
async function passing(account: string | undefined, addressAt: (n: number) => string): Promise<number> {
  const limiter = new RateLimiter({ relaxed: false, now: () => 0 });
  let n = 0;
  while (n < 1_000 && (await limiter.take('signIn', { account, address: addressAt(n) })) === 0) n++;
  return n;
}

test('password guesses are counted by account and address, by address, and by account from all addresses', async () => {
  const { account, address } = limits.signIn;
  expect(await passing('maria', () => 'a')).toBe(account.acts);
  expect(await passing(undefined, () => 'a')).toBe(address.acts);
  expect(await passing('maria', (n) => `address-${n}`)).toBe(account.acts * 5);
  expect(await passing(undefined, (n) => `address-${n}`)).toBe(1_000);
});

test('a rate limit window expires, and reports the remaining time until then', async () => {
  let now = 0;
  const limiter = new RateLimiter({ relaxed: false, now: () => now });
  const take = () => limiter.take('signIn', { account: 'maria', address: 'a' });
  for (let n = 0; n < limits.signIn.account.acts; n++) await take();
  now = 1_500;
  expect(await take()).toBe(limits.signIn.account.seconds - 1);
  now = limits.signIn.account.seconds * 1_000;
  expect(await take()).toBe(0);
});

test('the refused sign-ins of one address do not evict the windows of others', async () => {
  const limiter = new RateLimiter({ relaxed: false, now: () => 0 });
  const guess = (account: string, address: string) => limiter.take('signIn', { account, address });
  for (let n = 0; n <= limits.signIn.account.acts; n++) await guess('maria', 'home');
  expect(await guess('maria', 'home')).toBeGreaterThan(0);
  for (let n = 0; n < 60_000; n++) await guess(`account-${n}`, 'attacker');
  expect(await guess('maria', 'home')).toBeGreaterThan(0);
});
