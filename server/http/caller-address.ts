/** The network address of a caller, in the form that rate limits count. */
import type { IncomingHttpHeaders } from 'node:http';

/** The fields of `IncomingMessage` that this module reads. */
export interface Incoming {
  headers: IncomingHttpHeaders;
  socket: { remoteAddress?: string | undefined };
}

const loopback = /^(127\.\d+\.\d+\.\d+|::1)$/;
/** True for an address of this machine, where also a proxy may run. */
export const isLoopback = (address: string): boolean => loopback.test(plain(address));

/** The address without a port, without brackets and without the prefix of an IPv4 address that is written as IPv6. */
const plain = (address: string) =>
  address
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/^([\d.]+):\d+$/, '$1');

/** IPv4 unchanged; IPv6 shortened to its /64 (one household or phone). Behind a trusted proxy: the address that the proxy saw. */
export function addressOf(incoming: Incoming, trustProxy: boolean): string {
  const forwarded = trustProxy
    ? String(incoming.headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : undefined;
  const address = plain(forwarded || incoming.socket.remoteAddress || 'unknown');
  return address.includes(':') ? networkOf(address) : address;
}

/** The first four groups of an IPv6 address, which may be in any notation. */
function networkOf(address: string): string {
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const groups = (part: string) => part.split(':').filter(Boolean);
  const first = groups(head);
  if (tail !== undefined)
    first.push(...Array<string>(Math.max(0, 8 - first.length - groups(tail).length)).fill('0'), ...groups(tail));
  return first
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

const ownNames = ['localhost', '127.0.0.1', '[::1]'];
/** Headers that a proxy adds. */
const forwarded = /^(x-forwarded-.*|x-real-ip|forwarded|via|cf-connecting-ip|true-client-ip)$/;

/**
 * True when the request comes from this machine and names this machine as its host.
 * Rule: a request through a proxy, or under another host name (DNS rebinding), does not count.
 */
export function isOwnMachine({ headers, socket }: Incoming, trustProxy: boolean): boolean {
  if (trustProxy || !isLoopback(socket.remoteAddress ?? '')) return false;
  if (Object.keys(headers).some((name) => forwarded.test(name))) return false;
  return ownNames.includes((headers.host ?? '').replace(/:\d+$/, ''));
}
