/**
 * The connected clients and the channels that each has joined.
 * Rule: a client receives the messages of a topic only if the policies allow the token's account to read the topic, and only until the token
 * expires or its session ends. An administrator who lost the rights hears nothing more after the next sweep.
 */
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { WebSocket } from 'ws';
import type { RateLimiter } from '../../http/rate-limit';
import type { Caller } from '../../http/tokens';
import { logSecurity } from '../../telemetry/log';
import type { Backend } from '../contract/backend';
import { mayHearTopic } from '../database/as-caller';
import { CHANNEL_PREFIX, type Message, serialise } from './realtime-protocol';
import { spreadOverListeners } from './spread';

/** Maximum number of channels that one connection may join. */
const MAX_CHANNELS = 100;
/** Maximum number of bytes buffered for a slow client; a client that exceeds it is dropped. */
const MAX_BUFFERED_BYTES = 256 * 1024;
/** Clients send a heartbeat every 25 s; a client that is silent for longer than this (ms) counts as gone. */
const SILENCE_MS = 90_000;
const ADMIN_TOPIC = `${CHANNEL_PREFIX}scope:admin`;

interface Channel {
  topic: string;
  joinRef: string | null;
  caller: Caller;
}
export interface Client {
  socket: WebSocket;
  address: string;
  channels: Map<string, Channel>;
  /** Time of the last message (Unix time, ms). */
  lastSeen: number;
  /** Messages since the last sweep. */
  messages: number;
}

/** Payload of the database's NOTIFY (`realtime.send` in bootstrap.sql). */
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

/**
 * What a channel keeps of its caller: one object for all channels of a client that have the same token, without the claims that only the
 * administrators' topic needs. Claims are the most of what a socket takes, and a server has thousands of sockets.
 */
function keptCaller({ channels }: Client, topic: string, caller: Caller): Caller {
  const kept = topic === ADMIN_TOPIC ? caller : { ...caller, claims: { session_id: caller.claims?.session_id } };
  return [...channels.values()].find((channel) => isDeepStrictEqual(channel.caller, kept))?.caller ?? kept;
}

export class ChannelHub {
  readonly clients = new Set<Client>();
  readonly #backend: Backend;
  readonly #limiter: RateLimiter;
  readonly #subscribers = new Map<string, Set<Client>>();
  /** Number of clients per address. */
  readonly #addresses = new Map<string, number>();

  constructor(backend: Backend, limiter: RateLimiter) {
    this.#backend = backend;
    this.#limiter = limiter;
  }

  add(socket: WebSocket, address: string): Client {
    const client: Client = { socket, address, channels: new Map(), lastSeen: performance.now(), messages: 0 };
    this.clients.add(client);
    this.#addresses.set(address, this.countOf(address) + 1);
    return client;
  }

  /** The number of clients with this address. */
  countOf(address: string): number {
    return this.#addresses.get(address) ?? 0;
  }

  remove(client: Client): void {
    for (const topic of [...client.channels.keys()]) this.#leave(client, topic);
    if (!this.clients.delete(client)) return;
    const left = this.countOf(client.address) - 1;
    if (left > 0) this.#addresses.set(client.address, left);
    else this.#addresses.delete(client.address);
  }

  reply(client: Client, to: Message, status: 'ok' | 'error', response: Record<string, unknown>): void {
    this.#send(client, { ...to, event: 'phx_reply', payload: { status, response } });
  }

  async handle(client: Client, message: Message): Promise<void> {
    switch (message.event) {
      case 'heartbeat':
        return this.reply(client, message, 'ok', {});
      case 'phx_join':
        return this.#join(client, message);
      case 'access_token':
        return this.#refresh(client, message);
      case 'phx_leave':
        this.#leave(client, message.topic);
        this.reply(client, message, 'ok', {});
        return this.#send(client, { ...message, event: 'phx_close', payload: {} });
      default:
        // Clients cannot publish: broadcast and presence messages are answered with an error.
        if (message.ref !== null)
          this.reply(client, message, 'error', {
            reason: 'Unauthorized: You do not have permissions to write to this Channel topic',
          });
    }
  }

  /** Sends a notification of the database to the topic's subscribers. */
  broadcast(notification: unknown): void {
    const notice = v.safeParse(noticeSchema, notification);
    if (!notice.success) return;
    const { event } = notice.output;
    const topic = CHANNEL_PREFIX + notice.output.topic;
    const payload = spreadOverListeners(notice.output, this.#subscribers.get(topic)?.size ?? 0);
    for (const client of [...(this.#subscribers.get(topic) ?? [])]) {
      const channel = client.channels.get(topic);
      if (!channel) continue;
      const reason = this.#endOf(channel);
      if (reason) this.#endChannel(client, channel, reason);
      else
        this.#send(client, {
          joinRef: channel.joinRef,
          ref: null,
          topic,
          event: 'broadcast',
          payload: { type: 'broadcast', event, payload },
        });
    }
  }

  /** Drops silent clients, and ends channels whose token has expired, whose session has ended or whose right is lost. */
  async sweep(): Promise<void> {
    for (const client of this.clients) {
      client.messages = 0;
      if (performance.now() - client.lastSeen > SILENCE_MS) client.socket.terminate();
      for (const channel of [...client.channels.values()]) {
        const reason = this.#endOf(channel) ?? (await this.#lossOf(channel));
        if (reason && client.channels.get(channel.topic) === channel) this.#endChannel(client, channel, reason);
      }
    }
  }

  #endOf({ caller }: Channel): string | undefined {
    if (caller.expires * 1000 <= Date.now()) return 'Token has expired';
    return this.#backend.endedSessions.has(caller) ? 'The session has ended' : undefined;
  }

