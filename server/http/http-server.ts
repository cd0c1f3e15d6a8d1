// Makes the HTTP servers of both ports.
/**
 * Makes the HTTP servers of the app and of the payment service.
 * Guarantee: an idle connection stays open longer than in proxies (60 s), because a request on a connection that the server is just closing
 * fails, and nobody may repeat a POST.
 */
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';

/** How long an idle connection stays open. */
const IDLE_MS = 75_000;

export const httpServer = (fetch: Parameters<typeof createAdaptorServer>[0]['fetch']): Server =>
  // The cast is safe: without `createServer`, the adaptor makes an HTTP/1 server.
  createAdaptorServer({
    fetch,
    overrideGlobalObjects: false,
    serverOptions: { keepAliveTimeout: IDLE_MS },
  }) as Server;
