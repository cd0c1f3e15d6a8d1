// Makes the HTTP servers of both ports.
/**
 * Makes the HTTP servers of the app and of the payment service.
 * Guarantee: an idle connection stays open longer than in proxies (60 s), because a request on a connection that the server is just closing
 * fails, and nobody may repeat a POST. Half-open requests are closed, so that a stranger cannot hold all connections.
 */
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';

/** How long an idle connection stays open (ms). */
const IDLE_MS = 75_000;
/** How long a request may take to send its headers (ms); Node looks for late ones at the interval. */
const HEADERS_MS = 15_000;
const CHECK_MS = 5_000;
/** Maximum number of open connections of a server. */
const MOST_CONNECTIONS = 12_000;
/** Maximum number of open connections from one address, unless it is a proxy. */
const MOST_PER_ADDRESS = 1_000;

export function httpServer(
  fetch: Parameters<typeof createAdaptorServer>[0]['fetch'],
  options: { isProxy?: (address: string) => boolean; headersMs?: number; perAddress?: number; most?: number } = {},
): Server {
  const {
    isProxy = () => false,
    headersMs = HEADERS_MS,
    perAddress = MOST_PER_ADDRESS,
    most = MOST_CONNECTIONS,
  } = options;
  // The cast is safe: without `createServer`, the adaptor makes an HTTP/1 server.
  const server = createAdaptorServer({
    fetch,
    overrideGlobalObjects: false,
    serverOptions: {
      keepAliveTimeout: IDLE_MS,
      headersTimeout: headersMs,
      connectionsCheckingInterval: Math.min(CHECK_MS, headersMs),
    },
  }) as Server;
  server.maxConnections = most;
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (open.get(address) ?? 0) + 1;
    if (count > perAddress && !isProxy(address)) return void socket.destroy();
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
  return server;
}
