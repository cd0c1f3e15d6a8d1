/**
 * Sends the pending documents of the outbox, oldest first, in batches within the limits of `sync_push`.
 * Guarantees: only the server's answer for a document confirms it; its row is in the mirror before it leaves the outbox; one document that the server
 * cannot process never blocks the others (the batch is halved until that document is alone).
 * Rule: a document without a final answer stays pending, and the next cycle sends it again.
 */

import type { Clock } from '@/shared/clock';
import type { JournalDoc } from '@/shared/journal';
import { PUSH_BYTES, PUSH_LIMIT } from '@/shared/limits';
import type { MirrorDb } from '../mirror/mirror-schema';
import { journalEpoch, storeAnswers } from '../mirror/own-rows';
import { asTransportError, type TransportError } from '../protocol/errors';
import type { OutboxDoc, PushAnswer, Transport } from '../protocol/types';
import type { RetryGate } from '../transport/backoff';
import type { Outbox } from './outbox';
import { toSent } from './shown';

/** Number of parallel requests, so that the server always has the next batch while this thread stores answers. */
const CALLS = 4;
/** Attempts to send a batch before it is halved, or a single document before it waits for the next cycle. */
const TRIES = 3;
/** Failed cycles after which a single document counts as rejected. Rule: a failure counts only if the server answers other requests. */
const MAX_FAILED_ATTEMPTS = 3;
/** Delay (ms) before a push, so that writes made in quick succession are sent together. */
const GATHER_MS = 20;

export interface SenderDeps {
  mirror: MirrorDb;
  outbox: Outbox;
  transport: Transport;
  gate: RetryGate;
  clock: Clock;
  /** Called after a confirmation or rejection, so that the loop pulls the results. */
  onAnswer: () => void;
  onError: (error: unknown) => void;
}

const encoder = new TextEncoder();
const bytesOf = (doc: JournalDoc) => encoder.encode(JSON.stringify(doc)).length + 1;

/**
 * Lazily splits documents into batches within both limits of `sync_push` (documents and bytes). A document that is itself
 * too large gets its own batch, and the server rejects it.
 */
