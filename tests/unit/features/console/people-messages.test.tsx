// @vitest-environment happy-dom

import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '@/device/session/session-store';
import { UsersPage } from '@/features/accounts/console/users-page';
import { AdminLoginPage } from '@/features/console/login-page';
import { NewsPage } from '@/features/news/console/news-page';
import { NotificationsPage } from '@/features/notifications/console/notifications-page';
import {
  answer,
  forbidden,
  missing,
  noAnswer,
  pageOf,
  press,
  Rejection,
  rejected,
  seen,
  show,
  startConsole,
  stopConsole,
} from './console-backend';

// The messages of specification 3 §5 and §8 for users, notifications, push and pictures, each triggered by its real cause.

const service = vi.hoisted(() => ({
  ask: vi.fn<(path: string) => Promise<unknown>>(),
  signIn: vi.fn<() => Promise<unknown>>(),
  isAdmin: vi.fn<() => Promise<boolean>>(),
}));
vi.mock('@/features/console-kit/requests/session', () => ({
  checkAdmin: service.isAdmin,
  signInToConsole: service.signIn,
}));
vi.mock('@/device/service/requests', async () => ({
  backendClient: (await import('./console-backend')).backendClient,
  askService: (_: unknown, path: string) => service.ask(path),
}));

beforeEach(() => {
  startConsole();
  service.isAdmin.mockResolvedValue(true);
  service.ask.mockResolvedValue({ success: true, stats: { total: 3, android: 1, ios: 1, web: 1 } });
});
afterEach(async () => {
  await stopConsole();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const person = {
  id: '55555555-0000-4000-8000-000000000001',
  email: 'ivo@sloy.test',
  full_name: 'Иво',
  created_at: '2026-11-01T10:00:00Z',
  last_sign_in_at: null,
  has_pro_plan: false,
  has_premium_plan: false,
  plan: 'free',
  paid_plan: null,
  granted_plan: null,
  granted_until: null,
  status: null,
  billing_period: null,
  current_period_end: null,
  trial_ends_at: null,
  cancel_at_period_end: false,
  is_admin: false,
  deleted_at: null,
  blocked_at: null,
  row_version: 1,
};
const USERS = '/admin/dashboard?section=users';
const NOTIFICATIONS = '/admin/dashboard?section=notifications';

test.each([
  ['rejected', rejected, USERS, 'Failed to load users. Please try again.'],
  ['forbidden', forbidden, USERS, 'Failed to load users. Admin operations require server-side implementation.'],
  ['missing', missing, USERS, 'Failed to load users. Admin operations require server-side implementation.'],
  ['nobody matches', pageOf(), `${USERS}&q=x`, 'No users found matching your search.'],
  ['an empty list', pageOf(), USERS, 'No users found or insufficient permissions'],
])('users: %s', async (_, cause, address, words) => {
  answer('POST rpc/admin_users', cause);
  show(<UsersPage />, address);
  await seen(words);
});

test.each([
  ['rejected', rejected, 'Failed to update user: bad_argument'],
  ['no answer', noAnswer, 'Error updating user: network'],
  ['a plan that does not exist', new Rejection(400, 'P0001', 'bad_plan'), 'Invalid plan or billing period'],
  ['stored', { ...person, plan: 'pro', row_version: 2 }, 'User ivo@sloy.test updated successfully!'],
])('the plan of an account: %s', async (_, cause, words) => {
  answer('POST rpc/admin_users', pageOf(person));
  answer('POST rpc/set_user_plan', cause);
  const user = show(<UsersPage />, USERS);
  await press(user, 'Абонамент на ivo@sloy.test');
  await user.click(screen.getByRole('checkbox', { name: /^Pro/ }));
  await press(user, 'Запазете');
  await seen(words);
});

test.each<[string, object, string[]]>([
  ['a grant without an end', { plan: 'pro', granted_plan: 'pro' }, ['подарен', 'без край']],
  [
    'a grant until a day',
    { plan: 'pro', granted_plan: 'pro', granted_until: '2027-01-01T22:00:00Z' },
    ['подарен', '01.01.2027'],
  ],
  [
    'a paid plan whose payment is late',
    { plan: 'pro', paid_plan: 'pro', status: 'past_due', current_period_end: '2027-01-01T10:00:00Z' },
    ['чака плащане', '01.01.2027'],
  ],
])('the list of subscriptions: %s', async (_, row, words) => {
  answer('POST rpc/admin_users', pageOf({ ...person, ...row }));
  show(<NotificationsPage />, '/admin/dashboard?section=notifications&tab=subscriptions');
  for (const word of words) await seen(word);
});

test('a page after the last one leads to the last page', async () => {
  answer('POST rpc/admin_users', ({ p_page }: { p_page: number }) =>
    p_page > 2
      ? { rows: [], total: 11, page: p_page, size: 10 }
      : { rows: [person], total: 11, page: p_page, size: 10 },
  );
  show(<UsersPage />, `${USERS}&page=9`);
  await seen('ivo@sloy.test');
  expect(screen.getByRole('button', { current: 'page' }).textContent).toBe('2');
});

test('a rejection that contains SQL shows only its code', async () => {
  answer('POST rpc/admin_users', pageOf(person));
  answer(
    'POST rpc/set_user_plan',
    new Rejection(400, '23514', 'new row for relation "x" violates check constraint "y"'),
  );
  const user = show(<UsersPage />, USERS);
  await press(user, 'Абонамент на ivo@sloy.test');
  await user.click(screen.getByRole('checkbox', { name: /^Pro/ }));
  await press(user, 'Запазете');
  await seen('Failed to update user: 23514');
});

test.each([
  ['sent', {}, 'Magic link sent to ivo@sloy.test successfully!'],
  ['rejected', new Rejection(422, 'otp_disabled', 'Signups not allowed for otp'), /^Failed to send magic link: /],
  ['no answer', noAnswer, /^Error sending magic link: /],
])('a sign-in link: %s', async (_, cause, words) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  answer('POST rpc/admin_users', pageOf(person));
  answer('POST auth/v1/otp', cause);
  const user = show(<UsersPage />, USERS);
  await press(user, 'Линк за вход до ivo@sloy.test');
  await press(user, 'Изпратете линка');
  await seen(words);
});

const report = {
  comment_id: '66666666-0000-4000-8000-000000000001',
  content: 'Купете от мен',
  created_at: '2026-11-01T10:00:00Z',
  video_id: 'v',
  video_title: 'Първи слой',
  course_id: 'c',
  author_id: person.id,
  author_name: 'Иво',
  author_email: person.email,
  author_blocked: false,
  reports: 2,
  reasons: ['реклама'],
  first_reported_at: '2026-11-01T10:00:00Z',
};
test.each([
  ['Оставете', undefined, 'Коментарът остава'],
  ['Премахнете', undefined, 'Коментарът е премахнат'],
  ['Блокирайте автора', undefined, 'Авторът е блокиран'],
  ['Оставете', rejected, 'Решението не се записа.'],
])('a reported comment: %s', async (button, cause, words) => {
  answer('POST rpc/reported_comments', pageOf(report));
  answer('POST rpc/decide_report', cause ?? null);
  const user = show(<UsersPage />, `${USERS}&tab=moderation`);
  await press(user, button);
  if (button === 'Блокирайте автора') await press(user, button);
  await seen(words);
});

test.each([
  ['forbidden', forbidden, 'Failed to load notifications. This may require admin permissions.'],
  ['rejected', rejected, 'Failed to load notifications: bad_argument'],
  ['none', pageOf(), 'Още няма изпратени известия. Първото се пуска от формата.'],
  ['none, and the rights were withdrawn', pageOf(), 'No notifications found or insufficient permissions'],
])('the recent sends: %s', async (what, cause, words) => {
  service.isAdmin.mockResolvedValue(!what.includes('withdrawn'));
  answer('POST rpc/admin_sends', cause);
  show(<NotificationsPage />, NOTIFICATIONS);
  await seen(words);
});

const sent = {
  id: 's',
  title: 'Здравейте',
  message: 'Ново',
  link: null,
  type: 'info',
  mode: 'targeted',
  push: false,
  state: 'queued',
  recipients: 1,
  delivered: 0,
  skipped: 0,
  created_at: '2026-11-01T10:00:00Z',
  error: null,
};
test('a send shows its missing fields, keeps its text after a rejection, and is then sent', async () => {
  answer('POST rpc/admin_sends', pageOf());
  answer('POST rpc/admin_users', pageOf(person));
  answer('POST rpc/send_notification', rejected);
  const user = show(<NotificationsPage />, NOTIFICATIONS);
  await press(user, 'Изпратете');
  await seen('Please fill in both title and message');
  await user.click(screen.getByText('До избрани'));
  await user.type(screen.getByLabelText('Заглавие'), 'Здравейте');
  await user.type(screen.getByLabelText('Съобщение'), 'Ново');
  await press(user, 'Изпратете');
  await seen('Please select at least one user for targeted notifications');
  await press(user, 'Добавете ivo@sloy.test');
  await press(user, 'Изпратете');
  await seen('Failed to send notification: bad_argument');
  expect(screen.getByLabelText('Заглавие')).toHaveProperty('value', 'Здравейте');
  answer('POST rpc/send_notification', sent);
  await press(user, 'Изпратете');
  await seen('Targeted notifications sent to 1 users!');
});

test('a broadcast asks for confirmation', async () => {
  answer('POST rpc/admin_sends', pageOf());
  answer('POST rpc/send_notification', { ...sent, mode: 'broadcast' });
  const user = show(<NotificationsPage />, NOTIFICATIONS);
  await user.type(await screen.findByLabelText('Заглавие'), 'Здравейте');
  await user.type(screen.getByLabelText('Съобщение'), 'Ново');
  await press(user, 'Изпратете');
  await press(user, 'Изпратете');
  await seen('Broadcast notification sent successfully!');
});

test('an edit after an unanswered send stays in the form as a new notification when the first one was stored', async () => {
  const ids: string[] = [];
  const record = (row: object | null) =>
    answer('POST rpc/send_notification', ({ p_id }: { p_id: string }) => {
      ids.push(p_id);
      return row ?? noAnswer();
    });
  answer('POST rpc/admin_sends', pageOf());
  record(null);
  const user = show(<NotificationsPage />, NOTIFICATIONS);
  await user.type(await screen.findByLabelText('Заглавие'), 'Здравейте');
  await user.type(screen.getByLabelText('Съобщение'), 'Ново');
  const send = async () => {
    await press(user, 'Изпратете');
    await press(user, 'Изпратете');
  };
  await send();
  await seen(/^Failed to send notification/);
  await user.type(screen.getByLabelText('Заглавие'), ' всички');
  record({ ...sent, mode: 'broadcast' });
  await send();
  await seen('Предишният опит вече беше изпратен: „Здравейте“');
  expect(await screen.findByLabelText('Заглавие')).toHaveProperty('value', 'Здравейте всички');
  record({ ...sent, mode: 'broadcast', title: 'Здравейте всички' });
  await send();
  await waitFor(() => expect(screen.getByLabelText('Заглавие')).toHaveProperty('value', ''));
  expect(ids.at(-1)).not.toBe(ids[0]);
});

test('push: the statistics fail and are retried; a test shows the server’s error, then its success', async () => {
  service.ask.mockRejectedValue(new Error('network'));
  const user = show(<NotificationsPage />, `${NOTIFICATIONS}&tab=push`);
  await seen('Failed to load statistics');
  service.ask.mockImplementation(async (path) =>
    path.endsWith('push-stats')
      ? { success: true, stats: { total: 3, android: 1, ios: 1, web: 1 } }
      : { success: false, error: 'No device is registered' },
  );
  await press(user, 'Опитайте отново');
  await seen('3');
  await press(user, 'Изпратете тест до моето устройство');
  await seen('No device is registered');
  service.ask.mockResolvedValue({ success: false, error: 'no_device' });
  await press(user, 'Изпратете тест до моето устройство');
  await seen(/^Никое Ваше устройство не получава push/);
  service.ask.mockResolvedValue({ success: true });
  await press(user, 'Изпратете тест до моето устройство');
  await seen('Test notification sent successfully');
});

test('offline, no test push can be sent', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  show(<NotificationsPage />, `${NOTIFICATIONS}&tab=push`);
  expect(await screen.findByRole('button', { name: 'Изпратете тест до моето устройство' })).toHaveProperty(
    'disabled',
    true,
  );
  await seen(/^Този раздел чете от сървъра/);
});

