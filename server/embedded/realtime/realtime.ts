/**
 * Realtime broadcast for private channels: NOTIFY in the database → the sockets that joined the topic (channel-hub.ts).
 *
 *   connect (publishable key) ─► join (token + policy on realtime.messages) ─► broadcasts … ─► leave | token expired | connection dead
 *
 * Pokes contain no data and may be lost, so it is safe to drop slow and dead connections.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { addressOf } from '../../http/caller-address';
import { logFailure, logSecurity } from '../../telemetry/log';
import { openSockets } from '../../telemetry/metrics';
import type { RequestPolicy } from '../contract/request-policy';
import { ChannelHub } from './channel-hub';
import { parseMessage } from './realtime-protocol';

/** Size limit of one client message (bytes). */
const MESSAGE_BYTES = 64 * 1024;
/** Maximum number of open connections per address. */
const MAX_PER_ADDRESS = 1_000;
/** Maximum number of open connections in total. */
const MAX_CONNECTIONS = 10_000;
const SWEEP_MS = 15_000;
/** Maximum number of messages that one client may send between two sweeps. */
const MAX_MESSAGES = 300;

export interface Realtime {
  clients(): number;
  close(): void;
}

export async function openRealtime(
  server: Server,
  { backend, limiter, settings: { trustProxy } }: Pick<RequestPolicy, 'backend' | 'limiter' | 'settings'>,
  mayConnect: (origin: string, host: string) => boolean,
): Promise<Realtime> {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_BYTES, perMessageDeflate: false });
  const hub = new ChannelHub(backend, limiter);
  sockets.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    openSockets.inc();
    socket.once('close', () => openSockets.dec());
    serveClient(hub, socket, addressOf(request, trustProxy));
  });
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { origin, host = '' } = request.headers;
    const isForeign = origin !== undefined && !mayConnect(origin, host);
    const rejection = isForeign
      ? '403 Forbidden'
      : rejectionOf(request, backend.publishableKey, hub, addressOf(request, trustProxy));
    if (rejection?.startsWith('429')) logSecurity('limit_hit', { operation: 'realtime', limit: 'connections' });
    if (rejection) socket.end(`HTTP/1.1 ${rejection}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    else sockets.handleUpgrade(request, socket, head, (ws) => sockets.emit('connection', ws, request));
  };
  server.on('upgrade', upgrade);
  await backend.database.listen('realtime', (text) => hub.broadcast(parseJson(text)));
  const sweep = setInterval(
    () => void hub.sweep().catch((error: unknown) => logFailure('realtime sweep failed', error)),
    SWEEP_MS,
  );
  sweep.unref();
  return {
    clients: () => hub.clients.size,
    close: () => {
      clearInterval(sweep);
      server.off('upgrade', upgrade);
      for (const { socket } of hub.clients) socket.close(1001, 'server stops');
      for (const { socket } of hub.clients) socket.terminate();
      sockets.close();
    },
  };
}

function serveClient(hub: ChannelHub, socket: WebSocket, address: string): void {
  const client = hub.add(socket, address);
  // Handle messages in order, so that a leave cannot overtake its join.
  let previous: Promise<void> = Promise.resolve();
  socket.on('message', (data, isBinary) => {
    client.lastSeen = performance.now();
    client.messages += 1;
    if (client.messages > MAX_MESSAGES) {
      socket.close(1008, 'too many messages');
      return;
    }
    const message = isBinary ? undefined : parseMessage(data.toString());
    if (!message) return;
    previous = previous
      .then(() => hub.handle(client, message))
      .catch((error: unknown) => {
        logFailure('realtime message failed', error);
        hub.reply(client, message, 'error', { reason: 'Internal error' });
      });
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => hub.remove(client));
}

/** The HTTP status with which a connection is rejected; undefined when it is accepted. */
function rejectionOf(request: IncomingMessage, key: string, hub: ChannelHub, address: string) {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname !== '/realtime/v1/websocket') return '404 Not Found';
  if (url.searchParams.get('apikey') !== key) return '401 Unauthorized';
  if ((url.searchParams.get('vsn') ?? '2.0.0') !== '2.0.0') return '400 Bad Request';
  const isFull = hub.clients.size >= MAX_CONNECTIONS || hub.countOf(address) >= MAX_PER_ADDRESS;
  return isFull ? '429 Too Many Requests' : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
