/**
 * Sends pending documents and stores the server's answers: confirmations at once, while the next batches are being sent; other
 * answers (a rejection, or a document that changed in the meantime) through RxDB.
 * Guarantees: only the server's answer for a document confirms it; a rejection is stored in the `rejected` table before the
 * document changes; one document that the server cannot process never blocks the others (the batch is halved until that
 * document is alone).
 * Rule: an unanswered document stays `pending`. RxDB treats it as sent, so the rescue pass sends it again.
 */
import type { WithDeleted } from 'rxdb/plugins/core';
import { PUSH_BYTES, PUSH_LIMIT } from '@/config/limits';
import type { JournalDoc, StoredJournalDoc } from '@/domain/journal';
import type { Clock } from '@/lib/clock';
import type { MirrorDb } from '../mirror/mirror-schema';
import { asTransportError, type TransportError } from '../protocol/errors';
import { isKind, kinds } from '../protocol/kinds';
import { mergeDocs } from '../protocol/merge-docs';
import type { PushAnswer, Transport } from '../protocol/types';
import type { RetryGate } from '../transport/backoff';
import { contains } from './conflict';

export type Doc = WithDeleted<StoredJournalDoc>;

/** Number of parallel requests, so that the server always has the next batch while this thread stores answers. */
const CALLS = 4;
/** Attempts to send a batch before it is halved, or a single document before it waits for the next cycle. */
const TRIES = 3;
/**
 * Failed cycles after which a single document counts as rejected. Rule: a failure counts only if the server answers other
 * requests.
 */
const MAX_FAILED_ATTEMPTS = 3;

/** A sent document and the server's state of it. */
export interface Answered {
  sent: Doc;
  master: Doc;
}

export interface PushDeps {
  mirror: MirrorDb;
  /** Stores the server's state of each document that has not changed since it was sent. @returns the ids of the stored documents */
  confirm: (answered: Answered[]) => Promise<Set<string>>;
  transport: Transport;
  gate: RetryGate;
  clock: Clock;
  /** True if there may be rejected documents. */
  rejected: () => boolean;
  /** Called after a confirmation or rejection, so that the loop pulls the results. */
  onAnswer: () => void;
}

const encoder = new TextEncoder();
const bytesOf = (doc: JournalDoc) => encoder.encode(JSON.stringify(doc)).length + 1;

export function toSent({ id, kind, at, active_on, rev, data }: Doc): JournalDoc {
  return { id, kind, at, active_on, rev, data };
}

const confirmed = (doc: JournalDoc): Doc => ({ ...doc, pending: false, _deleted: false });

/**
 * Lazily splits documents into batches within both limits of `sync_push` (documents and bytes). A document that is itself
 * too large gets its own batch, and the server rejects it.
 */
