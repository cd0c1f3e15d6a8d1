/**
 * Sessions that were ended while their access tokens still count: the tokens say nothing of it for up to an hour.
 * Kept in memory, as long as a token lives: a restart forgets them, and the tokens then end by themselves.
 */
import type { Caller } from '../../http/tokens';
import type { Database } from '../database/database';

export class EndedSessions {
  /** Session ids and when their last token ends, ms since the epoch. */
  readonly #ended = new Map<string, number>();
  readonly #tokenMs: number;

  constructor(tokenSeconds: number) {
    this.#tokenMs = tokenSeconds * 1000;
  }

  has({ claims }: Caller): boolean {
    return typeof claims?.session_id === 'string' && this.#ended.has(claims.session_id);
  }

  /** Remembers which of the account's sessions are gone after `work`. */
  async watch<T>({ run }: Database, uid: string, work: () => Promise<T>): Promise<T> {
    const sessions = async () =>
      (await run('select id from auth.sessions where user_id = $1', [uid])).map(({ id }) => String(id));
    const before = await sessions();
    const result = await work();
    const left = new Set(await sessions());
    const now = Date.now();
    for (const [id, until] of this.#ended) if (until < now) this.#ended.delete(id);
    for (const id of before) if (!left.has(id)) this.#ended.set(id, now + this.#tokenMs);
    return result;
  }
}
