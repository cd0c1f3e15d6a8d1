// @vitest-environment happy-dom

import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NewsPage } from '@/features/news/console/news-page';
import { answer, press, Rejection, seen, show, startConsole, stopConsole } from './console-backend';

// A save that the server answers with 401 asks for the password beside the form, and then saves what was typed.

const signIn = vi.hoisted(() => vi.fn());
vi.mock('@/device/service/requests', async () => ({
  backendClient: (await import('./console-backend')).backendClient,
}));
vi.mock('@/features/console-kit/requests/session', () => ({ signInToConsole: signIn }));

beforeEach(startConsole);
afterEach(stopConsole);

const item = {
  ...{ id: '11111111-0000-4000-8000-000000000001', row_version: 1, deleted_at: null },
  ...{ created_at: '2026-11-01T10:00:00Z', title: 'Дюза', summary: 'Кратко', content: 'Дълго' },
  ...{ category: 'general', status: 'draft', image_url: null, slug: 'dyuza' },
};

test('after 401 one signs in beside the form, and the typed text is saved', async () => {
  let signedIn = false;
  const sent: unknown[] = [];
  signIn.mockRejectedValueOnce(Object.assign(new Error('Invalid login credentials'), { status: 400 }));
  signIn.mockImplementation(async () => {
    signedIn = true;
    return 'admin';
  });
  answer('GET news', [item]);
  answer('PATCH news', (body: object) => {
    if (!signedIn) return new Rejection(401, 'PGRST301', 'JWT expired');
    sent.push(body);
    return { ...item, ...body, row_version: 2 };
  });
  const user = show(<NewsPage />, '/admin/dashboard?section=news');
  await press(user, /Редактирайте/);
  const title = await screen.findByRole('textbox', { name: /Заглавие/ });
  await user.clear(title);
  await user.type(title, 'Нова дюза');
  await press(user, 'Запазете');
  await seen(/Сесията Ви изтече/);
  const password = screen.getByLabelText('Парола');
  expect(document.activeElement).toBe(password);
  await user.type(password, 'грешна{Enter}');
  await seen('Invalid email or password');
  await user.type(password, 'вярна');
  await press(user, 'Влезте и запазете');
  await vi.waitFor(() => expect(sent).toMatchObject([{ title: 'Нова дюза' }]), 10_000);
  expect(signIn).toHaveBeenLastCalledWith('admin@sloy.test', expect.any(String));
  expect(screen.queryByText(/Сесията Ви изтече/)).toBeNull();
}, 30_000);
