/** An imported course may name a stored file only if no course of a stricter plan does. */
import { expect, it } from 'vitest';
import { as } from '../helpers/database';
import { admin, courses, pro } from '../helpers/school';
import { schoolDatabase } from '../helpers/school-database';

const { get: school, run } = schoolDatabase();

const ask = (bucket: string, name: string, plan: string, actor = admin) =>
  as(school(), actor, async ({ query }) => {
    const [row] = await query<{ may: boolean }>('select public.may_share_file($1, $2, $3) as may', [
      bucket,
      name,
      plan,
    ]);
    return row?.may;
  });
const each = async (bucket: string, name: string) =>
  Promise.all(['free', 'basic', 'premium'].map((plan) => ask(bucket, name, plan)));
const lesson = (course: string, name: string, isPreview = false) =>
  run(`insert into public.videos (course_id, title, video_url, order_position, is_free_preview)
    select '${course}', 'Урок', '${name}', 1 + coalesce(max(order_position), 0), ${isPreview}
    from public.videos where course_id = '${course}'`);

it('a film belongs to the plan of its strictest lesson, a free preview to everybody', async () => {
  await lesson(courses.premium, 'films/premium.mp4');
  await lesson(courses.basic, 'films/basic.mp4');
  await lesson(courses.premium, 'films/preview.mp4', true);
  await lesson(courses.free, 'films/both.mp4');
  await lesson(courses.premium, 'films/both.mp4');
  const plans = {
    'films/premium.mp4': [false, false, true],
    'films/basic.mp4': [false, true, true],
    'films/preview.mp4': [true, true, true],
    'films/both.mp4': [false, false, true],
    // A file that no lesson names may be anything, for example an upload that waits for its lesson.
    'films/unknown.mp4': [false, false, false],
  };
  for (const [name, may] of Object.entries(plans)) expect([name, await each('videos', name)]).toEqual([name, may]);
});

it('so does a file of a course', async () => {
  await run(`insert into public.course_resources (course_id, title, file_url, file_name, file_type)
    values ('${courses.premium}', 'Модел', 'files/premium.stl', 'premium.stl', 'model/stl')`);
  expect(await each('resources', 'files/premium.stl')).toEqual([false, false, true]);
  // A name counts in its own bucket only.
  expect(await each('videos', 'files/premium.stl')).toEqual([false, false, false]);
});

it('nobody but an administrator may ask', async () => {
  await expect(ask('videos', 'films/premium.mp4', 'premium', pro)).rejects.toMatchObject({ code: '42501' });
});
