// Copies the seed school, without accounts, from an embedded backend into a Supabase project, over its REST API and storage with the secret key.
// Guarantees: refuses a project with other courses; adds only what is missing, so a second run changes nothing, and a failed one can run again.
import type { SupabaseClient } from '@supabase/supabase-js';
import { serviceClient } from '../../http/service-client';
import { dataOf } from '../../ops/project-answers';
import { StartError } from '../../ops/settings';
import type { Backend } from '../contract/backend';

/** Tables of the content, each after those that it refers to. What visitors sent (demo requests, addresses of the store) is left out. */
export const CONTENT_TABLES = [
  'courses',
  'videos',
  'course_resources',
  'video_resources',
  'tests',
  'test_questions',
  'certificates',
  'certificate_requirements',
  'achievements',
  'events',
  'news',
  'products',
  'course_templates',
] as const;

interface Row {
  id: string;
}

async function rowsOf(client: SupabaseClient, table: string, columns: string): Promise<Row[]> {
  const hint = 'Were the migrations applied (supabase db push), and is SUPABASE_SECRET_KEY the secret key?';
  return dataOf(await client.from(table).select(columns).returns<Row[]>(), `${table} could not be read. ${hint}`);
}

/** Ids of the project's courses. @throws StartError if the project does not answer, or not to this key */
export const coursesOf = async (project: SupabaseClient): Promise<string[]> =>
  (await rowsOf(project, 'courses', 'id')).map(({ id }) => id);

/** @returns the number of added files */
async function addFiles(backend: Backend, seed: SupabaseClient, project: SupabaseClient): Promise<number> {
  const files = await backend.database.run(
    "select bucket_id as bucket, name as key, metadata ->> 'mimetype' as type from storage.objects order by 1, 2",
    [],
  );
  let added = 0;
  for (const file of files) {
    const [bucket, key] = [String(file.bucket), String(file.key)];
    if ((await project.storage.from(bucket).exists(key)).data) continue;
    const bytes = dataOf(await seed.storage.from(bucket).download(key), `The seed lacks ${bucket}/${key}`);
    const options = { contentType: String(file.type), cacheControl: '3600', upsert: false };
    dataOf(await project.storage.from(bucket).upload(key, bytes, options), `${bucket}/${key} could not be stored`);
    added += 1;
  }
  return added;
}

/** @returns the number of added rows */
async function addRows(seed: SupabaseClient, project: SupabaseClient): Promise<number> {
  let added = 0;
  for (const table of CONTENT_TABLES) {
    const known = new Set((await rowsOf(project, table, 'id')).map(({ id }) => id));
    const missing = (await rowsOf(seed, table, '*')).filter(({ id }) => !known.has(id));
    if (missing.length === 0) continue;
    dataOf(await project.from(table).insert(missing).select('id'), `${table} could not be written`);
    added += missing.length;
  }
  return added;
}

/** @param backend with the seed school @returns what was done @throws StartError */
export async function copySeed(backend: Backend, project: SupabaseClient): Promise<string> {
  const seed = serviceClient('http://localhost', backend.secrets.secret_key, (request) => backend.fetch(request));
  const own = await coursesOf(seed);
  const others = (await coursesOf(project)).filter((id) => !own.includes(id));
  if (others.length > 0)
    throw new StartError(`The project has courses that are not of the seed (${others.length}). Nothing was changed.`);
  // The files come first, so that no lesson is shown before its video is there.
  const files = await addFiles(backend, seed, project);
  const rows = await addRows(seed, project);
  return rows + files === 0
    ? 'The project already has the whole seed school. Nothing was changed.'
    : `Added ${rows} rows and ${files} files of the seed school.`;
}
