/**
 * Row-level security, cell by cell: seven kinds of callers, every table, every operation. On PGlite with the migrations' grants,
 * on a real PostgreSQL without their help.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, anon, openDatabase, type Session, startPostgres, type TestDatabase, type TestPostgres, tryAs } from '../helpers/database';
import { type Law, laws, type Who } from '../helpers/policies';
import { accounts, buildSchool, courses, events, tests, videos } from '../helpers/school';

const actors: Record<Who, Actor> = { anon, ...accounts };
const everyone = Object.keys(actors) as Who[];

function statements(name: string, law: Law): { operation: string; sql: string; by: Who[] }[] {
  const table = `public.${name.split(' ')[0]}`;
  return [
    { operation: 'read', sql: `select 1 from ${table} where ${law.target}`, by: law.select },
    ...(law.insert
      ? [
          {
            operation: 'insert',
            sql: `with written as (insert into ${table} ${law.insert.values} returning 1) select 1 from written`,
            by: law.insert.by,
          },
        ]
      : []),
    ...(law.update
      ? [
          {
            operation: 'update',
            sql: `with written as (update ${table} set ${law.update.set} where ${law.target} returning 1) select 1 from written`,
            by: law.update.by,
          },
        ]
      : []),
    ...(law.delete
      ? [{ operation: 'delete', sql: `with written as (delete from ${table} where ${law.target} returning 1) select 1 from written`, by: law.delete }]
      : []),
  ];
}

/** Whether the caller got at a row. A refusal is silence or 42501; any other error is the test's own mistake. */
async function succeeds(session: Session, actor: Actor, sql: string): Promise<boolean> {
  try {
    return (await tryAs(session, actor, (own) => own.query(sql))).length > 0;
  } catch (error) {
    if ((error as { code?: string }).code === '42501') return false;
    throw error;
  }
}

function matrix(database: () => Session): void {
  for (const [name, law] of Object.entries(laws)) {
    for (const { operation, sql, by } of statements(name, law)) {
      it(`${operation} ${name}: ${by.join(', ') || 'nobody'}`, async () => {
        const got: Who[] = [];
        for (const who of everyone) if (await succeeds(database(), actors[who], sql)) got.push(who);
        expect(got).toEqual(everyone.filter((who) => by.includes(who)));
      });
    }
  }
}

describe('with the grants of the migrations', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openDatabase();
    await buildSchool(database);
  });
  afterAll(() => database.close());
  matrix(() => database);

  it('has a law for every table and view', async () => {
    const rows = await database.query<{ name: string }>(
      "select c.relname::text as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') order by 1",
    );
    expect(rows.map(({ name }) => name)).toEqual([...new Set(Object.keys(laws).map((name) => name.split(' ')[0]))].sort());
  });

  it('has row-level security on every table of ours', async () => {
    const open = await database.query(
      "select c.relname from pg_class c where c.relnamespace in ('public'::regnamespace, 'sync'::regnamespace, 'billing'::regnamespace) and c.relkind = 'r' and not c.relrowsecurity",
    );
    expect(open).toEqual([]);
  });

  it('explains every table in one sentence', async () => {
    const silent = await database.query(
      "select c.relname from pg_class c where c.relnamespace in ('public'::regnamespace, 'sync'::regnamespace, 'billing'::regnamespace) and c.relkind in ('r', 'v') and obj_description(c.oid) is null",
    );
    expect(silent).toEqual([]);
  });
});

describe('on a real PostgreSQL, with everything granted to everyone, as some hosts do', () => {
  let cluster: TestPostgres;
  beforeAll(async () => {
    cluster = await startPostgres();
    await buildSchool(cluster);
    await cluster.exec(`
      grant usage on schema public, sync to anon, authenticated;
      grant all on all tables in schema public, sync to anon, authenticated;`);
  });
  afterAll(() => cluster.stop());
  matrix(() => cluster);

  it('shows no row of the sync tables to anybody', async () => {
    for (const table of ['scope', 'feed', 'dirty', 'journal']) {
      for (const who of everyone) expect(await succeeds(cluster, actors[who], `select 1 from sync.${table}`), `${who} ${table}`).toBe(false);
    }
  });

  it('runs every function of the product', async () => {
    const calls: [Actor, string][] = [
      [accounts.pro, `select public.register_for_event('${accounts.pro.uid}', '${events.small}')`],
      [accounts.pro, `select public.unregister_from_event('${accounts.pro.uid}', '${events.small}')`],
      [accounts.pro, `select public.track_video_watched('${accounts.pro.uid}', '${videos.free}', '${courses.free}')`],
      [accounts.pro, `select public.get_user_achievements('${accounts.pro.uid}')`],
      [accounts.pro, `select public.update_achievement_progress('${accounts.pro.uid}', 'event', 1)`],
      [accounts.pro, `select public.update_certificate_progress('${accounts.pro.uid}', '${tests.basic}', 100)`],
      [accounts.pro, `select public.track_test_completed('${accounts.pro.uid}', '${tests.basic}', 100, 1)`],
      [accounts.pro, `select public.sync_pull('[{"scope": "public", "seq": 0}, {"scope": "video:${videos.basic}", "seq": 0}]', 10)`],
      [
        accounts.pro,
        `select public.sync_push('[{"id": "day/2026-01-01", "kind": "day", "at": 1, "active_on": "2026-01-01", "rev": 0, "data": {}}]')`,
      ],
      [accounts.pro, `select public.is_admin(), public.is_super_admin(), public.has_plan('basic')`],
    ];
    for (const [actor, sql] of calls) expect(await succeeds(cluster, actor, sql), sql).toBe(true);
    for (const name of ['courses', 'videos', 'events', 'news', 'certificates', 'profiles']) {
      await cluster.exec(`begin; delete from public.${name}; commit`);
    }
    const alive = await cluster.query(
      `select distinct kind from sync.feed where not deleted and kind in ('courses', 'videos', 'lessons', 'tests', 'news', 'events', 'certificates', 'results', 'comments')`,
    );
    expect(alive).toEqual([]);
  });
});
