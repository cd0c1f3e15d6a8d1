/**
 * Realtime broadcast for private channels: NOTIFY in the database → whoever joined the topic.
 *
 *   connect (publishable key) ─► join (token + policy on realtime.messages) ─► broadcasts … ─► leave | token expired | connection dead
 *
 * Rule: nobody hears a topic that the policy does not let their token's subject read, and nobody hears it longer than the token lives.
 * Pokes carry no data and may be lost: slow and dead connections are dropped, not waited for.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import * as v from 'valibot';
import { type WebSocket, WebSocketServer } from 'ws';
import { addressOf } from '../../http/caller-address';
import type { Caller } from '../../http/tokens';
import type { Backend } from '../contract/backend';
import { mayHearTopic } from '../database/as-caller';
import { CHANNEL_PREFIX, type Message, parseMessage, serialise } from './realtime-protocol';

/** Bytes of one message from a client. */
const MESSAGE_BYTES = 64 * 1024;
/** Channels of one connection, connections of one address and of the server. */
const MOST_CHANNELS = 100;
const MOST_PER_ADDRESS = 1_000;
const MOST_CONNECTIONS = 10_000;
/** Bytes waiting for a client that does not read; more, and it is dropped. */
const MOST_BUFFERED = 256 * 1024;
/** A client sends a heartbeat every 25 s; silence for longer than this means it is gone, ms. */
const SILENCE_MS = 90_000;
const SWEEP_MS = 15_000;
/** Messages of one client within a sweep. */
const MOST_MESSAGES = 300;

interface Channel {
  topic: string;
  joinRef: string | null;
  caller: Caller;
}
interface Client {
  socket: WebSocket;
  address: string;
  channels: Map<string, Channel>;
  heard: number;
  messages: number;
}

const noticeSchema = v.object({
  topic: v.string(),
  event: v.string(),
  payload: v.record(v.string(), v.unknown()),
  private: v.optional(v.boolean()),
});
const joinSchema = v.object({
  config: v.optional(v.looseObject({ private: v.optional(v.boolean()) })),
  access_token: v.optional(v.nullable(v.string())),
});

export interface Realtime {
  clients(): number;
  close(): void;
}

