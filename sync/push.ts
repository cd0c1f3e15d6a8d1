/**
 * Sends documents that wait and stores each answer: an acceptance at once, while the next batches are under way, what else is to be stored
 * (a refusal, a document that changed meanwhile) is left to RxDB.
 * Guarantees: a document is confirmed only by an answer about it; a refusal is in the list of refusals before the document changes;
 * one document that the server cannot take never holds up the others (the batch is halved until it is alone).
 * Rule: what is not answered stays `pending`; RxDB forgets it then, and the rescue pass sends it again.
 */
import type { WithDeleted } from 'rxdb/plugins/core';
import { PUSH_BYTES, PUSH_LIMIT } from '@/config/limits';
import type { JournalDoc, StoredJournalDoc } from '@/domain/journal';
import type { Clock } from './clock';
import { isSaidBy } from './conflict';
import { isKind, kinds, mergeDocs } from './kinds';
import type { MirrorDb } from './mirror-schema';
import type { Gate } from './retry';
import { asTransportError, type TransportError } from './transport-error';
import type { PushAnswer, Transport } from './types';

export type Doc = WithDeleted<StoredJournalDoc>;

/** Calls under way at a time: the server always has another one when it has answered one, also while this thread stores answers and sends nothing. */
const CALLS = 4;
/** Tries of a batch before it is halved, and of a single document before it is put aside for the next cycle. */
const TRIES = 3;
/** How often a document is put aside before it counts as refused. Rule: a server that takes nothing from anybody says nothing about this one. */
const STRIKES = 3;

/** A document as it was sent, and what the server has of it since. */
export interface Answered {
  sent: Doc;
  master: Doc;
}

export interface PushWorld {
  mirror: MirrorDb;
  /** Stores what the server has where the document still is as it was sent. @returns the ids of those. */
  confirm: (answered: Answered[]) => Promise<Set<string>>;
  transport: Transport;
  gate: Gate;
  clock: Clock;
  /** There may be refused documents. */
  refused: () => boolean;
  /** Something was confirmed or refused: there is news to pull. */
  onAnswer: () => void;
}

const encoder = new TextEncoder();
const bytesOf = (doc: JournalDoc) => encoder.encode(JSON.stringify(doc)).length + 1;

function toSent({ id, kind, at, active_on, rev, data }: Doc): JournalDoc {
  return { id, kind, at, active_on, rev, data };
}

const confirmed = (doc: JournalDoc): Doc => ({ ...doc, pending: false, _deleted: false });

/**
 * Batches within both limits of `sync_push`, each measured when it is asked for. A document that is too large by itself is a batch of its own: the
 * server says so.
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

/** One hand-over of RxDB on its way. */
interface Sending {
  /** What the server has of documents that are left to RxDB. */
  masters: Doc[];
  /** Answers that are being stored. */
  settling: Promise<void>[];
}

/** What was answered is not kept waiting for a network that went away in between: the rescue pass sends the rest. */
async function isHurried({ masters, settling }: Sending): Promise<boolean> {
  await Promise.all(settling);
  return masters.length > 0;
}

export class Pusher {
  readonly #world: PushWorld;
  readonly #strikes = new Map<string, { count: number; answered: number }>();
  #answered = 0;
  readonly #line: (() => void)[] = [];
  #calls = 0;
  /** Handlers under way. */
  busy = 0;

  constructor(world: PushWorld) {
    this.#world = world;
  }

