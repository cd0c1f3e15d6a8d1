// @vitest-environment happy-dom

import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ServiceError } from '@/device/service/requests';
import { ConsoleFrame } from '@/features/console/widgets/console-frame';
import { CourseEditorPage } from '@/features/courses/console/course-editor/course-editor-page';
import { NewsPage } from '@/features/news/console/news-page';
import { PushTab } from '@/features/notifications/console/push-tab';
import { answer, press, Rejection, seen, show, startConsole, stopConsole } from './console-backend';
import { course, video } from './console-rows';

// A request that the server answers with 401 asks for the password, and is then sent again: a save, a delete and a new order alike.

const signIn = vi.hoisted(() => vi.fn());
const access = vi.hoisted(() => vi.fn());
const service = vi.hoisted(() => vi.fn());
vi.mock('@/device/service/requests', async (original) => ({
  ...(await original<typeof import('@/device/service/requests')>()),
  backendClient: (await import('./console-backend')).backendClient,
  askService: service,
}));
vi.mock('@/features/console-kit/requests/session', () => ({ signInToConsole: signIn }));
vi.mock('@/device/session/sign-in-requests', () => ({ askAccess: access }));

let signedIn = false;
beforeEach(() => {
  startConsole();
  signedIn = true;
  signIn.mockReset().mockImplementation(async () => {
    signedIn = true;
    return 'admin';
  });
  access.mockReset().mockImplementation(async () => {
    if (!signedIn) throw new Error('JWT expired');
    return 'open';
  });
});
afterEach(stopConsole);

/** Answers a request while the session lives. @returns the bodies that arrived */
function answerSignedIn(request: string, value: (body: object) => unknown): object[] {
  const sent: object[] = [];
  answer(request, (body: object) => {
    if (!signedIn) return new Rejection(401, 'PGRST301', 'JWT expired');
    sent.push(body);
    return value(body);
  });
  return sent;
}

const item = {
  ...{ id: '11111111-0000-4000-8000-000000000001', row_version: 1, deleted_at: null },
  ...{ created_at: '2026-11-01T10:00:00Z', title: 'Дюза', summary: 'Кратко', content: 'Дълго' },
  ...{ category: 'general', status: 'draft', image_url: null, slug: 'dyuza' },
};

test('after 401 one signs in over the form, and the typed text is saved', async () => {
  signIn.mockRejectedValueOnce(Object.assign(new Error('Invalid login credentials'), { status: 400 }));
  answer('GET news', [item]);
  const sent = answerSignedIn('PATCH news', (body) => ({ ...item, ...body, row_version: 2 }));
  const user = show(
    <ConsoleFrame section="news" title="Новини">
      <NewsPage />
    </ConsoleFrame>,
    '/admin/dashboard?section=news',
  );
  await press(user, /Редактирайте/);
  const title = await screen.findByRole('textbox', { name: /Заглавие/ });
  await user.clear(title);
  await user.type(title, 'Нова');
  signedIn = false;
  await press(user, 'Запазете');
  const dialog = await screen.findByRole('dialog', { name: 'Влезте отново' });
  const password = await within(dialog).findByLabelText('Парола');
  expect(document.activeElement).toBe(password);
  await user.type(password, 'грешна{Enter}');
  await seen('Invalid email or password');
  expect(sent).toEqual([]);
  await user.type(password, 'вярна{Enter}');
  await waitFor(() => expect(sent).toMatchObject([{ title: 'Нова' }]));
  expect(signIn).toHaveBeenLastCalledWith('admin@sloy.test', expect.any(String));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Влезте отново' })).toBeNull());
});

test('after 401 a new order and a delete continue once one has signed in', async () => {
  const second = { ...video, id: '22222222-0000-4000-8000-000000000002', title: 'Ваза', order_position: 2 };
  answer('GET courses', [course]);
  answer('GET videos', [video, second]);
  const ordered = answerSignedIn('POST rpc/reorder_videos', () => null);
  const removed = answerSignedIn('POST rpc/move_to_trash', () => null);
  const user = show(
    <Routes>
      <Route path="/admin/course-editor/:courseId" element={<CourseEditorPage />} />
    </Routes>,
    `/admin/course-editor/${course.id}`,
  );
  await screen.findByRole('button', { name: 'Преместете „Кубче“ надолу' }, { timeout: 10_000 });
  signedIn = false;
  await press(user, 'Преместете „Кубче“ надолу');
  await user.type(await screen.findByLabelText('Парола'), 'вярна{Enter}');
  await waitFor(() => expect(ordered).toHaveLength(1));
  signedIn = false;
  await press(user, 'Изтрийте „Кубче“');
  await press(user, 'Изтрийте');
  await user.type(await screen.findByLabelText('Парола'), 'вярна{Enter}');
  await seen('Video deleted successfully');
  expect(removed).toMatchObject([{ p_id: video.id }]);
});

test('who signs out instead of entering the password is told that nothing was deleted', async () => {
  answer('GET news', [item]);
  const removed = answerSignedIn('POST rpc/move_to_trash', () => null);
  const user = show(
    <ConsoleFrame section="news" title="Новини">
      <NewsPage />
    </ConsoleFrame>,
    '/admin/dashboard?section=news',
  );
  await screen.findByRole('button', { name: /Изтрийте/ });
  signedIn = false;
  await press(user, /Изтрийте/);
  await press(user, 'Изтрийте');
  await screen.findByRole('dialog', { name: 'Влезте отново' });
  const { useSession } = await import('@/device/session/session-store');
  useSession.setState({ identity: null });
  await seen('Грешка при изтриване на новината');
  expect(removed).toEqual([]);
});

test.each([
  ['401', 'unauthorized', null],
  ['403, because the sign-in is too old', 'forbidden', 'sign_in'],
])(
  'a request to the service that is answered with %s is sent again once one has signed in',
  async (_, code, lacking) => {
    service.mockImplementation(async () => {
      if (!signedIn) throw new ServiceError(code);
      return { success: true, stats: { total: 412, android: 1, ios: 1 } };
    });
    if (lacking) access.mockImplementation(async () => (signedIn ? 'open' : lacking));
    signedIn = false;
    const user = show(
      <ConsoleFrame section="notifications" title="Известия">
        <PushTab />
      </ConsoleFrame>,
      '/admin/dashboard?section=notifications',
    );
    await user.type(await screen.findByLabelText('Парола', {}, { timeout: 10_000 }), 'вярна{Enter}');
    await seen('412');
  },
);
