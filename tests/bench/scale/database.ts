/**
 * Starts PostgreSQL for `npm run bench scale` and talks to it directly: seeds, bare inserts, commits of pushes without a server between.
 * Its own process, so that the measured server and the devices do not delay its clock.
 */
import { setTimeout as after } from 'node:timers/promises';
import postgres from 'postgres';
import { startCluster } from '../../server/postgres-cluster';
import { answerCommands } from '../shared/commands';
import { note } from './documents.mjs';

/** Sessions of the server (server/embedded/database/database.ts), so that both kinds of commits have as many. */
const SESSIONS = 8;
const BARE_INSERT_MS = 100;
const SAMPLE_MS = 50;

const cluster = await startCluster();
const urlOf = (name: string) => cluster.databaseUrl.replace(/\w+$/, name);
const open = (name: string, max = 1) => postgres(urlOf(name), { max, onnotice: () => undefined });
const admin = open('postgres');
for (const name of ['small', 'large']) await admin.unsafe(`create database ${name}`);

const bareInsert = (sql: postgres.Sql, account: string) =>
  sql`insert into public.bare_inserts (account, body) values (${account}, ${sql.json(note(account) as never)})`;
/** One statement, as the bare insert: the claims hold for it alone. */
const push = (sql: postgres.Sql, account: string) =>
  sql.unsafe(
    `select public.sync_push($2::text::json) as answers from (select set_config('request.jwt.claims', $1, true)) claims`,
    [JSON.stringify({ sub: account, role: 'authenticated' }), JSON.stringify([note(account)])],
  );

let sendFunction: string | undefined;
let inserting: { stop: () => Promise<number[]> } | undefined;

const commands = {
  url: urlOf,

  /** Runs a script in one of the databases. */
  async script(name: string, text: string) {
    const sql = open(name);
    await sql.unsafe(text);
    await sql.end();
  },

  /** The highest sequence number and the epoch of each scope in the large database. */
  async heads() {
    const sql = open('large');
    const heads = await sql`select scope, seq::int, epoch from sync.scope`;
    await sql.end();
    return [...heads];
  },

  /** Inserts one row at a time until `stopInserts`. */
  startInserts(account: string) {
    const sql = open('large');
    const times: number[] = [];
    let isOver = false;
    const work = (async () => {
      while (!isOver) {
        const begun = performance.now();
        await bareInsert(sql, account);
        times.push(performance.now() - begun);
        await after(BARE_INSERT_MS);
      }
      await sql.end();
    })();
    inserting = {
      stop: async () => {
        isOver = true;
        await work;
        return times;
      },
    };
  },

  /** @returns the times (ms) of the inserts since `startInserts` */
  stopInserts: () => inserting?.stop(),

  /** Switches the pokes of pushes off and on, to see what NOTIFY takes: its transactions commit one after the other. */
  async pokes(on: boolean) {
    const sql = open('large');
    const [send] = await sql`select pg_get_functiondef('realtime.send(jsonb,text,text,boolean)'::regprocedure) as text`;
    sendFunction ??= String(send?.text);
    await sql.unsafe(on ? sendFunction : sendFunction.replace(/begin.*end/s, 'begin null; end'));
    await sql.end();
  },

  /** Counts the commits of SESSIONS sessions. @returns them per second, and how often a session was seen waiting for what */
  async commits(kind: 'bare' | 'push', accounts: string[], ms: number) {
    const [sql, watch] = [open('large', SESSIONS), open('postgres')];
    const work = kind === 'push' ? push : bareInsert;
    const waits: Record<string, number> = {};
    const end = performance.now() + ms;
    let count = 0;
    const write = async (session: number) => {
      for (let n = session; performance.now() < end; n += SESSIONS) {
        const [row] = await work(sql, accounts[n % accounts.length] ?? '');
        if (kind === 'push' && row?.answers[0].status !== 'applied') throw new Error(JSON.stringify(row));
        count += 1;
      }
    };
    const sample = async () => {
      while (performance.now() < end) {
        const rows =
          await watch`select coalesce(wait_event_type || ' ' || wait_event, 'running') as what from pg_stat_activity
          where state = 'active' and datname = 'large'`;
        for (const { what } of rows) waits[what] = (waits[what] ?? 0) + 1;
        await after(SAMPLE_MS);
      }
    };
    const begun = performance.now();
    await Promise.all([sample(), ...Array.from({ length: SESSIONS }, (_, session) => write(session))]);
    const seconds = (performance.now() - begun) / 1_000;
    await Promise.all([sql.end(), watch.end()]);
    return { perSecond: count / seconds, waits };
  },

  /** The connections that servers and jobs hold to the large database, without the one of the bare inserts. */
  async connections() {
    const [row] =
      await admin`select count(*)::int as count from pg_stat_activity where datname = 'large' and backend_type = 'client backend'`;
    return (row?.count ?? 0) - (inserting ? 1 : 0);
  },

  async close() {
    await admin.end();
    await cluster.stop();
    setImmediate(() => process.exit(0));
  },
};

answerCommands(commands);
