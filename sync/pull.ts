/**
 * Reads every scope the account follows to its head, all scopes in one request.
 * Guarantees: the next page is asked for while the last is written; when a digest differs at the head the scope is read again from 0, and when this
 * version knows rows that an earlier one passed over.
 * Rule: a denial counts only beside a granted account scope. Alone it means that the server does not know who asks; nothing is removed then.
 */
import { applyPage, type Filling, type GrantedPage, purgeScope, restartScope, sweepScope } from './apply';
import type { Clock } from './clock';
import { sameDigest } from './digest';
import { freshScope } from './mirror';
import { accountScope, journalScope, type MirrorDb, type ScopeRow } from './mirror-schema';
import { TransportError } from './transport-error';
import type { Cursor, ScopePage, Transport } from './types';
import { isMirrorKind } from './wire';

/** Videos that are followed at a time: the last opened ones. */
export const FOLLOWED_VIDEOS = 100;
/** A scope is not read again for its digest sooner than this after the last time, doubled each time it did not help. */
const MEND_PAUSE_MS = 60_000;
const MEND_PAUSES = 10;

export interface PullParts {
  applyPage: typeof applyPage;
  sameDigest: typeof sameDigest;
}

export interface PullWorld {
  account: string;
  mirror: MirrorDb;
  transport: Transport;
  clock: Clock;
  limit: number;
  parts?: Partial<PullParts>;
}

export interface Pulled {
  /** Rows applied, by scope. */
  rows: number;
  journalRows: number;
  /** Scopes followed at the end, the video opened last as the last of them: of many only those are listened to. */
  scopes: string[];
  /** Scopes that differ from the server and may not be read again yet. */
  differing: string[];
}

export class Puller {
  readonly #world: PullWorld;
  readonly #parts: PullParts;
  readonly #fillings = new Map<string, Filling>();
  #learnt = false;

  constructor(world: PullWorld) {
    this.#world = world;
    this.#parts = { applyPage, sameDigest, ...world.parts };
  }

  /** @throws TransportError, or the storage's own error */
  async pull(): Promise<Pulled> {
    const pulled: Pulled = { rows: 0, journalRows: 0, scopes: [], differing: [] };
    if (!this.#learnt) await this.#learn();
    const heads = new Set<string>();
    let rows = await this.#followed();
    let flight = this.#ask(rows, heads);
    while (flight) {
      const asked = flight.cursors;
      const pages = this.#checked(asked, await flight.pages);
      const ahead = this.#askAhead(asked, pages);
      const known = new Map(rows.map((row) => [row.scope, row]));
      let quiet = true;
      for (const [i, page] of pages.entries()) {
        if (this.#isNews(page, asked[i] as Cursor, known.get(page.scope))) {
          quiet = false;
          await this.#take(page, asked[i] as Cursor, heads, pulled);
        } else heads.add(page.scope);
      }
      if (!quiet) rows = await this.#followed();
      flight = ahead ?? this.#ask(rows, heads);
    }
    pulled.scopes = rows.sort((a, b) => a.opened_at - b.opened_at).map(({ scope }) => scope);
    return pulled;
  }

  /** Of rows that an earlier version did not know only the place was kept: where this one knows them, their scopes are read again. */
  async #learn(): Promise<void> {
    const { mirror } = this.#world;
    const rows = await mirror.unknown.filter(({ kind }) => isMirrorKind(kind)).toArray();
    const scopes = (await mirror.scopes.bulkGet([...new Set(rows.map(({ _scope }) => _scope))])).filter(
      (scope) => scope !== undefined,
    );
    for (const { scope, epoch } of scopes) await restartScope(mirror, scope, epoch);
    this.#learnt = true;
  }

