/**
 * Pulls every followed scope to its head, with one request for all scopes.
 * Guarantees: the next pages are requested while the current ones are written. A scope is read again from 0 when its digest
 * differs at the head, or when this version knows kinds that an earlier version skipped.
 * Rule: accept a denied scope only if the same response grants the account's own scopes. Otherwise the server does not
 * recognise the caller, and nothing is removed.
 */

import { REPAIR_PAUSE_DOUBLINGS, REPAIR_PAUSE_MS } from '@/shared/app-limits';
import type { Clock } from '@/shared/clock';
import { isKind, type JournalDoc } from '@/shared/journal';
import { TransportError } from '../protocol/errors';
import type { Cursor, ScopePage, Transport } from '../protocol/types';
import { isMirrorKind } from '../protocol/wire';
import { applyPage, type GrantedPage, type InitialFill, purgeScope, restartScope, sweepScope } from './apply';
import { sameDigest } from './digest';
import { freshScope } from './mirror';
import { accountScope, journalScope, type MirrorDb, type ScopeRow } from './mirror-schema';
import { isJournalScope, notReturned, readStrange, setBackBy } from './own-rows';

/** Maximum number of followed videos; the most recently opened ones are kept. */
export const FOLLOWED_VIDEOS = 100;

export interface PullSteps {
  applyPage: typeof applyPage;
  sameDigest: typeof sameDigest;
}

export interface PullDeps {
  account: string;
  mirror: MirrorDb;
  transport: Transport;
  clock: Clock;
  limit: number;
  /** Puts documents of the learner that the server has lost into the outbox. */
  putBack: (docs: JournalDoc[]) => Promise<void>;
  parts?: Partial<PullSteps>;
}

export interface Pulled {
  /** Number of applied rows in all scopes. */
  rows: number;
  /** Scopes followed after the pull, ordered by `opened_at`; the last one is the most recently opened video. */
  scopes: string[];
  /** Scopes whose digest differs but whose repair must still wait. */
  differing: string[];
}

export class Puller {
  readonly #deps: PullDeps;
  readonly #parts: PullSteps;
  readonly #initialFills = new Map<string, InitialFill>();
  #learnt = false;

  constructor(deps: PullDeps) {
    this.#deps = deps;
    this.#parts = { applyPage, sameDigest, ...deps.parts };
  }

  /** @throws TransportError, or an error of the storage */
  async pull(): Promise<Pulled> {
    const pulled: Pulled = { rows: 0, scopes: [], differing: [] };
    if (!this.#learnt) await this.#learn();
    const caughtUp = new Set<string>();
    let rows = await this.#followed();
    let inFlight = this.#ask(rows, caughtUp);
    while (inFlight) {
      const asked = inFlight.cursors;
      const pages = this.#checked(asked, await inFlight.pages);
      const ahead = this.#askAhead(asked, pages);
      const known = new Map(rows.map((row) => [row.scope, row]));
      let quiet = true;
      for (const [i, page] of pages.entries()) {
        if (this.#isNews(page, asked[i] as Cursor, known.get(page.scope))) {
          quiet = false;
          await this.#take(page, asked[i] as Cursor, caughtUp, pulled);
        } else caughtUp.add(page.scope);
      }
      if (!quiet) rows = await this.#followed();
      inFlight = ahead ?? this.#ask(rows, caughtUp);
    }
    pulled.scopes = rows.sort((a, b) => a.opened_at - b.opened_at).map(({ scope }) => scope);
    return pulled;
  }

  /** Restarts each scope that has rows of a kind that an earlier version did not know but this version knows. */
  async #learn(): Promise<void> {
    const { mirror } = this.#deps;
    const rows = await mirror.unknown
      .filter(({ kind, _scope }) => (isJournalScope(_scope) ? isKind(kind) : isMirrorKind(kind)))
      .toArray();
    const scopes = (await mirror.scopes.bulkGet([...new Set(rows.map(({ _scope }) => _scope))])).filter(
      (scope) => scope !== undefined,
    );
    for (const { scope, epoch } of scopes) await restartScope(mirror, scope, epoch);
    await readStrange(mirror);
    this.#learnt = true;
  }

  /**
   * Validates a response before any row is written: the server recognises the caller, the pages match the request, and each
   * page with `more` advances the cursor.
   */
  #checked(asked: Cursor[], pages: ScopePage[]): ScopePage[] {
    const own: string[] = [accountScope(this.#deps.account), journalScope(this.#deps.account)];
    if (pages.some(({ scope, denied }) => denied && own.includes(scope)))
      throw new TransportError('unauthorised', 'The account is not known');
    const unexpected = pages.length !== asked.length || pages.some(({ scope }, i) => scope !== asked[i]?.scope);
    const stuck = pages.some(
      (page, i) => !page.denied && page.more && page.epoch === asked[i]?.epoch && page.seq === asked[i]?.seq,
    );
    if (unexpected || stuck) throw new TransportError('server', 'The answer does not belong to the request');
    return pages;
  }

  /**
   * Lists the scopes to pull: those of the plan, those that the mirror already follows (until the server denies them), and the most
   * recently opened videos.
   */
  async #followed(): Promise<ScopeRow[]> {
    const { mirror, account } = this.#deps;
    const [stored, plan] = await Promise.all([mirror.scopes.toArray(), mirror.subscriptions.get(account)]);
    const known = new Map(stored.map((row) => [row.scope, row]));
    const wanted = [accountScope(account), journalScope(account), 'public'];
    if (plan?.has_pro_plan || plan?.has_premium_plan) wanted.push('plan:basic');
    if (plan?.has_premium_plan) wanted.push('plan:premium');
    const missing = wanted.filter((scope) => !known.has(scope)).map((scope) => freshScope(scope));
    if (missing.length) await mirror.scopes.bulkPut(missing);
    for (const row of missing) known.set(row.scope, row);
    const videos = stored.filter(({ scope }) => scope.startsWith('video:')).sort((a, b) => b.opened_at - a.opened_at);
    for (const { scope } of videos.slice(FOLLOWED_VIDEOS)) {
      await purgeScope(mirror, scope);
      known.delete(scope);
    }
    return [...known.values()];
  }

