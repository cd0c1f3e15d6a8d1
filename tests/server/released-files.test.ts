import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeReleasedFiles } from '../../server/files/released-files';
import { callOver, serviceClient } from '../../server/http/service-client';
import { startTestServer, type TestServer } from './harness';

// The job deletes the files of purged rows, and files that a changed row no longer names. The test uses the product's own schema and storage.

const supabaseDir = resolve(import.meta.dirname, '../../supabase');
const never = new AbortController().signal;
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const mp4 = Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex');

let server: TestServer;
let client: ReturnType<typeof serviceClient>;
const sql = (text: string, params: unknown[] = []) => server.backend.database.run(text, params);
const run = () => removeReleasedFiles(callOver(client), client.storage, never);

beforeAll(async () => {
  server = await startTestServer({ supabaseDir });
  client = serviceClient(server.url, server.backend.secrets.secret_key);
}, 60_000);
afterAll(() => server.stop());

async function upload(bucket: string, name: string): Promise<string> {
  const type = bucket === 'videos' ? 'video/mp4' : 'image/png';
  const { error } = await client.storage
    .from(bucket)
    .upload(name, bucket === 'videos' ? mp4 : png, { contentType: type });
  if (error) throw error;
  return bucket === 'videos' ? name : client.storage.from(bucket).getPublicUrl(name).data.publicUrl;
}
const namesIn = async (bucket: string) =>
  (await sql('select name from storage.objects where bucket_id = $1 order by name', [bucket])).map(({ name }) => name);

test('files are removed with purged rows, replaced files after 30 days, and a template never while a certificate uses it', async () => {
  const [course, lesson, twin, news, earned, unearned, person] = Array.from(
    { length: 7 },
    (_, n) => `f0000000-0000-4000-8000-00000000000${n}`,
  ) as [string, string, string, string, string, string, string];
  const [first, second] = [await upload('videos', 'f/first.mp4'), await upload('videos', 'f/second.mp4')];
  const picture = await upload('images', 'news/f.png');
  const templates = [
    await upload('certificate-templates', 'earned.png'),
    await upload('certificate-templates', 'free.png'),
  ];
  await sql("insert into public.courses (id, title) values ($1, 'Курс')", [course]);
  await sql(
    "insert into public.videos (id, course_id, title, video_url, order_position) values ($1, $2, 'Урок', $3, 1), ($4, $2, 'Копие', $3, 2)",
    [lesson, course, first, twin],
  );
  await sql(
    "insert into public.news (id, title, summary, content, slug, image_url) values ($1, 'Н', 'К', 'Т', 'f', $2)",
    [news, picture],
  );
  await sql("insert into public.certificates (id, title, template_url) values ($1, 'А', $3), ($2, 'Б', $4)", [
    earned,
    unearned,
    ...templates,
  ]);
  await sql("insert into auth.users (id, email, email_confirmed_at) values ($1, 'f@school.test', now())", [person]);
  // The learner earned the certificate with the old template; afterwards the certificate gets a new template.
  await sql('insert into public.user_certificates (user_id, certificate_id, completed) values ($1, $2, true)', [
    person,
    earned,
  ]);
  await sql("update public.certificates set template_url = '/other.png' where id = $1", [earned]);
  await sql("update sync.released_files set released_at = now() - interval '31 days'");
  expect(await run()).toBe(0);
  expect(await namesIn('certificate-templates')).toEqual(['earned.png', 'free.png']);
  await sql(
    "insert into public.issued_certificates (user_id, certificate_id, name, title, issued_at) values ($1, $2, 'Ф', 'А', now())",
    [person, earned],
  );

  // A replaced video file stays for 30 days, and longer while another lesson uses it.
  await sql('update public.videos set video_url = $2 where id = $1', [lesson, second]);
  expect(await run()).toBe(0);
  await sql("update sync.released_files set released_at = now() - interval '31 days'");
  expect(await run()).toBe(0);
  expect(await namesIn('videos')).toEqual(['f/first.mp4', 'f/second.mp4']);
  await sql('update public.videos set video_url = $2 where id = $1', [twin, second]);
  expect(await run()).toBe(0);
  await sql("update sync.released_files set released_at = now() - interval '31 days'");
  expect(await run()).toBe(1);
  expect(await namesIn('videos')).toEqual(['f/second.mp4']);
  expect((await client.storage.from('videos').download('f/first.mp4')).error).not.toBeNull();

  // After the trash is purged, the next run removes the files of the purged rows.
  await sql("update public.news set deleted_at = now() - interval '31 days' where id = $1", [news]);
  await sql("update public.certificates set deleted_at = now() - interval '31 days'");
  await sql('select public.purge_trash()');
  expect(await run()).toBe(2);
  expect(await namesIn('images')).toEqual([]);
  expect(await namesIn('certificate-templates')).toEqual(['earned.png']);
  expect((await fetch(templates[0] as string)).status).toBe(200);
  expect((await fetch(templates[1] as string)).ok).toBe(false);
  expect(await run()).toBe(0);
});
