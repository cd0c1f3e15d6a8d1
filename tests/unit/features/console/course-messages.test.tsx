// @vitest-environment happy-dom

import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeArchive } from '@/features/courses/console/archive/write-archive';
import { CourseEditorPage } from '@/features/courses/console/course-editor/course-editor-page';
import { CourseBuilderPage } from '@/features/courses/console/courses/courses-page';
import { ImportCourse } from '@/features/courses/console/courses/import-course';
import { QuestionImport } from '@/features/courses/console/quiz-editor/question-import';
import { QuizEditorPage } from '@/features/courses/console/quiz-editor/quiz-page';
import { VideoEditPage } from '@/features/courses/console/video-edit/video-edit-page';
import { VideoUploadPage } from '@/features/courses/console/video-upload/video-upload-page';
import {
  answer,
  forbidden,
  noAnswer,
  press,
  Rejection,
  rejected,
  seen,
  show,
  startConsole,
  stopConsole,
} from './console-backend';

// The messages of specification 3 §5 and §8 for courses, lessons, resources and quizzes, each triggered by its real cause.

vi.mock('@/device/service/requests', async () => ({
  backendClient: (await import('./console-backend')).backendClient,
}));
// Signing a file's URL uses the sync engine's client, so it is mocked here.
vi.mock('@/device/storage/requests', () => ({ signObject: () => Promise.reject(new Error('rejected')) }));

beforeEach(startConsole);
afterEach(stopConsole);

const row = <T extends object>(id: string, more: T) => ({
  ...{ id, row_version: 1, deleted_at: null, created_at: '2026-11-01T10:00:00Z', updated_at: '2026-11-01T10:00:00Z' },
  ...more,
});
const courseId = '11111111-0000-4000-8000-000000000001';
const videoId = '22222222-0000-4000-8000-000000000001';
const testId = '33333333-0000-4000-8000-000000000001';
const course = row(courseId, {
  ...{ title: 'Калибриране', description: null, status: 'draft', plan_type: 'basic', thumbnail_url: null },
  ...{ category: null, instructor: null, shape: null, hue: null },
});
const video = row(videoId, {
  ...{ course_id: courseId, title: 'Кубче', description: null, video_url: 'a.mp4', media_bytes: 1, captions: null },
  ...{ chapters: null, duration_seconds: 20, order_position: 1, thumbnail_url: null, is_free_preview: false },
  status: 'published',
});
const quiz = row(testId, {
  ...{ course_id: courseId, video_id: videoId, title: 'Слоеве', emoji: null, description: null, passing_score: 70 },
  ...{ time_limit: 0, shuffle: false, max_attempts: 0, graded: false, status: 'draft' },
  published_version: null,
});
const own = row('44444444-0000-4000-8000-000000000001', {
  ...{ video_id: videoId, title: 'Профил', file_url: 'a.ini', file_name: 'a.ini', file_size: 3, file_type: null },
  course_resource_id: null,
});
const shared = row('55555555-0000-4000-8000-000000000001', {
  ...{ course_id: courseId, title: 'Модел', file_url: 'a.stl', file_name: 'a.stl', file_size: 3, file_type: null },
  is_visible: true,
});

const open = (address: string) =>
  show(
    <Routes>
      <Route path="/admin/courses" element={<CourseBuilderPage />} />
      <Route path="/admin/course-editor/:courseId" element={<CourseEditorPage />} />
      <Route path="/admin/video-edit/:courseId/:videoId" element={<VideoEditPage />} />
      <Route path="/admin/video-edit" element={<VideoEditPage />} />
      <Route path="/admin/test-editor/:testId" element={<QuizEditorPage />} />
      <Route path="/admin/test-editor" element={<QuizEditorPage />} />
      <Route path="/admin/video-upload/:courseId" element={<VideoUploadPage />} />
      <Route path="/admin/video-upload" element={<VideoUploadPage />} />
    </Routes>,
    address,
  );
const editor = `/admin/course-editor/${courseId}`;
const lesson = `/admin/video-edit/${courseId}/${videoId}`;
const content = () => {
  answer('GET courses', [course]);
  answer('GET videos', [video]);
  answer('GET tests', [quiz]);
  answer('GET video_resources', [own]);
  answer('GET course_resources', [shared]);
  answer('POST rpc/course_checklist', { ok: true, lessons: 1, drafts: 0, items: [] });
};