  /**
   * RxDB's push handler. A document that is confirmed here takes on the server's state: RxDB notes of these very objects what the server has.
   * @returns what the server has of documents that are still to be stored. @throws only when the engine stops
   */
  async push(docs: Doc[]): Promise<Doc[]> {
    const waiting = docs.filter((doc) => doc.pending && !doc._deleted);
    if (waiting.length === 0) return [];
    this.busy++;
    const masters = await this.#sendAll(waiting).finally(() => {
      this.busy--;
    });
    // Rule: only news wakes the engine. A document that the server keeps putting off would else be asked for ever.
    if (masters.length > 0 || waiting.some(({ pending }) => !pending)) this.#world.onAnswer();
    return masters;
  }

  async #sendAll(docs: Doc[]): Promise<Doc[]> {
    const sending: Sending = { masters: [], settling: [] };
    const batches = split(docs);
    const sendNext = async () => {
      for (const batch of batches) await this.#inLine(() => this.#send(sending, batch, 0));
    };
    await Promise.all(Array.from({ length: CALLS }, sendNext));
    await Promise.all(sending.settling);
    return sending.masters;
  }

  /** At most CALLS at a time, in the order of asking. */
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

  /** Resolves with the answer, which is stored while the next batch is under way. */
  async #send(sending: Sending, docs: Doc[], tried: number): Promise<void> {
    const { gate, transport } = this.#world;
    for (let tries = tried; ; tries++) {
      if (gate.closed && (await isHurried(sending))) return;
      const turn = await gate.pass();
      if (gate.stopped) throw new Error('The engine stops');
      try {
        const answers = await transport.push(docs.map(toSent));
        gate.succeed();
        this.#answered++;
        sending.settling.push(this.#settle(sending, docs, answers));
        return;
      } catch (thrown) {
        const error = asTransportError(thrown);
        const given = error.reason === 'refused' || (error.reason === 'server' && tries + 1 >= TRIES);
        if (given && docs.length > 1) {
          const middle = docs.length >> 1;
          await this.#send(sending, docs.slice(0, middle), TRIES - 1);
          return this.#send(sending, docs.slice(middle), TRIES - 1);
        }
        if (given) return this.#giveUp(sending, docs[0] as Doc, error);
        gate.fail(error, turn);
        if (await isHurried(sending)) return;
      }
    }
  }

  /** A document that cannot be sent: refused as a whole, or the server fails on it alone. */
  async #giveUp(sending: Sending, doc: Doc, error: TransportError): Promise<void> {
    if (error.reason !== 'refused') {
      const last = this.#strikes.get(doc.id) ?? { count: 0, answered: -1 };
      if (last.answered === this.#answered && !(await this.#isAlone(doc))) return;
      const count = last.count + 1;
      this.#strikes.set(doc.id, { count, answered: this.#answered });
      if (count < STRIKES) return;
    }
    await this.#settle(
      sending,
      [doc],
      [{ id: doc.id, status: 'rejected', code: 'bad_document', message: error.message }],
    );
  }

  /** Nothing else fails, and the server answers who asks for nothing: then it is the document. */
  async #isAlone({ id }: Doc): Promise<boolean> {
    if ([...this.#strikes.keys()].some((other) => other !== id)) return false;
    return this.#world.transport.push([]).then(
      () => true,
      () => false,
    );
  }

  /** Never throws. */
  async #settle({ masters }: Sending, docs: Doc[], answers: PushAnswer[]): Promise<void> {
    const answerOf = new Map(answers.map((answer) => [answer.id, answer]));
    const accepted: Answered[] = [];
    for (const doc of docs) {
      const answer = answerOf.get(doc.id);
      if (!answer || answer.status === 'retry') continue;
      this.#strikes.delete(doc.id);
      if (answer.status === 'rejected') masters.push(...(await this.#refuse(doc, answer)));
      else accepted.push({ sent: doc, master: confirmed(answer.doc ?? toSent(doc)) });
    }
    const stored = await this.#world.confirm(accepted);
    for (const { sent, master } of accepted) {
      if (stored.has(sent.id)) Object.assign(sent, master);
      else masters.push(master);
    }
    // An old refusal beside an acceptance: shown once too long at worst.
    if (this.#world.refused()) await this.#forget(accepted).catch(() => undefined);
  }

  /** A refusal is over when the server has what was refused, or something later. What it still lacks is the learner's to decide. */
  async #forget(accepted: Answered[]): Promise<void> {
    const { rejected } = this.#world.mirror;
    const refused = await rejected.bulkGet(accepted.map(({ sent }) => sent.id));
    const over = accepted.flatMap(({ master }, i) =>
      refused[i] && isSaidBy(master, refused[i].doc) ? [master.id] : [],
    );
    await rejected.bulkDelete(over);
  }

  /** First the list, then the document. Where the list cannot be written the document keeps waiting. */
  async #refuse(doc: Doc, { code = 'bad_document', message = '', doc: stored }: PushAnswer): Promise<Doc[]> {
    const { mirror, clock } = this.#world;
    try {
      // What was refused before, and may be gone from the document since, is still to be decided about.
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
