/** Simulated schools on the product's real SQL: in PGlite, where all calls share one session and run with the role of their caller, or behind servers. */

import { TransportError } from '@sync/protocol/errors';
import type { Cursor, FeedRow, PushAnswer, ScopePage } from '@sync/protocol/types';
import { parseAnswers, parsePages } from '@sync/protocol/wire';
import type { JournalDoc } from '@/shared/journal';
import { type Actor, as, openDatabase, type Session } from './database';
import { TIME_SCALE } from './devices';
import type { Backend } from './model-server';
import { buildWorld } from './push-deps';
import type { Random } from './random';
import { THINGS, type Truth } from './simulated-school';
import { keepRows } from './stored-rows';

const actor = (uid: string): Actor => ({ role: 'authenticated', uid });

export interface SqlSchool {
  backend: Backend;
  truth: Truth;
  mutateServer(random: Random): Promise<void>;
  /** Makes later calls fail. */
  close(): Promise<void>;
}

/** The two functions of the server that devices call. */
export interface Calls {
  pull(account: string, cursors: Cursor[], limit: number): Promise<ScopePage[]>;
  push(account: string, docs: JournalDoc[]): Promise<PushAnswer[]>;
}

/** One database for consecutive simulations, each of which starts with the same rows. */
export async function sqlSchools(): Promise<{ open(): Promise<SqlSchool>; close(): Promise<void> }> {
  const database = await openDatabase();
  await buildWorld({ sql: (text, values) => database.query(text, values) });
  const setBack = await keepRows(database);
  return {
    open: async () => {
      await setBack();
      return schoolIn(database);
    },
    close: () => database.close(),
  };
}

/** @param calls how devices reach the server; by default they call its functions in this session */
export function schoolIn(database: Session, calls?: Calls): SqlSchool {
  const { serialize, end } = serialQueue();
  const pokes = new Set<{ scopes: Set<string>; onPoke: (scope: string, spreadMs: number) => void }>();

  const call = <T>(account: string, sql: string, values: unknown[]): Promise<T> =>
    serialize(async () => {
      try {
        const [row] = await as(database, actor(account), (session) => session.query<{ answer: T }>(sql, values));
        return row?.answer as T;
      } catch (error) {
        throw new TransportError('server', error instanceof Error ? error.message : String(error));
      }
    });

  // The devices' timers run TIME_SCALE times as fast as the database's clock, so the periods of quotas must too.
  let passed = performance.now();
  const passTime = (): Promise<unknown> => {
    const ms = performance.now() - passed;
    if (ms < 100) return Promise.resolve();
    passed += ms;
    const seconds = (ms / 1_000) * TIME_SCALE;
    // The lock waits for running pushes; locking row by row could deadlock with them.
    return serialize(() =>
      database.exec(
        `begin; lock table sync.quotas in exclusive mode; update sync.quotas set since = since - make_interval(secs => ${seconds}); commit`,
      ),
    );
  };

  const inSession: Calls = {
    pull: async (account, cursors, limit) =>
      parsePages(
        await call(account, 'select public.sync_pull($1::jsonb, $2) as answer', [JSON.stringify(cursors), limit]),
      ),
    push: async (account, docs) =>
      parseAnswers(await call(account, 'select public.sync_push($1::json) as answer', [JSON.stringify(docs)]), docs),
  };
  const { pull, push } = calls ?? inSession;

  const backend: Backend = {
    pull,
    push: async (account, docs) => {
      await passTime();
      const answers = await push(account, docs);
      for (const { scopes, onPoke } of pokes) if (scopes.has(`journal:${account}`)) onPoke(`journal:${account}`, 0);
      return answers;
    },
    listen: (_, scopes, onPoke) => {
      const listener = { scopes: new Set(scopes), onPoke };
      pokes.add(listener);
      return () => pokes.delete(listener);
    },
  };

  const truth: Truth = {
    journal: (account) => serialize(() => journalOf(database, account)),
    live: (scope) =>
      serialize(() =>
        database.query<FeedRow>(
          'select kind, row_id as id, seq::int, deleted, body from sync.feed where scope = $1 and not deleted',
          [scope],
        ),
      ),
    mayFollow: (account, scope) => call<boolean>(account, 'select sync.may_follow($1) as answer', [scope]),
  };

  const mutateServer = (random: Random): Promise<void> =>
    serialize(async () => {
      const [id, chance] = [random.pick(THINGS), random.next()];
      const plan = random.pick(['free', 'basic', 'premium']);
      if (chance < 0.4)
        await database.query('update public.courses set title = $2 where id = $1', [id, `Курс ${random.below(1_000)}`]);
      else if (chance < 0.6) await database.query('update public.courses set plan_type = $2 where id = $1', [id, plan]);
      else if (chance < 0.8)
        await database.query('update public.videos set description = $2 where id = $1', [
          id,
          `Урок ${random.below(1_000)}`,
        ]);
      else await database.query('update public.user_subscriptions set has_premium_plan = $1', [random.chance(0.5)]);
    });

  return { backend, truth, mutateServer, close: end };
}

async function journalOf(database: Session, account: string): Promise<JournalDoc[]> {
  const rows = await database.query<JournalDoc & { at: unknown }>(
    'select id, kind, at, active_on, rev, data from sync.journal where user_id = $1 and not deleted',
    [account],
  );
  return rows.map((row) => ({ ...row, at: Number(row.at), rev: Number(row.rev) }));
}

/** PGlite has a single session, so each call must finish before the next one starts. */
function serialQueue() {
  let tail: Promise<unknown> = Promise.resolve();
  let ended = false;
  const serialize = <T>(step: () => Promise<T>): Promise<T> => {
    if (ended) return Promise.reject(new TransportError('network', 'The school is closed'));
    const turn = tail.then(step);
    tail = turn.catch(() => undefined);
    return turn;
  };
  const end = async (): Promise<void> => {
    ended = true;
    await tail;
  };
  return { serialize, end };
}