test.each([
  [
    'the list of courses is rejected',
    '/admin/courses',
    'GET courses',
    new Rejection(400, 'P0001', 'busy'),
    'Failed to load courses: busy',
  ],
  ['a course is rejected', editor, 'GET courses', rejected, 'Failed to load videos'],
  ['no answer about a course', editor, 'GET courses', new Rejection(504, '', ''), 'Error loading course'],
  ['a course is missing', editor, 'GET videos', [], 'Course not found.'],
  ['the id of a course is malformed', '/admin/course-editor/course', 'GET courses', rejected, 'Course not found.'],
  ['the id of a quiz is malformed', '/admin/test-editor/quiz', 'GET tests', rejected, 'Test not found'],
  ['a lesson is rejected', lesson, 'GET videos', rejected, 'Failed to load video data'],
  ['a lesson is missing', lesson, 'GET videos', [], 'Failed to load video data'],
  ['an address without ids', '/admin/video-edit', 'GET videos', [], 'Video ID or Course ID is missing'],
  [
    'a quiz is rejected',
    `/admin/test-editor/${testId}`,
    'GET tests',
    rejected,
    'Failed to load test. Please try again',
  ],
  ['an address without a quiz', '/admin/test-editor', 'GET tests', null, 'No test ID provided'],
])('%s', async (_, address, request, with_, words) => {
  answer(request, with_);
  open(address);
  await seen(words);
});

test('a quiz that does not exist', async () => {
  answer('GET tests', () => null);
  open(`/admin/test-editor/${testId}`);
  await seen('Test not found');
});

test('creating a course: rejected, no answer, success; no typed text is lost', async () => {
  const user = open('/admin/courses');
  await user.type(await screen.findByLabelText('Заглавие'), 'Моят курс');
  answer('POST courses', new Rejection(400, '23514', 'new row violates check constraint "x"'));
  await press(user, 'Създайте курса');
  await seen('Failed to create course');
  expect(screen.queryByText(/check constraint/)).toBeNull();
  answer('POST courses', noAnswer);
  await press(user, 'Създайте курса');
  await seen('An unexpected error occurred');
  expect(screen.getByLabelText('Заглавие')).toHaveProperty('value', 'Моят курс');
  answer('POST courses', { ...course, title: 'Моят курс', description: null, plan_type: 'free' });
  await press(user, 'Създайте курса');
  await seen('Course "Моят курс" created successfully!');
});

test('permission denied: the course is stored on this device and published once the server allows it', async () => {
  const denied = new Rejection(403, '42501', 'permission denied for table users');
  answer('GET courses', denied);
  answer('POST courses', denied);
  const user = open('/admin/courses');
  await seen(/^Нямате права за курсовете на сървъра/);
  await seen('Въведение в 3D печата');
  await user.type(screen.getByLabelText('Заглавие'), 'Моят курс');
  await press(user, 'Създайте курса');
  await seen('Записан е на това устройство, защото сървърът отказа.');
  await seen('Моят курс');
  const bodies: unknown[] = [];
  answer('GET courses', []);
  answer('POST courses', () => {
    bodies.push('created');
    return { ...course, title: 'Моят курс' };
  });
  await press(user, 'Publish');
  await seen('„Моят курс“ вече е на сървъра');
  expect(bodies).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
});

const template = {
  id: 'c1000000-0000-4000-8000-000000000001',
  name: 'Основи',
  modules: [{ title: 'А' }, { title: 'Б' }],
};
async function fillFromTemplate(user: ReturnType<typeof open>) {
  await user.type(screen.getByLabelText('Заглавие'), 'Моят курс');
  await user.selectOptions(await screen.findByLabelText('По шаблон'), 'Основи (2)');
}
/** Collects the arguments of `save_course`: status and template. */
function savedCourses(...rejections: Rejection[]) {
  const saved: string[][] = [];
  answer('POST rpc/save_course', (request: { p_course: { status: string; template_id: string } }) => {
    saved.push([request.p_course.status, request.p_course.template_id]);
    return rejections.pop() ?? { ...course, title: 'Моят курс' };
  });
  return saved;
}

test('a course that cannot be published yet becomes a draft with its template’s lessons', async () => {
  answer('GET course_templates', [row(template.id, { ...template, description: null })]);
  const saved = savedCourses(new Rejection(400, 'P0001', 'checklist', '{}'));
  const user = open('/admin/courses');
  await fillFromTemplate(user);
  await user.selectOptions(screen.getByLabelText('Състояние', { selector: 'select' }), 'Публикуван');
  await press(user, 'Създайте курса');
  await seen('Course "Моят курс" created successfully!');
  expect(saved).toEqual([
    ['published', template.id],
    ['draft', template.id],
  ]);
  expect(JSON.parse(localStorage.getItem('sloy.local-templates') ?? '')).toEqual([template]);
});

