// @vitest-environment happy-dom

import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CourseBuilderPage } from '@/features/courses/console/courses/courses-page';
import { NotificationsPage } from '@/features/notifications/console/notifications-page';
import { AdminsTab } from '@/features/settings/console/admins-tab';
import { answer, pageOf, press, seen, show, startConsole, stopConsole } from './console-backend';
import { course, person } from './console-rows';

// On a phone, the actions of a row are in one menu; an action that opens a dialog still works after the menu has closed.

vi.mock('@/device/service/requests', async () => ({
  backendClient: (await import('./console-backend')).backendClient,
}));

beforeEach(() => {
  startConsole();
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});
afterEach(async () => {
  await stopConsole();
  vi.unstubAllGlobals();
});

test('a course: its actions are in the menu, and the export opens its dialog', async () => {
  answer('GET courses', [course]);
  const user = show(<CourseBuilderPage />);
  const button = await screen.findByRole('button', { name: 'Действия: Калибриране' }, { timeout: 10_000 });
  expect(screen.queryByRole('link', { name: 'Edit Калибриране' })).toBeNull();
  await user.click(button);
  expect(screen.getByRole('link', { name: 'Edit Калибриране' }).getAttribute('href')).toContain(course.id);
  expect(screen.getByRole('link', { name: 'Add Video Калибриране' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Дублирайте' })).toBeTruthy();
  await press(user, 'Изнасяне на курс');
  await screen.findByRole('dialog', { name: 'Изнасяне на курс' });
  expect(screen.queryByRole('link', { name: 'Edit Калибриране' })).toBeNull();
});

test('a subscription: the menu extends a grant to the end of a day in Sofia', async () => {
  let granted: unknown;
  answer('POST rpc/admin_users', pageOf(person));
  answer('POST rpc/grant_plan', (body: unknown) => {
    granted = body;
    return null;
  });
  const user = show(<NotificationsPage />, '/admin/dashboard?section=notifications&tab=subscriptions');
  await press(user, 'Действия: ivo@sloy.test');
  expect(screen.getByRole('button', { name: /^Прекрат.*: ivo@sloy\.test$/ })).toBeTruthy();
  await press(user, 'Удължете: ivo@sloy.test');
  const until = await screen.findByLabelText(/^До/);
  expect(until).toHaveProperty('value', '2027-01-01');
  await user.clear(until);
  await user.type(until, '2027-06-30');
  await press(user, 'Запазете');
  await waitFor(() => expect(granted).toBeTruthy(), { timeout: 10_000 });
  expect(granted).toMatchObject({
    p_user: person.id,
    p_plan: 'pro',
    p_until: '2027-06-30T21:00:00.000Z',
    p_version: 1,
  });
}, 30_000);

test('an administrator: the menu removes after a question', async () => {
  const row = { email: 'ani@sloy.test', user_id: null, is_super_admin: false };
  const user = show(
    <AdminsTab rows={[{ ...row, created_at: '2026-11-01T10:00:00Z', row_version: 1 }]} me={undefined} />,
  );
  await press(user, 'Действия: ani@sloy.test');
  await press(user, /^Премахнете: ani@sloy\.test$|^Махнете: ani@sloy\.test$/);
  await seen(/ani@sloy\.test/);
  await screen.findByRole('dialog');
});