export function* split(docs: Doc[]): Generator<Doc[], undefined> {
  let batch: Doc[] = [];
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

/** One in-flight call of RxDB's push handler. */
interface Sending {
  /** The server's states that RxDB has to store. */
  masters: Doc[];
  /** Running writes of answers. */
  settling: Promise<void>[];
}

/**
 * Waits for the running writes of answers. @returns true if RxDB has answers to store. In that case a push that cannot continue returns the
 * answers to RxDB at once, and a later pass sends the documents that are still pending.
 */
async function isHurried({ masters, settling }: Sending): Promise<boolean> {
  await Promise.all(settling);
  return masters.length > 0;
}

export class Pusher {
  readonly #deps: PushDeps;
  readonly #failedAttempts = new Map<string, { count: number; answered: number }>();
  #answered = 0;
  readonly #line: (() => void)[] = [];
  #calls = 0;
  /** Number of running push handlers. */
  busy = 0;

  constructor(deps: PushDeps) {
    this.#deps = deps;
  }

  /**
   * RxDB's push handler. It copies the server's state into the confirmed objects in `docs`, because RxDB records these
   * objects as the server's state.
   * @returns the server's states that RxDB still has to store. @throws only when the engine stops
   */
  async push(docs: Doc[]): Promise<Doc[]> {
    const waiting = docs.filter((doc) => doc.pending && !doc._deleted);
    if (waiting.length === 0) return [];
    this.busy++;
    const masters = await this.#sendAll(waiting).finally(() => {
      this.busy--;
    });
    // Rule: only progress wakes the engine. Otherwise a document for which the server always answers `retry` would
    // cause an endless loop.
    if (masters.length > 0 || waiting.some(({ pending }) => !pending)) this.#deps.onAnswer();
    return masters;
  }

  async #sendAll(docs: Doc[]): Promise<Doc[]> {
    const sending: Sending = { masters: [], settling: [] };
    const batches = split(docs);
    const sendNext = async () => {
      for (const batch of batches) await this.#inLine(() => this.#send(sending, batch, 0));
    };
    // Answers that have arrived are stored before this function ends, even if the engine stops between two batches.
    await Promise.all(Array.from({ length: CALLS }, sendNext)).finally(() => Promise.allSettled(sending.settling));
    await Promise.all(sending.settling);
    return sending.masters;
  }

  /** Runs at most CALLS calls at a time, first come, first served. */
  async #inLine(call: () => Promise<void>): Promise<void> {
    while (this.#calls >= CALLS) await new Promise<void>((resolve) => this.#line.push(resolve));
    this.#calls++;
    try {
      await call();
    } finally {
      this.#calls--;
      this.#line.shift()?.();
    }
  }

  /** Resolves when the server has answered; the answers are stored while the next batch is sent. */
  async #send(sending: Sending, docs: Doc[], tried: number): Promise<void> {
    const { gate, transport } = this.#deps;
    for (let tries = tried; ; tries++) {
      if (gate.closed && (await isHurried(sending))) return;
      const generation = await gate.acquire();
      if (gate.stopped) throw new Error('The engine stops');
      try {
        const answers = await transport.push(docs.map(toSent));
        gate.succeed();
        this.#answered++;
        const settled = this.#settle(sending, docs, answers);
        settled.catch(() => undefined); // `#sendAll` awaits it
        sending.settling.push(settled);
        return;
      } catch (thrown) {
        const error = asTransportError(thrown);
        const given = error.reason === 'rejected' || (error.reason === 'server' && tries + 1 >= TRIES);
        if (given && docs.length > 1) {
          const middle = docs.length >> 1;
          await this.#send(sending, docs.slice(0, middle), TRIES - 1);
          return this.#send(sending, docs.slice(middle), TRIES - 1);
        }
        if (given) return this.#giveUp(sending, docs[0] as Doc, error);
        gate.fail(error, generation);
        if (await isHurried(sending)) return;
      }
    }
  }

  /** Handles a document that cannot be sent, because the server rejects the request or fails on this document. */
  async #giveUp(sending: Sending, doc: Doc, error: TransportError): Promise<void> {
    if (error.reason !== 'rejected') {
      const last = this.#failedAttempts.get(doc.id) ?? { count: 0, answered: -1 };
      if (last.answered === this.#answered && !(await this.#isAlone(doc))) return;
      const count = last.count + 1;
      this.#failedAttempts.set(doc.id, { count, answered: this.#answered });
      if (count < MAX_FAILED_ATTEMPTS) return;
    }
    await this.#settle(
      sending,
      [doc],
      [{ id: doc.id, status: 'rejected', code: 'bad_document', message: error.message }],
    );
  }

  /** True if no other document fails and the server answers an empty push, so that this document must be the cause. */
  async #isAlone({ id }: Doc): Promise<boolean> {
    if ([...this.#failedAttempts.keys()].some((other) => other !== id)) return false;
    return this.#deps.transport.push([]).then(
      () => true,
      () => false,
    );
  }

  /** Stores the answers. @throws the journal's error when it cannot store them */
  async #settle({ masters }: Sending, docs: Doc[], answers: PushAnswer[]): Promise<void> {
    const answerOf = new Map(answers.map((answer) => [answer.id, answer]));
    const accepted: Answered[] = [];
    for (const doc of docs) {
      const answer = answerOf.get(doc.id);
      if (!answer || answer.status === 'retry') continue;
      this.#failedAttempts.delete(doc.id);
      if (answer.status === 'rejected') masters.push(...(await this.#reject(doc, answer)));
      else accepted.push({ sent: doc, master: confirmed(answer.doc ?? toSent(doc)) });
    }
    const stored = await this.#deps.confirm(accepted);
    for (const { sent, master } of accepted) {
      if (stored.has(sent.id)) Object.assign(sent, master);
      else masters.push(master);
    }
    // If this fails, an outdated rejection stays listed although its document was accepted.
    if (this.#deps.rejected()) await this.#forget(accepted).catch(() => undefined);
  }

  /**
   * Removes rejections whose content the server now has, or has replaced with later content. The learner
   * decides about the other rejections.
   */
  async #forget(accepted: Answered[]): Promise<void> {
    const { rejected } = this.#deps.mirror;
    const listed = await rejected.bulkGet(accepted.map(({ sent }) => sent.id));
    const over = accepted.flatMap(({ master }, i) => (listed[i] && contains(master, listed[i].doc) ? [master.id] : []));
    await rejected.bulkDelete(over);
  }

  /**
   * Adds the rejection to the list first, then changes the document. If the list cannot be written, the document stays
   * pending.
   */
  async #reject(doc: Doc, { code = 'bad_document', message = '', doc: stored }: PushAnswer): Promise<Doc[]> {
    const { mirror, clock } = this.#deps;
    try {
      // An earlier rejection of this document may still need a decision, so merge its content with the new one.
      const earlier = await mirror.rejected.get(doc.id);
      const kept = { ...(earlier ? mergeDocs(earlier.doc, toSent(doc)) : toSent(doc)), pending: false };
      await mirror.rejected.put({ id: doc.id, kind: doc.kind, code, message, rejected_at: clock.now(), doc: kept });
    } catch {
      return [];
    }
    if (isKind(doc.kind) && !kinds[doc.kind].reverts) return [confirmed(toSent(doc))];
    return [stored ? confirmed(stored) : { ...doc, pending: false, _deleted: true }];
  }
}
