/**
 * Protects against server-side request forgery, because the caller chooses the endpoint of a Web Push subscription.
 * Rule: connect only over https on port 443 to a known push service, and never to an address inside the network, whatever DNS returns.
 * Twin of isPushEndpoint: sync.is_push_endpoint, which checks an endpoint when a device registers.
 */
import { lookup as resolve } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const KNOWN_HOSTS = new Set(['fcm.googleapis.com']);
const KNOWN_DOMAINS = ['.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com'];
const ENDPOINT = /^https:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::443)?\/[!"$-[\]-~]*$/;
const MAX_LENGTH = 2_000;

/** @param extraHosts exact host names (PUSH_HOSTS) */
export function isPushEndpoint(endpoint: string, extraHosts: readonly string[] = []): boolean {
  const host = endpoint.length <= MAX_LENGTH ? ENDPOINT.exec(endpoint)?.[1] : undefined;
  if (!host || isIP(host)) return false;
  return (
    KNOWN_HOSTS.has(host) ||
    KNOWN_DOMAINS.some((domain) => host.endsWith(domain) && host.length > domain.length) ||
    extraHosts.includes(host)
  );
}

const blocked = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16], // link-local, and the metadata service of cloud hosts
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3], // multicast, reserved, broadcast
] as const)
  blocked.addSubnet(address, bits, 'ipv4');
// IPv6: only global unicast (2000::/3) is public, except these ranges, which embed an IPv4 address or are reserved.
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  blocked.addSubnet(address, bits, 'ipv6');
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** True if the IP address is public: on the internet, not inside this server's network. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !blocked.check(address, 'ipv4');
  return family === 6 && globalUnicast.check(address, 'ipv6') && !blocked.check(address, 'ipv6');
}

export class UnsafeAddressError extends Error {
  override name = 'UnsafeAddressError';
  readonly code = 'UNSAFE_ADDRESS';
}

/**
 * The DNS lookup that the connection itself uses, so that the socket can connect only to the addresses that were checked.
 * Rule: reject a name if one of its addresses is not public.
 */
export const publicLookup =
  (ask: typeof resolve = resolve): LookupFunction =>
  (hostname, options, done) => {
    ask(hostname, { all: true, ...(options.family ? { family: options.family } : {}) }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return done(error ?? new UnsafeAddressError(`no address of ${hostname}`), '', 0);
      if (!addresses.every(({ address }) => isPublicAddress(address)))
        return done(new UnsafeAddressError(`${hostname} is inside the network`), '', 0);
      if (options.all) return done(null, addresses);
      done(null, first.address, first.family);
    });
  };
