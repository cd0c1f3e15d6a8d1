/** Where a request comes from, in the form by which it is counted. */
import type { IncomingMessage } from 'node:http';

/** IPv4 as it is, IPv6 by its /64 (one household or phone). Behind a trusted proxy: the address that the proxy itself has seen. */
export function addressOf(incoming: Pick<IncomingMessage, 'headers' | 'socket'>, trustProxy: boolean): string {
  const forwarded = trustProxy
    ? String(incoming.headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : undefined;
  const address = (forwarded || incoming.socket.remoteAddress || 'unknown').replace(/^::ffff:/, '');
  return address.includes(':') ? address.split(':').slice(0, 4).join(':') : address;
}
