/**
 * Remembers sessions that have ended, because their access tokens would stay valid for up to an hour.
 * Guarantee: whatever deletes a row of auth.sessions is stored in the database and sent to all processes. Each start reads what is stored, and so does
 * each process whose connection to the database was lost, so a token is refused everywhere and stays refused.
 */
import { readFileSync } from 'node:fs';
import type { Caller } from '../../http/tokens';
import { logFailure } from '../../telemetry/log';
import type { Database } from './database';

const sql = readFileSync(new URL('ended-sessions.sql', import.meta.url), 'utf8');
/** The error and the header by which the auth service says that a refresh token was used twice. */
const REUSED = 'refresh_token_already_used';
const SESSION_HEADER = 'sb-auth-session-id';

export class EndedSessions {
  /** Session id → expiry of its last access token (ms on this process's monotonic clock). */
  readonly #ended = new Map<string, number>();
  readonly #tokenSeconds: number;

  constructor(tokenSeconds: number) {
    this.#tokenSeconds = tokenSeconds;
  }

  /** Reads the sessions that ended before this start, and stores those that end from now on. Call it after the auth service has created its tables. */
  async open(database: Database): Promise<void> {
    const { run } = database;
    await run(`${sql}
      create or replace trigger remember_ended_session after delete on auth.sessions for each row
        execute function embedded.remember_ended_session('${this.#tokenSeconds}');`);
    const readAll = async () => {
      const ended = await run('select id from embedded.ended_sessions where until > now()', []);
      this.add(ended.map(({ id }) => String(id)));
    };
    await readAll();
    await database.listen(
      'ended_sessions',
      (id) => this.add([id]),
      () => void readAll().catch((error: unknown) => logFailure('ended sessions not read', error)),
    );
  }

  has({ claims }: Caller): boolean {
    return typeof claims?.session_id === 'string' && this.#ended.has(claims.session_id);
  }

  add(ids: readonly string[]): void {
    const now = performance.now();
    for (const [id, until] of this.#ended) if (until < now) this.#ended.delete(id);
    for (const id of ids) this.#ended.set(id, now + this.#tokenSeconds * 1000);
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

  /**
   * Ends a session whose refresh token was used twice, because a thief may have used one of them.
   * @param answer the auth service's answer to a refresh @returns the same answer
   */
  async endReused({ run }: Database, answer: Response): Promise<Response> {
    const session = answer.headers.get(SESSION_HEADER);
    if (answer.ok || !session) return answer;
    const { error_code } = (await answer.clone().json()) as { error_code?: unknown };
    if (error_code !== REUSED) return answer;
    await run('delete from auth.sessions where id = $1', [session]);
    this.add([session]);
    return answer;
  }
}
