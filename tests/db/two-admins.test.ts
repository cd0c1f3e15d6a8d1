/** Two concurrent administrators on a real PostgreSQL: of two edits of one version, one is stored, the other is rejected with the stored row. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changedFields, mergeFields } from '@/shared/three-way-merge';
import { actAs, type Session, startPostgres, type TestPostgres } from '../helpers/database';
import { Random } from '../helpers/random';
import { accounts, buildSchool, courses, tests } from '../helpers/school';

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

interface Rejected {
  code?: string;
  message?: string;
  detail?: string;
}

/** Runs an administrator's edit in its own transaction. @returns null, or the rejection */
async function attempt(index: number, sql: string): Promise<Rejected | null> {
  const session = sessions[index] as Session;
  await session.exec('begin');
  try {
    await actAs(session, index === 0 ? accounts.admin : accounts.superAdmin);
    await session.query(sql);
    await session.exec('commit');
    return null;
  } catch (error) {
    await session.exec('rollback');
    return error as Rejected;
  }
}

it(`loses no edit in ${ROUNDS} random rounds, and reports each conflict (SEED=${seed})`, {
  timeout: 120_000,
}, async () => {
  const random = new Random(seed);
  let conflicts = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await stored();
    // Usually both administrators have read the newest version; sometimes one of them has an older version open.
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
    // Two moves to the trash both succeed; in all other cases, the version grows by the number of stored edits.
    if (trashes < 2) expect(after.row_version - before.row_version, edits.join('; ')).toBe(accepted);
    for (const [index, answer] of answers.entries()) {
      if (answer === null) continue;
      conflicts += 1;
      expect(answer.code, JSON.stringify(answer)).toBe('PT409');
      const theirs = JSON.parse(answer.detail ?? '{}') as Course;
      expect(theirs.row_version).toBeGreaterThan(versions[index] as number);
      // The rejected administrator gets the row as stored at that moment: before or after the other edit.
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

const ROW = `public.courses where id = '${courses.premium}'`;
const names = ['title', 'description', 'instructor', 'category'] as const;
type Fields = Record<(typeof names)[number], string | null>;
const fieldsOf = (row: Fields): Fields => Object.fromEntries(names.map((name) => [name, row[name]])) as Fields;
const quoted = (value: string | null) => (value === null ? 'null' : `'${value}'`);

it(`keeps what both changed: other fields are merged, the same field is chosen (SEED=${seed})`, {
  timeout: 120_000,
}, async () => {
  const random = new Random(seed + 1);
  const read = async () => {
    const [row] = await cluster.query<Fields & { row_version: number }>(`select * from ${ROW}`);
    return row as Fields & { row_version: number };
  };
  let asked = 0;
  let merged = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const opened = await read();
    const base = fieldsOf(opened);
    const wishes = [0, 1].map((index) =>
      Object.fromEntries(names.filter(() => random.chance(0.4)).map((name) => [name, `r${round}-${index}-${name}`])),
    );
    // The value of each field that must be stored at the end; a field that both administrators changed is decided below.
    const expected: Fields = { ...base, ...wishes[0], ...wishes[1] };
    // Saves like the console's form: the patch names its version, and a rejected edit is merged with the stored row and sent again.
    const save = async (index: number) => {
      let [from, mine, version] = [base, { ...base, ...wishes[index] }, opened.row_version];
      for (;;) {
        const patch = Object.entries(changedFields(from, mine));
        if (patch.length === 0) return;
        const sets = patch.map(([name, value]) => `${name} = ${quoted(value)}`).join(', ');
        const answer = await attempt(
          index,
          `update public.courses set ${sets}, row_version = ${version} where id = '${courses.premium}'`,
        );
        if (answer === null) return;
        expect(answer.code, JSON.stringify(answer)).toBe('PT409');
        const theirs = JSON.parse(answer.detail ?? '') as Fields & { row_version: number };
        const result = mergeFields(from, mine, fieldsOf(theirs));
        for (const name of result.conflicts as (keyof Fields)[]) {
          asked += 1;
          if (random.chance(0.5)) result.fields[name] = theirs[name];
          expected[name] = result.fields[name];
        }
        merged += result.taken.length;
        [from, mine, version] = [fieldsOf(theirs), result.fields, theirs.row_version];
      }
    };
    await Promise.all([save(0), save(1)]);
    expect(fieldsOf(await read()), `round ${round}: ${JSON.stringify(wishes)}`).toEqual(expected);
  }
  expect(asked).toBeGreaterThan(ROUNDS / 20);
  expect(merged).toBeGreaterThan(ROUNDS / 20);
});

it(`keeps every lesson and one position each while one orders and the other adds (SEED=${seed})`, {
  timeout: 120_000,
}, async () => {
  const random = new Random(seed + 2);
  const order = async () =>
    (
      await cluster.query<{ id: string }>(
        `select id from public.videos where course_id = '${courses.basic}' and deleted_at is null order by order_position`,
      )
    ).map(({ id }) => id);
  const add = (id: string) =>
    `insert into public.videos (id, course_id, title, order_position) values ('${id}', '${courses.basic}', 'Нов', 1)`;
  for (let n = 0; n < 3; n += 1) expect(await attempt(0, add(random.uuid()))).toBeNull();
  let informed = 0;
  for (let round = 0; round < ROUNDS / 4; round += 1) {
    const before = await order();
    const wanted = before.map((id) => ({ id, at: random.next() })).sort((a, b) => a.at - b.at);
    const reorder = `select public.reorder_videos('${courses.basic}', array[${wanted.map(({ id }) => `'${id}'`).join(',')}]::uuid[])`;
    const [fresh, gone] = [random.uuid(), random.pick(before)];
    // While one administrator orders the lessons, the other usually adds a lesson and sometimes moves a lesson to the trash.
    const adds = before.length < 6 || random.chance(0.6);
    const other = adds ? add(fresh) : `select public.move_to_trash('videos', '${gone}')`;
    const [answer, second] = await Promise.all([attempt(0, reorder), attempt(1, other)]);
    expect(second).toBeNull();
    const after = await order();
    expect(new Set(after)).toEqual(new Set(adds ? [...before, fresh] : before.filter((id) => id !== gone)));
    const known = wanted.map(({ id }) => id).filter((id) => after.includes(id));
    if (answer === null) expect(after.filter((id) => id !== fresh)).toEqual(known);
    else {
      informed += 1;
      expect(answer, JSON.stringify(answer)).toMatchObject({ code: 'PT409', message: 'lessons_changed' });
      expect(new Set(JSON.parse(answer.detail ?? '[]') as string[])).toEqual(new Set(after));
    }
    const positions = await cluster.query<{ at: number }>(
      `select order_position as at from public.videos where course_id = '${courses.basic}'`,
    );
    expect(new Set(positions.map(({ at }) => at)).size).toBe(positions.length);
  }
  expect(informed).toBeGreaterThan(0);
});

it(`publishes only what the publishing administrator has seen (SEED=${seed})`, { timeout: 120_000 }, async () => {
  const random = new Random(seed + 3);
  const quiz = async () => {
    const [row] = await cluster.query<{ row_version: number; title: string; published: string | null }>(
      `select t.row_version, t.title, v.body ->> 'title' as published from public.tests t left join public.test_versions v
        on v.test_id = t.id and v.version = t.published_version where t.id = '${tests.basic}'`,
    );
    return row as { row_version: number; title: string; published: string | null };
  };
  let published = 0;
  for (let round = 0; round < ROUNDS / 4; round += 1) {
    const before = await quiz();
    const calls = [
      `select public.publish_test('${tests.basic}', ${before.row_version})`,
      `select public.save_test('${tests.basic}', ${before.row_version}, '{"title": "r${round}"}')`,
    ];
    // The call that starts first often wins, so start the two calls in random order.
    const turns = random.chance(0.5) ? [0, 1] : [1, 0];
    const answers: (Rejected | null)[] = [];
    await Promise.all(
      turns.map(async (index) => {
        answers[index] = await attempt(index, calls[index] as string);
      }),
    );
    const after = await quiz();
    expect(answers.filter((answer) => answer === null)).toHaveLength(1);
    expect(answers.find((answer) => answer !== null)).toMatchObject({ code: 'PT409' });
    if (answers[0] === null) {
      published += 1;
      expect(after).toMatchObject({ title: before.title, published: before.title });
    } else {
      // If the quiz was published before the table `test_versions` existed, saving first stores the old content as version 1.
      expect(after).toMatchObject({ title: `r${round}`, published: before.published ?? before.title });
    }
    expect(after.row_version).toBe(before.row_version + 1);
  }
  expect(published).toBeGreaterThan(0);
});