export function* split(docs: readonly OutboxDoc[]): Generator<OutboxDoc[], undefined> {
  let batch: OutboxDoc[] = [];
  let bytes = 2;
  for (const doc of docs) {
    const size = bytesOf(toSent(doc));
    if (batch.length > 0 && (batch.length === PUSH_LIMIT || bytes + size > PUSH_BYTES)) {
      yield batch;
      batch = [];
      bytes = 2;
    }
    batch.push(doc);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

export class Sender {
  readonly #deps: SenderDeps;
  readonly #failedAttempts = new Map<string, { count: number; answered: number }>();
  /** `at` of each document that was sent since the last cycle: a write sends the new documents only. */
  readonly #sent = new Map<string, number>();
  #answered = 0;
  #running: Promise<void> | undefined;
  #timer: unknown;
  #stopped = false;
  #unsubscribe: () => void = () => undefined;

  constructor(deps: SenderDeps) {
    this.#deps = deps;
  }

  get busy(): boolean {
    return this.#running !== undefined;
  }

  start(): void {
    this.#unsubscribe = this.#deps.outbox.subscribe(() => this.#soon());
    this.#run();
  }

  /** Ends a cycle: documents without a final answer are sent again, and so are those of a tab that died before it reported them. */
  async again(): Promise<void> {
    await this.#deps.outbox.read();
    this.#sent.clear();
    this.#run();
  }

  /** Resolves when no request and no answer uses the stores any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unsubscribe();
    this.#deps.clock.clearTimer(this.#timer);
    await this.#running;
  }

  #soon(): void {
    if (this.#timer !== undefined || this.#running) return;
    this.#timer = this.#deps.clock.setTimer(() => {
      this.#timer = undefined;
      this.#run();
    }, GATHER_MS);
  }

  #waiting(): OutboxDoc[] {
    return this.#deps.outbox.pending().filter(({ id, at }) => this.#sent.get(id) !== at);
  }

  #run(): void {
    if (this.#stopped || this.#running || this.#waiting().length === 0) return;
    const running = this.#sendAll()
      .catch((error: unknown) => {
        if (!this.#stopped) this.#deps.onError(error);
      })
      .finally(() => {
        this.#running = undefined;
        this.#run(); // documents that were written meanwhile
      });
    this.#running = running;
  }

  async #sendAll(): Promise<void> {
    const docs = this.#waiting();
    for (const { id, at } of docs) this.#sent.set(id, at);
    const settling: Promise<void>[] = [];
    const batches = split(docs);
    const sendNext = async () => {
      for (const batch of batches) await this.#send(settling, batch, 0);
    };
    // Answers that have arrived are stored before this function ends, even if the engine stops between two batches.
    await Promise.all(Array.from({ length: CALLS }, sendNext)).finally(() => Promise.allSettled(settling));
    await Promise.all(settling);
  }

  /** Resolves when the server has answered; the answers are stored while the next batch is sent. */
  async #send(settling: Promise<void>[], docs: OutboxDoc[], tried: number): Promise<void> {
    const { gate, mirror, outbox, transport } = this.#deps;
    for (let tries = tried; ; tries++) {
      const generation = await gate.acquire();
      if (gate.stopped) throw new Error('The engine stops');
      try {
        const epoch = await journalEpoch(mirror, outbox.account);
        const answers = await transport.push(docs.map(toSent));
        gate.succeed();
        this.#answered++;
        const settled = this.#settle(docs, answers, epoch);
        settled.catch(() => undefined); // `#sendAll` awaits it
        settling.push(settled);
        return;
      } catch (thrown) {
        const error = asTransportError(thrown);
        const given = error.reason === 'rejected' || (error.reason === 'server' && tries + 1 >= TRIES);
        if (given && docs.length > 1) {
          const middle = docs.length >> 1;
          await this.#send(settling, docs.slice(0, middle), TRIES - 1);
          return this.#send(settling, docs.slice(middle), TRIES - 1);
        }
        if (given) return this.#giveUp(docs[0] as OutboxDoc, error);
        gate.fail(error, generation);
      }
    }
  }

  /** Handles a document that cannot be sent, because the server rejects the request or fails on this document. */
  async #giveUp(doc: OutboxDoc, error: TransportError): Promise<void> {
    if (error.reason !== 'rejected') {
      const last = this.#failedAttempts.get(doc.id) ?? { count: 0, answered: -1 };
      if (last.answered === this.#answered && !(await this.#isAlone(doc))) return;
      const count = last.count + 1;
      this.#failedAttempts.set(doc.id, { count, answered: this.#answered });
      if (count < MAX_FAILED_ATTEMPTS) return;
    }
    const epoch = await journalEpoch(this.#deps.mirror, this.#deps.outbox.account);
    await this.#settle(
      [doc],
      [{ id: doc.id, status: 'rejected', code: 'bad_document', message: error.message }],
      epoch,
    );
  }

  /** True if no other document fails and the server answers an empty push, so that this document must be the cause. */
  async #isAlone({ id }: OutboxDoc): Promise<boolean> {
    if ([...this.#failedAttempts.keys()].some((other) => other !== id)) return false;
    return this.#deps.transport.push([]).then(
      () => true,
      () => false,
    );
  }

  /** Stores the answers: first the server's documents in the mirror, then the outbox. @throws an error of the storage */
  async #settle(docs: OutboxDoc[], answers: PushAnswer[], epoch: number | null): Promise<void> {
    const { mirror, outbox, onAnswer } = this.#deps;
    const answerOf = new Map(answers.map((answer) => [answer.id, answer]));
    const stored: JournalDoc[] = [];
    const accepted: OutboxDoc[] = [];
    const rejected: [OutboxDoc, PushAnswer][] = [];
    for (const doc of docs) {
      const answer = answerOf.get(doc.id);
      if (!answer || answer.status === 'retry') continue;
      this.#failedAttempts.delete(doc.id);
      if (answer.doc) stored.push(answer.doc);
      if (answer.status === 'rejected') rejected.push([doc, answer]);
      else {
        accepted.push(doc);
        if (!answer.doc) stored.push({ ...toSent(doc), rev: answer.rev ?? doc.rev + 1 });
      }
    }
    // Rule: only progress wakes the loop. Otherwise a document for which the server always answers `retry` would cause an endless loop.
    if (accepted.length + rejected.length === 0) return;
    // Answers from before a restored backup count as none: the next cycle sends these documents again.
    if (!(await storeAnswers(mirror, outbox.account, stored, epoch))) return;
    await outbox.confirm(accepted);
    await Promise.all(
      rejected.map(([doc, { code = 'bad_document', message = '' }]) => outbox.reject(doc, code, message)),
    );
    onAnswer();
  }
}