test('permission denied: a course by a template keeps its template until it is published', async () => {
  localStorage.setItem('sloy.local-templates', JSON.stringify([template]));
  const denied = new Rejection(403, '42501', 'permission denied for table users');
  for (const request of ['GET courses', 'POST rpc/save_course']) answer(request, denied);
  const user = open('/admin/courses');
  await seen(/^Нямате права за курсовете на сървъра/);
  await fillFromTemplate(user);
  await press(user, 'Създайте курса');
  await seen('Записан е на това устройство, защото сървърът отказа.');
  await seen(/· 2 урока/);
  answer('GET courses', []);
  const saved = savedCourses();
  await press(user, 'Publish');
  await seen('„Моят курс“ вече е на сървъра');
  expect(saved).toEqual([['draft', template.id]]);
});

test('lessons and quizzes of the editor: rejected deletions, added and changed lessons', async () => {
  content();
  const user = open(editor);
  answer('POST rpc/learners_inside', ({ p_table }: { p_table: string }) => ({ videos: 2, tests: 1 })[p_table]);
  await user.click((await screen.findAllByRole('button', { name: 'Изтрийте „Кубче“' }))[0] as HTMLElement);
  await seen(/^2 курсисти са вътре сега/);
  answer('POST rpc/move_to_trash', rejected);
  await press(user, 'Изтрийте');
  await seen('Failed to delete video');
  await user.click(screen.getAllByRole('button', { name: 'Изтрийте „Слоеве“' })[0] as HTMLElement);
  await seen(/^1 курсист е вътре сега/);
  await press(user, 'Изтрийте');
  await seen('Failed to delete test');
  answer('POST rpc/move_to_trash', {});
  await user.click(screen.getAllByRole('button', { name: 'Изтрийте „Слоеве“' })[0] as HTMLElement);
  await press(user, 'Изтрийте');
  await seen('Test deleted successfully');
  await user.click(screen.getAllByRole('button', { name: 'Изтрийте „Кубче“' })[0] as HTMLElement);
  await press(user, 'Изтрийте');
  await seen('Video deleted successfully');

  await user.click(screen.getByRole('button', { name: 'Видео от адрес' }));
  await press(user, 'Запазете');
  await seen('Video title is required');
  await seen('Please either upload a video file or provide a video URL');
  await user.type(screen.getByLabelText('Title'), 'Втори');
  await user.type(screen.getByLabelText('Video URL'), 'https://a.test/b.mp4');
  answer('POST videos', rejected);
  await press(user, 'Запазете');
  await seen('Failed to add video');
  answer('POST videos', { ...video, title: 'Втори', video_url: 'https://a.test/b.mp4', duration_seconds: 0 });
  await press(user, 'Запазете');
  await seen('Video added successfully');
  await user.click(screen.getByRole('button', { name: 'Редактирайте „Кубче“' }));
  await user.type(screen.getByLabelText('Title'), ' 2');
  answer('PATCH videos', rejected);
  await press(user, 'Запазете');
  await seen('Failed to update video');
  answer('PATCH videos', { ...video, title: 'Кубче 2', row_version: 2 });
  await press(user, 'Запазете');
  await seen('Video updated successfully');
});

test('a lesson in the editor names its files', async () => {
  content();
  open(editor);
  await seen('1 файл: Профил');
});

test('files of a lesson: rejected and no answer, added, attached, removed, downloaded', async () => {
  content();
  const user = open(lesson);
  await user.click(await screen.findByRole('tab', { name: 'Resources' }));
  await press(user, 'Add Resource');
  await seen('Заглавието и адресът са задължителни');
  answer('POST course_resources', rejected);
  answer('POST video_resources', forbidden);
  await press(user, 'Attach');
  await seen('Файлът не можа да се прикачи.');
  answer('POST video_resources', own);
  await press(user, 'Attach');
  await seen('Resource file attached successfully');
  await user.type(screen.getByLabelText('Заглавие'), 'Таблица');
  await user.type(screen.getByLabelText('Адрес'), 'https://a.test/a.csv');
  await press(user, 'Add Resource');
  await seen('Resource added successfully');
  await user.upload(
    document.querySelector('input[type="file"]') as HTMLInputElement,
    new File(['x'], 'profile.ini', { type: 'text/plain' }),
  );
  answer('POST storage', { Key: 'resources/profile.ini', Id: '1' });
  await press(user, 'Add Resource');
  await seen('Resource uploaded successfully!');
  answer('POST rpc/move_to_trash', {});
  await press(user, 'Махнете Профил');
  await seen('Resource removed successfully');
  await press(user, 'Свалете Профил');
  await seen('Failed to download Профил');
});

