/** The audit log names the rows that its entries refer to, and the console has a label for each of its fields. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditFields } from '@/features/settings/console/audit-fields';
import { as, openDatabase, type TestDatabase } from '../helpers/database';
import { accounts, buildSchool, courses, videos } from '../helpers/school';

const { superAdmin, pro } = accounts;
const comment = '00000000-0000-4000-8000-0000000000d1';
const file = '00000000-0000-4000-8000-0000000000d2';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  await buildSchool(database);
  await database.exec(`insert into public.course_resources (id, course_id, title, file_url, file_name)
      values ('${file}', '${courses.basic}', 'Модел', 'a.stl', 'a.stl');
    insert into public.video_comments (id, video_id, user_id, content)
      values ('${comment}', '${videos.basic}', '${pro.uid}', 'Защо?')`);
}, 120_000);
afterAll(() => database.close());

it('an entry has the names of the rows whose ids it shows, and none for a deleted row', async () => {
  const asSuper = <T>(sql: string) =>
    as(database, { role: 'authenticated', uid: superAdmin.uid }, (session) => session.query<T>(sql));
  await asSuper(`insert into public.video_resources (video_id, course_resource_id, title, file_url, file_name)
    values ('${videos.basic}', '${file}', 'Модел', 'a.stl', 'a.stl')`);
  const [row] = await asSuper<{ page: { rows: { names: object }[] } }>(
    `select public.admin_audit_entries('', 'video_resources') as page`,
  );
  const [video] = await database.query<{ title: string }>(
    `select title from public.videos where id = '${videos.basic}'`,
  );
  expect(row?.page.rows[0]?.names).toEqual({ [videos.basic]: video?.title, [file]: 'Модел' });
  const [gone] = await database.query<{ names: object }>(
    `select sync.audited_names(jsonb_build_object('course_id', gen_random_uuid(), 'title', 'x'), null) as names`,
  );
  expect(gone?.names).toEqual({});
});

it('each id of another row in an audited table has a name', async () => {
  const references = await database.query<{ field: string; name: string }>(`select distinct a.attname as field,
      case c.confrelid when 'auth.users'::regclass then 'profiles' else c.confrelid::regclass::text end as name
    from pg_constraint c join pg_trigger t on t.tgrelid = c.conrelid and t.tgname = 'audit'
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and cardinality(c.conkey) = 1 and a.attname <> 'id' and a.atttypid = 'uuid'::regtype
      and a.attname <> 'deleted_by'`);
  expect(references.length).toBeGreaterThan(8);
  const unnamed: string[] = [];
  for (const { field, name } of references) {
    const [row] = await database.query<{
      names: object;
    }>(`select sync.audited_names(null, jsonb_build_object('${field}',
      (select id from public.${name} limit 1))) as names`);
    if (Object.keys(row?.names ?? {}).length === 0) unnamed.push(`${field} → ${name}`);
  }
  expect(unnamed).toEqual([]);
});

it('the console has a label for each field that an entry can show', async () => {
  const columns = await database.query<{ field: string }>(`select distinct a.attname as field
    from pg_attribute a join pg_trigger t on t.tgrelid = a.attrelid and t.tgname = 'audit'
    where a.attnum > 0 and not a.attisdropped
      and sync.changed_fields(jsonb_build_object(a.attname::text, 1), '{}') is not null`);
  expect(columns.length).toBeGreaterThan(80);
  expect(columns.map(({ field }) => field).filter((field) => !auditFields[field])).toEqual([]);
});
