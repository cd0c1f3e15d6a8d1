/** Rows refer to pictures of our own storage by path, so that they stay valid when the server gets another host. */
import { expect, it } from 'vitest';
import { write } from '../helpers/console';
import { accounts, certificate, news } from '../helpers/school';
import { schoolDatabase } from '../helpers/school-database';

const { get, one, run } = schoolDatabase();
const path = '/storage/v1/object/public/images/news/1_a.png';
const pictureOf = async (table: string, column: string, id: string) =>
  (await one<{ picture: string | null }>(`select ${column} as picture from public.${table} where id = '${id}'`))
    ?.picture;

it('the URL of a stored picture becomes its path, whatever its host; other URLs stay', async () => {
  await run(`insert into storage.objects (bucket_id, name) values
    ('images', 'news/1_a.png'), ('certificate-templates', '1_b.png')`);
  const save = (url: string) =>
    write(
      get(),
      accounts.admin,
      `update public.news set image_url = '${url}', row_version = row_version where id = '${news.out}'`,
    );
  await save(`http://localhost:3000${path}`);
  expect(await pictureOf('news', 'image_url', news.out)).toBe(path);
  await save('https://elsewhere.test/storage/v1/object/public/images/news/unknown.png');
  expect(await pictureOf('news', 'image_url', news.out)).toBe(
    'https://elsewhere.test/storage/v1/object/public/images/news/unknown.png',
  );
  await save(`https://sloy.test${path}?download=1`);
  expect(await pictureOf('news', 'image_url', news.out)).toBe(path);
  const feed = await one<{ body: { image_url: string } }>(
    `select body from sync.feed where scope = 'public' and kind = 'news' and row_id = '${news.out}'`,
  );
  expect(feed?.body.image_url).toBe(path);

  await run(`update public.certificates set row_version = row_version,
    template_url = 'http://localhost:3000/storage/v1/object/public/certificate-templates/1_b.png' where id = '${certificate}'`);
  expect(await pictureOf('certificates', 'template_url', certificate)).toBe(
    '/storage/v1/object/public/certificate-templates/1_b.png',
  );
});
