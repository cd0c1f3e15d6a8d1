/**
 * Sends the messages of the queue (sync.push_outbox).
 * Guarantees: a failure never reaches the caller that queued a message; several processes may run a sender, because each message is claimed
 * by one of them; a claim sends its message at most once.
 *
 *   push_claim ─► send, CONCURRENT at a time ─► push_report ─► push_claim … until nothing is due
 */
import * as v from 'valibot';
import type { Call } from '../http/service-client';
import { log, logFailure } from '../telemetry/log';
import { outcomeOf } from './outcome';
import { contentOf, type QueuedMessage } from './payload';
import type { PushAnswer, PushService, PushTarget } from './push-service';
import { pushTexts } from './push-texts';

/** Maximum number of messages per claim. */
const BATCH = 200;
const CONCURRENT = 32;
/** Age after which a claim counts as abandoned (ms): longer than a batch can take. */
const LEASE_MS = 5 * 60_000;

const text = v.string();
const claimSchema = v.object({
  looked: v.number(),
  messages: v.array(
    v.object({
      id: v.number(),
      attempts: v.number(),
      combined: v.number(),
      platform: v.picklist(['android', 'ios', 'web']),
      token: text,
      account: text,
      notification_id: v.nullable(text),
      reminder_on: v.nullable(text),
      title: text,
      body: text,
      type: text,
      topic: text,
      link: v.nullable(text),
      // A hosted database without the newest migration lacks this field.
      seconds_left: v.optional(v.nullable(v.number()), null),
      unread: v.number(),
    }),
  ),
});

export interface SenderOptions {
  call: Call;
  web: PushService;
  /** VAPID public key with which browsers subscribe. Tests without subscriptions leave it out. */
  publicKey?: string;
  /** Service for native devices. Without FCM_SERVICE_ACCOUNT it is undefined, and native devices receive nothing. */
  native?: PushService | undefined;
  /** Hosts of PUSH_HOSTS. The sender stores them in the database, which checks endpoints when devices register. */
  hosts?: readonly string[];
  /** Origin of the app, to which declarative messages navigate. */
  appOrigin: () => string;
  now?: () => number;
}

export class PushSender {
  readonly #options: SenderOptions;
  #running: Promise<number> | undefined;
  #again = false;
  #hostsStored = false;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  get publicKey(): string | undefined {
    return this.#options.publicKey;
  }

  /** Sends due messages. A concurrent call joins the current run, which then checks the queue again. @returns number of messages processed */
  drain(signal?: AbortSignal): Promise<number> {
    this.#again = true;
    this.#running ??= this.#drain(signal).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Starts sending without waiting for the result. */
  wake(): void {
    this.drain().catch((error: unknown) => logFailure('push messages wait', error));
  }

  /** Sends a test message without the queue. @returns null if a service accepted it, otherwise the reason */
  async test(account: string, targets: PushTarget[]): Promise<string | null> {
    if (targets.length === 0) return 'no_device';
    const message: QueuedMessage = {
      ...{ id: 0, attempts: 1, combined: 0, account, notification_id: null, reminder_on: null },
      ...{
        ...pushTexts.test,
        type: 'info',
        topic: 'admin',
        link: '/notifications',
        seconds_left: null,
        unread: null,
        platform: 'web',
        token: '',
      },
    };
    const answers = await Promise.all(targets.map((target) => this.#send({ ...message, ...target })));
    if (answers.some(({ status }) => status >= 200 && status < 300)) return null;
    return answers.map(({ status, reason }) => (status ? String(status) : (reason ?? 'failed')))[0] ?? 'failed';
  }

  close(): void {
    this.#options.web.close?.();
    this.#options.native?.close?.();
  }

  async #drain(signal: AbortSignal | undefined): Promise<number> {
    let sent = 0;
    if (!this.#hostsStored) {
      await this.#options.call('set_push_hosts', { p_hosts: this.#options.hosts ?? [] });
      this.#hostsStored = true;
    }
    while (this.#again && !signal?.aborted) {
      this.#again = false;
      for (;;) {
        const { looked, messages } = v.parse(
          claimSchema,
          await this.#options.call('push_claim', { p_limit: BATCH, p_lease_ms: LEASE_MS }),
        );
        if (messages.length > 0) await this.#deliver(messages);
        sent += messages.length;
        if (looked < BATCH || signal?.aborted) break;
      }
    }
    return sent;
  }

  /** Rule: send and report claimed messages even while the server stops; otherwise they would be lost. */
  async #deliver(messages: QueuedMessage[]): Promise<void> {
    const results: object[] = [];
    const queue = messages.values();
    const work = async () => {
      for (const message of queue) {
        const answer = await this.#send(message);
        const outcome = outcomeOf(answer, message.attempts, this.#now());
        if (outcome.outcome === 'failed') log.warn({ status: answer.status }, 'push message rejected');
        results.push({ id: message.id, ...outcome });
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT }, work));
    await this.#options.call('push_report', { p_results: results });
  }

  async #send(message: QueuedMessage): Promise<PushAnswer> {
    const { web, native, appOrigin } = this.#options;
    const service = message.platform === 'web' ? web : native;
    // 400 drops the message but keeps the device, because only the server's settings are incomplete.
    if (!service) return { status: 400, reason: 'FCM_SERVICE_ACCOUNT is not set' };
    try {
      return await service.send(message, contentOf(message, appOrigin()));
    } catch (error) {
      return { status: 0, reason: error instanceof Error ? error.name : 'unknown' };
    }
  }

  #now = () => (this.#options.now ?? Date.now)();
}
