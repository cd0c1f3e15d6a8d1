/** Where a request comes from, in the form by which it is counted. */
import type { IncomingHttpHeaders } from 'node:http';

/** What is read of a request: `IncomingMessage` has it. */
export interface Incoming {
  headers: IncomingHttpHeaders;
  socket: { remoteAddress?: string | undefined };
}

/** IPv4 as it is, IPv6 by its /64 (one household or phone). Behind a trusted proxy: the address that the proxy itself has seen. */
export function addressOf(incoming: Incoming, trustProxy: boolean): string {
  const forwarded = trustProxy
    ? String(incoming.headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : undefined;
  const address = (forwarded || incoming.socket.remoteAddress || 'unknown').replace(/^::ffff:/, '');
  return address.includes(':') ? networkOf(address) : address;
}

/** The first four groups of an IPv6 address, however it is abbreviated. */
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

const loopback = /^(127\.\d+\.\d+\.\d+|::1)$/;
const ownNames = ['localhost', '127.0.0.1', '[::1]'];
/** What a proxy adds. */
const forwarded = /^(x-forwarded-.*|x-real-ip|forwarded|via|cf-connecting-ip|true-client-ip)$/;

/**
 * Whether a request was made on this machine, by somebody who named this machine.
 * Rule: what came through a proxy, or under another name (a page elsewhere whose name was turned to point here), was not.
 */
export function isOwnMachine({ headers, socket }: Incoming, trustProxy: boolean): boolean {
  if (trustProxy || !loopback.test((socket.remoteAddress ?? '').replace(/^::ffff:/, ''))) return false;
  if (Object.keys(headers).some((name) => forwarded.test(name))) return false;
  return ownNames.includes((headers.host ?? '').replace(/:\d+$/, ''));
}
