/** Two concurrent administrators on a real PostgreSQL: of two edits of one version, one is stored and the other is rejected with the stored row. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actAs, type Session, startPostgres, type TestPostgres } from '../helpers/database';
import { Random } from '../helpers/random';
import { accounts, buildSchool, courses } from '../helpers/school';

const ROUNDS = 200;
const seed = Number(process.env.SEED ?? 20261123);

let cluster: TestPostgres;
let sessions: (Session & { close(): Promise<void> })[];
beforeAll(async () => {
  cluster = await startPostgres();
  await buildSchool(cluster);
  sessions = await Promise.all([cluster.connect(), cluster.connect()]);
}, 120_000);
afterAll(async () => {
  await Promise.all(sessions.map((session) => session.close()));
  await cluster.stop();
});

interface Course {
  title: string;
  description: string | null;
  row_version: number;
  deleted_at: string | null;
}
const stored = async () => {
  const [row] = await cluster.query<Course>(
    `select title, description, row_version, deleted_at from public.courses where id = '${courses.free}'`,
  );
  if (!row) throw new Error('the course is gone');
  return row;
};

/** Runs one administrator's edit in a transaction of its own. @returns null, or the message of the rejection */
async function attempt(index: number, sql: string): Promise<{ code?: string; detail?: string } | null> {
  const session = sessions[index] as Session;
  await session.exec('begin');
  try {
    await actAs(session, index === 0 ? accounts.admin : accounts.superAdmin);
    await session.query(sql);
    await session.exec('commit');
    return null;
  } catch (error) {
    await session.exec('rollback');
    return error as { code?: string; detail?: string };
  }
}

it(`loses no edit in ${ROUNDS} random rounds, and reports each conflict (SEED=${seed})`, {
  timeout: 120_000,
}, async () => {
  const random = new Random(seed);
  let conflicts = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await stored();
    // Mostly both read the newest version; sometimes one has an older one open.
    const versions = [before.row_version, random.chance(0.2) ? before.row_version - 1 : before.row_version];
    const edit = (index: number) => {
      const at = versions[index];
      if (random.chance(0.15)) return `select public.move_to_trash('courses', '${courses.free}', ${at})`;
      const field = random.chance(0.5) ? 'title' : 'description';
      return `update public.courses set ${field} = 'r${round}-${index}', row_version = ${at} where id = '${courses.free}'`;
    };
    const edits = [edit(0), edit(1)];
    const answers = await Promise.all(edits.map((sql, index) => attempt(index, sql)));
    const after = await stored();
    const accepted = answers.filter((answer) => answer === null).length;
    const trashes = edits.filter((sql) => sql.includes('move_to_trash')).length;
    // Moving a row to the trash twice succeeds twice; otherwise the number of stored edits equals the number of versions.
    if (trashes < 2) expect(after.row_version - before.row_version, edits.join('; ')).toBe(accepted);
    for (const [index, answer] of answers.entries()) {
      if (answer === null) continue;
      conflicts += 1;
      expect(answer.code, JSON.stringify(answer)).toBe('PT409');
      const theirs = JSON.parse(answer.detail ?? '{}') as Course;
      expect(theirs.row_version).toBeGreaterThan(versions[index] as number);
      // The rejected side sees the row as stored at that moment: before or after the other edit.
      const shown = theirs.row_version === before.row_version ? before : after;
      expect(theirs).toMatchObject({ title: shown.title, description: shown.description });
    }
    const winner = answers.findIndex((answer, index) => answer === null && edits[index]?.startsWith('update'));
    if (winner >= 0) expect([after.title, after.description]).toContain(`r${round}-${winner}`);
    if (after.deleted_at !== null) {
      expect(await attempt(0, `select public.restore('courses', '${courses.free}')`)).toBeNull();
    }
  }
  expect(conflicts).toBeGreaterThan(ROUNDS / 4);
});