  #ask(rows: ScopeRow[], caughtUp: Set<string>) {
    const open = rows.filter(({ scope }) => !caughtUp.has(scope));
    if (open.length === 0) return undefined;
    const own = accountScope(this.#deps.account);
    const proof = open.some(({ scope }) => scope === own) ? [] : rows.filter(({ scope }) => scope === own);
    return this.#send(
      [...proof, ...open].map(({ scope, seq, epoch }) => (epoch === null ? { scope, seq } : { scope, seq, epoch })),
    );
  }

  #send(cursors: Cursor[]) {
    const pages = this.#deps.transport.pull(cursors, this.#deps.limit);
    pages.catch(() => undefined); // awaited later
    return { cursors, pages };
  }

  /** Requests the next pages, so that they load while `pages` are written. */
  #askAhead(asked: Cursor[], pages: ScopePage[]) {
    const cursors: Cursor[] = [];
    const own = accountScope(this.#deps.account);
    for (const [i, page] of pages.entries()) {
      const before = asked[i];
      if (page.denied || !before || (before.epoch !== undefined && before.epoch !== page.epoch)) continue;
      if (page.more || page.scope === own) cursors.push({ scope: page.scope, seq: page.seq, epoch: page.epoch });
    }
    const more = pages.some((page) => !page.denied && page.more);
    return more && cursors.length ? this.#send(cursors) : undefined;
  }

  /** False if the page changes nothing, so that an idle poll neither reads nor writes the scope. */
  #isNews(page: ScopePage, asked: Cursor, known: ScopeRow | undefined): boolean {
    if (page.denied || page.more || page.rows.length > 0 || page.seq !== asked.seq || page.epoch !== asked.epoch)
      return true;
    if (!known?.whole || known.aside || known.mended > 0) return true;
    return page.digest !== undefined && !this.#parts.sameDigest(known, page.digest);
  }

  async #take(page: ScopePage, asked: Cursor, caughtUp: Set<string>, pulled: Pulled): Promise<void> {
    const { mirror } = this.#deps;
    if (page.denied) {
      await purgeScope(mirror, page.scope);
      caughtUp.add(page.scope);
      return;
    }
    if ((asked.epoch !== undefined && asked.epoch !== page.epoch) || page.seq < asked.seq) {
      this.#initialFills.delete(page.scope);
      await restartScope(mirror, page.scope, page.epoch, { renewed: true });
      caughtUp.delete(page.scope);
      return;
    }
    if (!(await this.#write(page, asked))) return; // an outdated response: pull again from the mirror's cursor
    pulled.rows += page.rows.length;
    if (page.more) {
      caughtUp.delete(page.scope);
      return;
    }
    caughtUp.add(page.scope);
    await this.#atHead(page, caughtUp, pulled);
  }

  async #write(page: GrantedPage, asked: Cursor): Promise<boolean> {
    await this.#keepSetBack(page);
    // The own tables also have rows from answers, so their stored rows are always read.
    const isOwn = isJournalScope(page.scope);
    const initialFill =
      asked.seq === 0 && !isOwn ? (new Map() satisfies InitialFill) : this.#initialFills.get(page.scope);
    if (initialFill) this.#initialFills.set(page.scope, initialFill);
    try {
      const written = await this.#parts.applyPage(this.#deps.mirror, page, asked, initialFill);
      if (!written || !page.more) this.#initialFills.delete(page.scope);
      return written;
    } catch (error) {
      // The page was not written, so drop its rows from the initial fill; they would make the digest wrong.
      this.#initialFills.delete(page.scope);
      throw error;
    }
  }

  /** Rule: the outbox has a document before the page replaces the learner's copy by an older one. */
  async #keepSetBack(page: GrantedPage): Promise<void> {
    if (!isJournalScope(page.scope)) return;
    const { mirror, putBack } = this.#deps;
    const scope = await mirror.scopes.get(page.scope);
    if (scope?.aside) await putBack(await setBackBy(mirror, scope, page.rows));
  }

  async #atHead(page: GrantedPage, caughtUp: Set<string>, pulled: Pulled): Promise<void> {
    const { mirror, clock } = this.#deps;
    const held = await mirror.scopes.get(page.scope);
    if (!held) return;
    if (page.digest && !this.#parts.sameDigest(held, page.digest)) {
      const pause = held.mended === 0 ? 0 : REPAIR_PAUSE_MS * 2 ** Math.min(held.mended - 1, REPAIR_PAUSE_DOUBLINGS);
      const since = Math.abs(clock.now() - held.mended_at);
      if (since < pause) {
        pulled.differing.push(page.scope);
        return;
      }
      await restartScope(mirror, page.scope, held.epoch, { repairedAt: clock.now() });
      caughtUp.delete(page.scope);
      return;
    }
    if (held.aside) {
      if (isJournalScope(page.scope)) await this.#deps.putBack(await notReturned(mirror, page.scope));
      await sweepScope(mirror, page.scope);
    }
    if (page.digest && held.mended > 0) await mirror.scopes.update(page.scope, { mended: 0 });
  }
}
