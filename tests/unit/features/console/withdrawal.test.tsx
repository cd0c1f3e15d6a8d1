// @vitest-environment happy-dom

import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CourseSettingsPage } from '@/features/courses/console/course-settings/course-settings-page';
import { VideoEditPage } from '@/features/courses/console/video-edit/video-edit-page';
import { answer, press, seen, show, startConsole, stopConsole } from './console-backend';
import { course, video } from './console-rows';

// What learners use is withdrawn only after the administrator has read how many of them are in it.

vi.mock('@/device/service/requests', async () => ({
  backendClient: (await import('./console-backend')).backendClient,
}));
vi.mock('@/device/storage/requests', () => ({
  signObject: () => Promise.reject(new Error('rejected')),
  signVideoUrl: () => Promise.reject(new Error('rejected')),
}));

beforeEach(startConsole);
afterEach(stopConsole);

const open = (address: string) =>
  show(
    <Routes>
      <Route path="/admin/course-settings/:courseId" element={<CourseSettingsPage />} />
      <Route path="/admin/video-edit/:courseId/:videoId" element={<VideoEditPage />} />
    </Routes>,
    address,
  );

test('a published lesson becomes a draft only after a question with the number of learners', async () => {
  const saved: unknown[] = [];
  answer('GET videos', [video]);
  answer('POST rpc/learners_inside', ({ p_table }: { p_table: string }) => ({ videos: 4 })[p_table]);
  answer('PATCH videos', (body: object) => {
    saved.push(body);
    return { ...video, ...body, row_version: 2 };
  });
  const user = open(`/admin/video-edit/${course.id}/${video.id}`);
  await user.selectOptions(await screen.findByLabelText('Състояние'), 'Чернова');
  await press(user, 'Save Changes');
  await seen('Да върнем ли урока в чернова?');
  await seen(/^4 курсисти са вътре сега/);
  await press(user, 'Отказ');
  expect(saved).toEqual([]);
  expect(screen.getByLabelText('Състояние')).toHaveProperty('value', 'draft');
  await press(user, 'Save Changes');
  await press(user, 'Върнете в чернова');
  await seen('Video updated successfully');
  expect(saved).toMatchObject([{ status: 'draft' }]);
}, 30_000);

test('the free preview of a published lesson ends only after a question with the number of learners', async () => {
  const saved: unknown[] = [];
  const free = { ...video, is_free_preview: true };
  answer('GET videos', [free]);
  answer('POST rpc/learners_inside', 3);
  answer('PATCH videos', (body: object) => {
    saved.push(body);
    return { ...free, ...body, row_version: 2 };
  });
  const user = open(`/admin/video-edit/${course.id}/${video.id}`);
  await user.click(await screen.findByLabelText('Безплатен преглед', {}, { timeout: 10_000 }));
  await press(user, 'Save Changes');
  await seen('Да спрем ли безплатния преглед?');
  await seen(/^3 курсисти са вътре сега/);
  expect(saved).toEqual([]);
  await press(user, 'Спрете прегледа');
  await seen('Video updated successfully');
  expect(saved).toMatchObject([{ is_free_preview: false }]);
}, 30_000);

test('a published course becomes a draft only after a question with the number of learners', async () => {
  const calls: unknown[] = [];
  answer('GET courses', [course]);
  answer('GET videos', [video]);
  answer('POST rpc/course_checklist', { ok: true, lessons: 1, drafts: 0, items: [] });
  answer('POST rpc/learners_inside', ({ p_table }: { p_table: string }) => ({ courses: 5 })[p_table]);
  answer('POST rpc/publish_course', (request: unknown) => {
    calls.push(request);
    return { ...course, status: 'draft', row_version: 2 };
  });
  const user = open(`/admin/course-settings/${course.id}`);
  await press(user, 'Върнете в чернова');
  await seen('Да върнем ли курса в чернова?');
  await seen(/^5 курсисти са вътре сега/);
  expect(calls).toEqual([]);
  await press(user, 'Върнете в чернова');
  await seen('Курсът е „Чернова“');
  expect(calls).toEqual([{ p_course: course.id, p_version: 1, p_status: 'draft', p_with_lessons: false }]);
}, 30_000);

test('a published course asks for a higher plan only after a question with the number of learners', async () => {
  const saved: unknown[] = [];
  const free = { ...course, plan_type: 'free' };
  answer('GET courses', [free]);
  answer('GET videos', [video]);
  answer('POST rpc/course_checklist', { ok: true, lessons: 1, drafts: 0, items: [] });
  answer('POST rpc/learners_inside', ({ p_table }: { p_table: string }) => ({ courses: 5 })[p_table]);
  answer('PATCH courses', (body: object) => {
    saved.push(body);
    return { ...free, ...body, row_version: 2 };
  });
  const user = open(`/admin/course-settings/${course.id}`);
  await user.selectOptions(await screen.findByLabelText('План', {}, { timeout: 10_000 }), 'premium');
  await user.click(screen.getByRole('button', { name: 'Запазете' }));
  await seen('Да искаме ли „Premium Plan“ за курса?');
  await seen(/^5 курсисти са вътре сега/);
  expect(saved).toEqual([]);
  const dialog = screen.getByRole('dialog', { name: 'Да искаме ли „Premium Plan“ за курса?' });
  await user.click(within(dialog).getByRole('button', { name: 'Запазете' }));
  await seen('Курсът е запазен');
  expect(saved).toMatchObject([{ plan_type: 'premium' }]);
}, 30_000);