export async function openRealtime(
  server: Server,
  backend: Backend,
  options: { trustProxy: boolean },
): Promise<Realtime> {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_BYTES, perMessageDeflate: false });
  const clients = new Set<Client>();
  const followers = new Map<string, Set<Client>>();

  const send = (client: Client, message: Message) => {
    if (client.socket.bufferedAmount > MOST_BUFFERED) client.socket.terminate();
    else if (client.socket.readyState === client.socket.OPEN) client.socket.send(serialise(message));
  };
  const reply = (client: Client, to: Message, status: 'ok' | 'error', response: Record<string, unknown>) =>
    send(client, { ...to, event: 'phx_reply', payload: { status, response } });

  function leave(client: Client, topic: string): void {
    client.channels.delete(topic);
    const set = followers.get(topic);
    set?.delete(client);
    if (set?.size === 0) followers.delete(topic);
  }

  function drop(client: Client): void {
    for (const topic of [...client.channels.keys()]) leave(client, topic);
    clients.delete(client);
  }

  /** Why this token may not follow the topic, or who it speaks for. */
  async function authorise(token: string, topic: string): Promise<Caller | string> {
    const caller = await backend.callerOf(token);
    if (!caller) return 'InvalidJWTToken: Token has expired or is not genuine';
    if (!topic.startsWith(CHANNEL_PREFIX)) return `Unauthorized: unknown channel ${topic}`;
    const allowed = await mayHearTopic(backend.database, caller, topic.slice(CHANNEL_PREFIX.length));
    return allowed
      ? caller
      : `Unauthorized: You do not have permissions to read from this Channel topic: ${topic.slice(CHANNEL_PREFIX.length)}`;
  }

  async function join(client: Client, message: Message): Promise<void> {
    const { topic, joinRef } = message;
    const payload = v.safeParse(joinSchema, message.payload);
    if (!payload.success) return reply(client, message, 'error', { reason: 'Malformed join' });
    if (payload.output.config?.private !== true)
      return reply(client, message, 'error', { reason: 'PrivateOnly: This project only allows private channels' });
    if (client.channels.size >= MOST_CHANNELS && !client.channels.has(topic)) {
      return reply(client, message, 'error', { reason: 'ChannelRateLimitReached: Too many channels' });
    }
    const caller = await authorise(payload.output.access_token ?? '', topic);
    if (typeof caller === 'string') {
      leave(client, topic);
      return reply(client, message, 'error', { reason: caller });
    }
    if (!clients.has(client)) return;
    client.channels.set(topic, { topic, joinRef, caller });
    const set = followers.get(topic) ?? new Set();
    followers.set(topic, set.add(client));
    reply(client, message, 'ok', { postgres_changes: [] });
  }

  function endChannel(client: Client, channel: Channel, reason: string): void {
    leave(client, channel.topic);
    const { topic, joinRef } = channel;
    send(client, {
      joinRef,
      ref: null,
      topic,
      event: 'system',
      payload: { status: 'error', message: reason, extension: 'system', channel: topic },
    });
    send(client, { joinRef, ref: joinRef, topic, event: 'phx_error', payload: {} });
  }

  /** A refreshed token: the same account, still allowed; otherwise the channel ends. */
  async function refresh(client: Client, message: Message): Promise<void> {
    const channel = client.channels.get(message.topic);
    const token = message.payload.access_token;
    if (!channel || typeof token !== 'string') return;
    const caller = await authorise(token, message.topic);
    // Left or joined anew meanwhile: that join has decided.
    if (client.channels.get(message.topic) !== channel) return;
    if (typeof caller === 'string') return endChannel(client, channel, caller);
    if (caller.uid !== channel.caller.uid)
      return endChannel(client, channel, 'Unauthorized: the token is another account’s');
    channel.caller = caller;
  }

  async function handle(client: Client, message: Message): Promise<void> {
    switch (message.event) {
      case 'heartbeat':
        return reply(client, message, 'ok', {});
      case 'phx_join':
        return join(client, message);
      case 'access_token':
        return refresh(client, message);
      case 'phx_leave':
        leave(client, message.topic);
        reply(client, message, 'ok', {});
        return send(client, { ...message, event: 'phx_close', payload: {} });
      default:
        // Clients only listen here: what they push (broadcast, presence) is answered and goes nowhere.
        if (message.ref !== null)
          reply(client, message, 'error', {
            reason: 'Unauthorized: You do not have permissions to write to this Channel topic',
          });
    }
  }

  sockets.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    const client: Client = {
      socket,
      address: addressOf(request, options.trustProxy),
      channels: new Map(),
      heard: Date.now(),
      messages: 0,
    };
    clients.add(client);
    // One message after the other, so that a leave cannot overtake its join.
    let line: Promise<void> = Promise.resolve();
    socket.on('message', (data, isBinary) => {
      client.heard = Date.now();
      client.messages += 1;
      if (client.messages > MOST_MESSAGES) {
        socket.close(1008, 'too many messages');
        return;
      }
      const message = isBinary ? undefined : parseMessage(data.toString());
      if (!message) return;
      line = line
        .then(() => handle(client, message))
        .catch((error: unknown) => {
          console.error('realtime:', error);
          reply(client, message, 'error', { reason: 'Internal error' });
        });
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => drop(client));
  });

  /** The HTTP status with which a connection is refused, or undefined when it is welcome. */
  function refusalOf(request: IncomingMessage): string | undefined {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname !== '/realtime/v1/websocket') return '404 Not Found';
    if (url.searchParams.get('apikey') !== backend.publishableKey) return '401 Unauthorized';
    if ((url.searchParams.get('vsn') ?? '2.0.0') !== '2.0.0') return '400 Bad Request';
    const address = addressOf(request, options.trustProxy);
    const same = [...clients].filter((client) => client.address === address).length;
    return clients.size >= MOST_CONNECTIONS || same >= MOST_PER_ADDRESS ? '429 Too Many Requests' : undefined;
  }
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const refusal = refusalOf(request);
    if (refusal) socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    else sockets.handleUpgrade(request, socket, head, (ws) => sockets.emit('connection', ws, request));
  };
  server.on('upgrade', upgrade);

  await backend.database.listen('realtime', (text) => {
    const notice = v.safeParse(noticeSchema, parseJson(text));
    if (!notice.success) return;
    const { event, payload } = notice.output;
    const topic = CHANNEL_PREFIX + notice.output.topic;
    const now = Date.now() / 1000;
    for (const client of [...(followers.get(topic) ?? [])]) {
      const channel = client.channels.get(topic);
      if (!channel) continue;
      if (channel.caller.expires <= now) endChannel(client, channel, 'Token has expired');
      else
        send(client, {
          joinRef: channel.joinRef,
          ref: null,
          topic,
          event: 'broadcast',
          payload: { type: 'broadcast', event, payload },
        });
    }
  });

  const sweep = setInterval(() => {
    const now = Date.now();
    for (const client of clients) {
      client.messages = 0;
      if (now - client.heard > SILENCE_MS) client.socket.terminate();
      for (const channel of [...client.channels.values()])
        if (channel.caller.expires * 1000 <= now) endChannel(client, channel, 'Token has expired');
    }
  }, SWEEP_MS);
  sweep.unref();

  return {
    clients: () => clients.size,
    close: () => {
      clearInterval(sweep);
      server.off('upgrade', upgrade);
      for (const client of clients) client.socket.close(1001, 'server stops');
      for (const client of clients) client.socket.terminate();
      sockets.close();
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