  /** Before a row is touched: does the server know who asks, does it answer what was asked, and does it get on? */
  #checked(asked: Cursor[], pages: ScopePage[]): ScopePage[] {
    const own: string[] = [accountScope(this.#world.account), journalScope(this.#world.account)];
    if (pages.some(({ scope, denied }) => denied && own.includes(scope)))
      throw new TransportError('unauthorised', 'The account is not known');
    const strange = pages.length !== asked.length || pages.some(({ scope }, i) => scope !== asked[i]?.scope);
    const stuck = pages.some(
      (page, i) => !page.denied && page.more && page.epoch === asked[i]?.epoch && page.seq === asked[i]?.seq,
    );
    if (strange || stuck) throw new TransportError('server', 'The answer does not belong to the request');
    return pages;
  }

  /** Every scope to ask for: those the plan grants, those that are stored (until the server denies them), the last opened videos. */
  async #followed(): Promise<ScopeRow[]> {
    const { mirror, account } = this.#world;
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

  #ask(rows: ScopeRow[], heads: Set<string>) {
    const open = rows.filter(({ scope }) => !heads.has(scope));
    if (open.length === 0) return undefined;
    const own = accountScope(this.#world.account);
    const proof = open.some(({ scope }) => scope === own) ? [] : rows.filter(({ scope }) => scope === own);
    return this.#send(
      [...proof, ...open].map(({ scope, seq, epoch }) => (epoch === null ? { scope, seq } : { scope, seq, epoch })),
    );
  }

  #send(cursors: Cursor[]) {
    const pages = this.#world.transport.pull(cursors, this.#world.limit);
    pages.catch(() => undefined); // awaited later
    return { cursors, pages };
  }

  /** The pages after these, asked for while these are written. */
  #askAhead(asked: Cursor[], pages: ScopePage[]) {
    const cursors: Cursor[] = [];
    const own = accountScope(this.#world.account);
    for (const [i, page] of pages.entries()) {
      const before = asked[i];
      if (page.denied || !before || (before.epoch !== undefined && before.epoch !== page.epoch)) continue;
      if (page.more || page.scope === own) cursors.push({ scope: page.scope, seq: page.seq, epoch: page.epoch });
    }
    const more = pages.some((page) => !page.denied && page.more);
    return more && cursors.length ? this.#send(cursors) : undefined;
  }

  /** An idle poll writes nothing and reads nothing again. */
  #isNews(page: ScopePage, asked: Cursor, known: ScopeRow | undefined): boolean {
    if (page.denied || page.more || page.rows.length > 0 || page.seq !== asked.seq || page.epoch !== asked.epoch)
      return true;
    if (!known?.whole || known.aside || known.mended > 0) return true;
    return page.digest !== undefined && !this.#parts.sameDigest(known, page.digest);
  }

  async #take(page: ScopePage, asked: Cursor, heads: Set<string>, pulled: Pulled): Promise<void> {
    const { mirror, account } = this.#world;
    if (page.denied) {
      await purgeScope(mirror, page.scope);
      heads.add(page.scope);
      return;
    }
    if ((asked.epoch !== undefined && asked.epoch !== page.epoch) || page.seq < asked.seq) {
      this.#fillings.delete(page.scope);
      await restartScope(mirror, page.scope, page.epoch);
      heads.delete(page.scope);
      return;
    }
    if (!(await this.#write(page, asked))) return; // an old answer: asked again from where the mirror stands
    pulled.rows += page.rows.length;
    if (page.scope === journalScope(account)) pulled.journalRows += page.rows.length;
    if (page.more) {
      heads.delete(page.scope);
      return;
    }
    heads.add(page.scope);
    await this.#atHead(page, heads, pulled);
  }

  async #write(page: GrantedPage, asked: Cursor): Promise<boolean> {
    const filling = asked.seq === 0 ? new Map<string, number>() : this.#fillings.get(page.scope);
    if (filling) this.#fillings.set(page.scope, filling);
    try {
      const written = await this.#parts.applyPage(this.#world.mirror, page, asked, filling);
      if (!written || !page.more) this.#fillings.delete(page.scope);
      return written;
    } catch (error) {
      // What was noted of a page that was not written would falsify the digest.
      this.#fillings.delete(page.scope);
      throw error;
    }
  }

  async #atHead(page: GrantedPage, heads: Set<string>, pulled: Pulled): Promise<void> {
    const { mirror, clock } = this.#world;
    const held = await mirror.scopes.get(page.scope);
    if (!held) return;
    if (page.digest && !this.#parts.sameDigest(held, page.digest)) {
      const pause = held.mended === 0 ? 0 : MEND_PAUSE_MS * 2 ** Math.min(held.mended - 1, MEND_PAUSES);
      const since = Math.abs(clock.now() - held.mended_at);
      if (since < pause) {
        pulled.differing.push(page.scope);
        return;
      }
      await restartScope(mirror, page.scope, held.epoch, clock.now());
      heads.delete(page.scope);
      return;
    }
    if (held.aside) await sweepScope(mirror, page.scope);
    if (page.digest && held.mended > 0) await mirror.scopes.update(page.scope, { mended: 0 });
  }
}