  /** Only the administrators' topic is checked again: rights of learners end with the documents themselves, which the pull denies. */
  async #lossOf({ topic, caller }: Channel): Promise<string | undefined> {
    if (topic !== ADMIN_TOPIC) return undefined;
    const name = topic.slice(CHANNEL_PREFIX.length);
    return (await mayHearTopic(this.#backend.database, caller, name)) ? undefined : 'The right to read has ended';
  }

  #send(client: Client, message: Message): void {
    if (client.socket.bufferedAmount > MAX_BUFFERED_BYTES) client.socket.terminate();
    else if (client.socket.readyState === client.socket.OPEN) client.socket.send(serialise(message));
  }

  async #join(client: Client, message: Message): Promise<void> {
    const { topic, joinRef } = message;
    const payload = v.safeParse(joinSchema, message.payload);
    if (!payload.success) return this.reply(client, message, 'error', { reason: 'Malformed join' });
    if (payload.output.config?.private !== true)
      return this.reply(client, message, 'error', { reason: 'PrivateOnly: This project only allows private channels' });
    if (client.channels.size >= MAX_CHANNELS && !client.channels.has(topic))
      return this.reply(client, message, 'error', { reason: 'ChannelRateLimitReached: Too many channels' });
    const caller = await this.#authorise(client, payload.output.access_token ?? '', topic);
    if (typeof caller === 'string') {
      this.#leave(client, topic);
      return this.reply(client, message, 'error', { reason: caller });
    }
    if (!this.clients.has(client)) return;
    client.channels.set(topic, { topic, joinRef, caller: keptCaller(client, topic, caller) });
    const subscribers = this.#subscribers.get(topic) ?? new Set();
    this.#subscribers.set(topic, subscribers.add(client));
    this.reply(client, message, 'ok', { postgres_changes: [] });
  }

  /** Applies a refreshed token. The channel ends unless the token is of the same account and may still read the topic. */
  async #refresh(client: Client, message: Message): Promise<void> {
    const channel = client.channels.get(message.topic);
    const token = message.payload.access_token;
    if (!channel || typeof token !== 'string') return;
    const caller = await this.#authorise(client, token, message.topic);
    // The client left or rejoined during the check. A new join checks its own token, so there is nothing to update.
    if (client.channels.get(message.topic) !== channel) return;
    if (typeof caller === 'string') return this.#endChannel(client, channel, caller);
    if (caller.uid !== channel.caller.uid)
      return this.#endChannel(client, channel, 'Unauthorized: the token is another account’s');
    channel.caller = keptCaller(client, channel.topic, caller);
  }

  #leave(client: Client, topic: string): void {
    client.channels.delete(topic);
    const subscribers = this.#subscribers.get(topic);
    subscribers?.delete(client);
    if (subscribers?.size === 0) this.#subscribers.delete(topic);
  }

  #endChannel(client: Client, channel: Channel, reason: string): void {
    this.#leave(client, channel.topic);
    const { topic, joinRef } = channel;
    this.#send(client, {
      joinRef,
      ref: null,
      topic,
      event: 'system',
      payload: { status: 'error', message: reason, extension: 'system', channel: topic },
    });
    this.#send(client, { joinRef, ref: joinRef, topic, event: 'phx_error', payload: {} });
  }

  /** Counts the request, checks the token and the policies of the topic. @returns the caller, or the reason for the rejection. */
  async #authorise({ address }: Client, token: string, topic: string): Promise<Caller | string> {
    const caller = await this.#backend.callerOf(token);
    const account = caller?.uid ?? undefined;
    if ((await this.#limiter.take('realtimeJoin', { account, address })) > 0) {
      logSecurity('limit_hit', { operation: 'realtime', limit: 'realtimeJoin', account });
      // The client's library repeats a refused join, each time after a longer pause.
      return 'ClientJoinRateLimitReached: Too many joins per minute';
    }
    if (!caller) {
      logSecurity('refused_token', { operation: 'realtime' });
      return 'InvalidJWTToken: Token has expired or is not genuine';
    }
    // PostgreSQL stores no NUL, so such a topic would fail as an internal error; no topic has a control character.
    const isKnown = topic.startsWith(CHANNEL_PREFIX) && !/\p{Cc}/u.test(topic);
    const name = topic.slice(CHANNEL_PREFIX.length);
    if (isKnown && (await mayHearTopic(this.#backend.database, caller, name))) return caller;
    logSecurity('refused_channel', { operation: 'realtime', account });
    return isKnown
      ? `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`
      : `Unauthorized: unknown channel ${topic}`;
  }
}