test.each([
  ['Resources', 'GET video_resources', rejected, 'Failed to load video resources', 'Опитайте отново'],
  ['Resources', 'GET video_resources', new Rejection(504, '', ''), 'Error loading resources', 'Опитайте отново'],
  ['Tests & Quizzes', 'GET tests', rejected, 'Failed to load tests. Please try again.', 'Try Again'],
])('the tab %s of a lesson: %s fails', async (tab, request, with_, words, retry) => {
  content();
  answer(request, with_);
  const user = open(lesson);
  await user.click(await screen.findByRole('tab', { name: tab }));
  await seen(words);
  await screen.findByRole('button', { name: retry });
});

test('a lesson without a quiz', async () => {
  content();
  answer('GET tests', []);
  const user = open(lesson);
  await user.click(await screen.findByRole('tab', { name: 'Tests & Quizzes' }));
  await seen('No Tests Found');
});

test('the wizard asks for the file and the title, and keeps the title', async () => {
  content();
  const user = open(`/admin/video-upload/${courseId}`);
  await press(user, 'Next');
  await seen('Please upload a video file');
  const input = document.querySelector('input[type="file"]') as HTMLInputElement;
  await user.upload(input, new File(['x'], 'kub.mp4', { type: 'video/mp4' }));
  await press(user, 'Next');
  await user.clear(screen.getByLabelText('Title'));
  await press(user, 'Next');
  await seen('Please provide a title for your video');
  await user.type(screen.getByLabelText('Title'), 'Кубче');
  await stopConsole();
  content();
  open(`/admin/video-upload/${courseId}`);
  await seen(/^Върнахме попълненото/);
});

test('an export of questions is recorded first; above the limit no file is saved', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:questions');
  const option = (id: string, isCorrect: boolean) => ({ id, text: id, isCorrect });
  const question = {
    ...{ id: 'q', text: 'Колко слоя?', type: 'single' as const, points: 1, explanation: null, image_url: null },
    options: [option('a', true), option('b', false)],
  };
  const user = show(<QuestionImport title="Слоеве" questions={[question]} onAdd={() => {}} />);
  answer('POST rpc/note_admin_action', new Rejection(429, 'PT429', 'too_many', '1200'));
  await press(user, 'Изнесете CSV');
  await seen('Твърде много опити. Опитайте отново след 20 мин.');
  expect(saved).not.toHaveBeenCalled();
  let noted: unknown;
  answer('POST rpc/note_admin_action', (body: unknown) => {
    noted = body;
    return null;
  });
  await press(user, 'Изнесете CSV');
  await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce(), { timeout: 10_000 });
  expect(noted).toEqual({ p_action: 'export', p_subject: 'test_questions', p_count: 1 });
});

test('an archive that cannot be read is named, and another file can be chosen', async () => {
  const user = show(<ImportCourse />);
  const file = new File(['x'], 'курс.zip', { type: 'application/zip' });
  file.slice = () => {
    throw new DOMException('gone', 'NotReadableError');
  };
  await user.upload(screen.getByLabelText('Внесете ZIP', { selector: 'input' }), file);
  await seen('„курс.zip“ не можа да се прочете. Изберете файла отново.');
  expect(screen.queryByText('Внасяне на курс')).toBeNull();
  await user.upload(screen.getByLabelText('Внесете ZIP', { selector: 'input' }), new File(['x'], 'a.zip'));
  await seen(/^Нищо не е записано: 1 грешка/);
});

test('mistakes in the captions of an archive are named in Bulgarian, and do not block the import', async () => {
  const captions = 'WEBVTT\n\n00:05.000 --> 00:03.000\nДюза\n';
  const lesson = { title: 'Първи', description: null, duration_seconds: 61, is_free_preview: true, video: null };
  const { file } = await writeArchive({
    course: {
      ...{ title: 'Курс', description: null, plan_type: 'basic', category: null, instructor: null },
      ...{ shape: 'cube', hue: 120, cover: null },
    },
    files: [],
    lessons: [{ ...lesson, poster: null, captions, chapters: null, files: [] }],
    quizzes: [],
  });
  const user = show(<ImportCourse />);
  await user.upload(screen.getByLabelText('Внесете ZIP', { selector: 'input' }), new File([file], 'a.zip'));
  await seen('(Краят трябва да е след началото.)');
  expect(screen.getByRole('button', { name: 'Внесете като чернова' })).toBeTruthy();
});