test('without a backend URL the notification module throws a clear error when it loads', async () => {
  vi.stubEnv('VITE_SUPABASE_KEY', 'key');
  show(<NotificationsPage />, NOTIFICATIONS);
  await seen('Missing Supabase environment variables...');
  expect(screen.queryByRole('button', { name: 'Изпратете' })).toBeNull();
});

test('a file that is not a picture, and one that cannot be sent, show the reason and keep the form', async () => {
  answer('GET news', []);
  const user = show(<NewsPage />, '/admin/dashboard?section=news&dialog=news');
  const input = (await screen.findByLabelText('Заглавие'))
    .closest('form')
    ?.querySelector('input[type="file"]') as HTMLInputElement;
  await user.type(screen.getByLabelText('Заглавие'), 'Дюза');
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')));
  await user.upload(input, new File(['x'], 'a.png', { type: 'image/png' }));
  await seen('Error uploading file: файлът не е картинка');
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width: 10, height: 10, close: () => undefined }));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) =>
    done(new Blob(['x'], { type: 'image/png' })),
  );
  answer('POST storage', noAnswer);
  await user.upload(input, new File(['x'], 'a.png', { type: 'image/png' }));
  await seen('Error uploading image');
  expect(screen.getByLabelText('Заглавие')).toHaveProperty('value', 'Дюза');
});

test.each([
  ['the password is wrong', () => Promise.reject(new Error('Invalid login credentials')), 'Invalid email or password'],
  ['the service names no user', () => Promise.resolve('nobody'), 'Login failed'],
  ['the account is no administrator', () => Promise.resolve('rejected'), 'Unauthorized access'],
])('sign-in: %s', async (_, result, words) => {
  useSession.setState({ identity: null, left: false });
  service.signIn.mockImplementation(result);
  const user = show(<AdminLoginPage />, '/admin/login');
  await user.type(await screen.findByLabelText('Email'), 'ani@sloy.test');
  await user.type(screen.getByLabelText('Password'), 'wrong');
  await press(user, 'Sign in');
  await seen(words);
});
