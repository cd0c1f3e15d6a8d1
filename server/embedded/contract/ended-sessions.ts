/**
 * Remembers sessions that have ended, because their access tokens would stay valid for up to an hour.
 * The server keeps these sessions in memory for the lifetime of a token. After a restart, their tokens count as valid until they expire.
 */
import type { Caller } from '../../http/tokens';
import type { Database } from './database';

export class EndedSessions {
  /** Session id → expiry of its last access token (ms on this process's monotonic clock). */
  readonly #ended = new Map<string, number>();
  readonly #tokenMs: number;

  constructor(tokenSeconds: number) {
    this.#tokenMs = tokenSeconds * 1000;
  }

  has({ claims }: Caller): boolean {
    return typeof claims?.session_id === 'string' && this.#ended.has(claims.session_id);
  }

  add(ids: readonly string[]): void {
    const now = performance.now();
    for (const [id, until] of this.#ended) if (until < now) this.#ended.delete(id);
    for (const id of ids) this.#ended.set(id, now + this.#tokenMs);
  }

  /** Runs `work` and records which of the account's sessions `work` ended. */
  async watch<T>({ run }: Database, uid: string, work: () => Promise<T>): Promise<T> {
    const sessions = async () =>
      (await run('select id from auth.sessions where user_id = $1', [uid])).map(({ id }) => String(id));
    const before = await sessions();
    const result = await work();
    const left = new Set(await sessions());
    this.add(before.filter((id) => !left.has(id)));
    return result;
  }
}
