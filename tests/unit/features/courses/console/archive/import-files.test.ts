// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { planImport, storeImport } from '@/features/courses/console/archive/import-course';
import type { CourseArchive, Media } from '@/features/courses/console/archive/model';
import { answer, startConsole, stopConsole } from '../../../console/console-backend';
import { course, video } from '../../../console/console-rows';

// An archive may come from a stranger, so an import uses no stored film or file that the new course may not show.

vi.mock('@/device/service/requests', async () => ({
  backendClient: (await import('../../../console/console-backend')).backendClient,
}));
vi.mock('@/features/uploads/mutations/queue-upload', () => ({ queueUpload: vi.fn() }));

beforeEach(startConsole);
afterEach(stopConsole);

const named = (source: string): Media => ({ source, file: null });
const lesson = (title: string, source: string, is_free_preview: boolean): CourseArchive['lessons'][number] => ({
  ...{ title, description: null, duration_seconds: 60, is_free_preview, video: named(source), poster: null },
  ...{ captions: null, chapters: null, files: [] },
});
const archive: CourseArchive = {
  course: {
    ...{ title: 'Чужд курс', description: null, plan_type: 'basic', category: null, instructor: null },
    ...{ shape: null, hue: null, cover: named('//evil.test/x.png') },
  },
  files: [
    { title: 'Файл', file_name: 'a.pdf', file_type: null, is_visible: true, media: named('premium/a.pdf') },
    { title: 'Свой', file_name: 'b.pdf', file_type: null, is_visible: true, media: named('basic/b.pdf') },
  ],
  lessons: [
    lesson('Премиум', 'premium/film.mp4', false),
    lesson('Общ', 'basic/film.mp4', false),
    lesson('Безплатен', 'basic/film.mp4', true),
    lesson('Отвън', 'https://films.test/a.mp4', false),
  ],
  quizzes: [],
};

test('a Premium film of this server stays out of a foreign course, and is named as missing', async () => {
  const asked: unknown[] = [];
  // The server's rule: the file of a better plan than that of the course is not shared.
  answer('POST rpc/may_share_file', (body: { p_name: string; p_plan: string }) => {
    asked.push(Object.values(body).join(' '));
    return body.p_name.startsWith(`${body.p_plan}/`);
  });
  const rows: Record<string, unknown[]> = { courses: [], course_resources: [], videos: [] };
  for (const [table, stored] of Object.entries(rows))
    answer(`POST ${table}`, (body: { thumbnail_url?: string; file_url?: string; video_url?: string }) => {
      stored.push(table === 'courses' ? body.thumbnail_url : (body.file_url ?? body.video_url ?? null));
      return { ...(table === 'videos' ? video : course), ...body };
    });
  const missing = await storeImport(
    planImport(archive, () => Promise.reject(new Error('nothing is in the archive'))),
    () => undefined,
  );
  expect(rows).toEqual({
    courses: [null],
    course_resources: ['basic/b.pdf'],
    videos: [null, 'basic/film.mp4', null, 'https://films.test/a.mp4'],
  });
  expect(missing).toEqual(['//evil.test/x.png', 'premium/a.pdf', 'premium/film.mp4', 'basic/film.mp4']);
  // Everybody can watch a free preview, so its film must be one that the free plan may show.
  expect(asked).toEqual([
    'resources premium/a.pdf basic',
    'resources basic/b.pdf basic',
    'videos premium/film.mp4 basic',
    'videos basic/film.mp4 basic',
    'videos basic/film.mp4 free',
  ]);
});
