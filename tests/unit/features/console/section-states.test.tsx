// @vitest-environment happy-dom

import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UsersPage } from '@/features/accounts/console/users-page';
import { CertificatesPage } from '@/features/certificates/console/certificates-page';
import { DashboardPage } from '@/features/dashboard/console/dashboard-page';
import { EventsPage } from '@/features/events/console/events-page';
import { NewsPage } from '@/features/news/console/news-page';
import { NotificationsPage } from '@/features/notifications/console/notifications-page';
import { SettingsPage } from '@/features/settings/console/settings-page';
import {
  answer,
  forbidden,
  noAnswer,
  pageOf,
  press,
  Rejection,
  rejected,
  seen,
  show,
  startConsole,
  stopConsole,
  uid,
  waiting,
} from './console-backend';

// Each section and tab of the console shows each of its five states: loading, empty, rejected, offline, without rights.

vi.mock('@/features/console-kit/requests/session', () => ({ checkAdmin: () => Promise.resolve(true) }));
vi.mock('@/device/service/requests', async () => ({
  backendClient: (await import('./console-backend')).backendClient,
  askService: () => Promise.resolve({ success: true, stats: { total: 0, android: 0, ios: 0 } }),
}));

beforeEach(() => {
  startConsole();
  answer('GET admin_users', [
    {
      email: 'admin@sloy.test',
      user_id: uid,
      is_super_admin: true,
      created_at: '2026-11-01T10:00:00Z',
      row_version: 1,
    },
  ]);
});
afterEach(stopConsole);

const page = (more: object = {}) => ({ ...pageOf(), ...more });
const noRights = 'Нямате права за този раздел';
const serverSide = 'Failed to load users. Admin operations require server-side implementation.';

interface Section {
  name: string;
  screen: ReactNode;
  /** The query string of the section's URL. */
  query?: string;
  request: string;
  /** The response with no rows, and the text shown for it. Omit for sections that are never empty. */
  empty?: [answer: unknown, words: string];
  failed: string;
  forbidden?: string;
}

const sections: Section[] = [
  {
    name: 'dashboard',
    screen: <DashboardPage />,
    request: 'POST rpc/admin_dashboard',
    failed: 'Таблото не се зареди.',
  },
  {
    ...{ name: 'revenue', screen: <DashboardPage />, query: 'view=revenue', request: 'POST rpc/admin_payments' },
    empty: [page({ sums: { amount: 0, refunded: 0 } }), 'Още няма плащания.'],
    failed: 'Плащанията не се заредиха.',
  },
  {
    ...{ name: 'users', screen: <UsersPage />, request: 'POST rpc/admin_users' },
    empty: [page(), 'No users found or insufficient permissions'],
    ...{ failed: 'Failed to load users. Please try again.', forbidden: serverSide },
  },
  {
    ...{ name: 'requests', screen: <UsersPage />, query: 'tab=requests', request: 'POST rpc/admin_contact_requests' },
    empty: [page({ counts: { open: 0, answered: 0 } }), 'Никое съобщение не чака отговор.'],
    failed: 'Съобщенията не се заредиха.',
  },
  {
    ...{ name: 'requests for a demo', screen: <UsersPage />, query: 'tab=requests&view=demo' },
    ...{ request: 'GET demo_requests', empty: [[], 'Няма запитвания.'], failed: 'Запитванията не се заредиха.' },
  },
  {
    ...{ name: 'moderation', screen: <UsersPage />, query: 'tab=moderation', request: 'POST rpc/reported_comments' },
    ...{ empty: [page(), 'Няма докладвани коментари.'], failed: 'Докладваните коментари не се заредиха.' },
  },
  {
    ...{ name: 'certificates', screen: <CertificatesPage />, request: 'GET certificates' },
    ...{
      empty: [[], 'Още няма сертификати. Създайте първия с „Нов сертификат“.'],
      failed: 'Failed to load certificates',
    },
  },
  {
    ...{
      name: 'issued certificates',
      screen: <CertificatesPage />,
      query: 'tab=issued',
      request: 'POST rpc/admin_issued',
    },
    ...{
      empty: [page(), 'Още няма издадени сертификати. Издават се сами, щом някой вземе изискваните тестове.'],
      failed: 'Издадените сертификати не се заредиха.',
    },
  },
  {
    ...{ name: 'sends', screen: <NotificationsPage />, request: 'POST rpc/admin_sends' },
    empty: [page(), 'Още няма изпратени известия. Първото се пуска от формата.'],
    failed: 'Failed to load notifications: bad_argument',
    forbidden: 'Failed to load notifications. This may require admin permissions.',
  },
  {
    ...{ name: 'subscriptions', screen: <NotificationsPage />, query: 'tab=subscriptions' },
    ...{ request: 'POST rpc/admin_users', empty: [page(), 'Няма абонаменти по това условие.'] },
    ...{ failed: 'Failed to load users. Please try again.', forbidden: serverSide },
  },
  {
    ...{
      name: 'news',
      screen: <NewsPage />,
      request: 'GET news',
      empty: [[], 'Още няма новини. Напишете първата с „Нова новина“.'],
    },
    failed: 'Грешка при зареждане на новини',
  },
  {
    ...{
      name: 'events',
      screen: <EventsPage />,
      request: 'GET events',
      empty: [[], 'Още няма събития. Създайте първото с „Ново събитие“.'],
    },
    failed: 'Събитията не се заредиха.',
  },
  {
    ...{ name: 'registrations', screen: <EventsPage />, query: 'tab=registrations' },
    request: 'POST rpc/admin_registrations',
    empty: [page({ counts: { registered: 0, attended: 0, cancelled: 0 } }), 'Още никой не се е записал.'],
    failed: 'Failed to load event registrations',
  },
  {
    ...{ name: 'background jobs', screen: <SettingsPage />, request: 'GET background_jobs' },
    ...{ empty: [[], 'Още няма изпълнени задачи.'], failed: 'Задачите не се заредиха.' },
  },
  {
    ...{ name: 'audit log', screen: <SettingsPage />, query: 'tab=audit', request: 'POST rpc/admin_audit_entries' },
    ...{ empty: [page(), 'Няма записи.'], failed: 'Одитът не се зареди.' },
  },
  {
    ...{ name: 'errors', screen: <SettingsPage />, query: 'tab=errors', request: 'POST rpc/admin_client_errors' },
    ...{ empty: [page(), 'Няма съобщени грешки.'], failed: 'Грешките не се заредиха.' },
  },
  {
    ...{ name: 'trash', screen: <SettingsPage />, query: 'tab=trash', request: 'POST rpc/admin_trash' },
    ...{ empty: [page(), 'Кошчето е празно.'], failed: 'Кошчето не се зареди.' },
  },
];
const addressOf = ({ query = '' }: Section) => `/admin/dashboard?${query}`;

test.each(sections)('$name: loading, then empty', async (section) => {
  let arrive: (answer: unknown) => void = waiting;
  answer(
    section.request,
    () =>
      new Promise((done) => {
        arrive = done;
      }),
  );
  show(section.screen, addressOf(section));
  await screen.findByRole('status', { name: 'Зарежда се' });
  if (!section.empty) return;
  const [rows, words] = section.empty;
  // The settings screen first requests the list of administrators, so wait until it requests these rows.
  await waitFor(() => expect(arrive).not.toBe(waiting));
  arrive(rows);
  await seen(words);
  expect(screen.queryByRole('status', { name: 'Зарежда се' })).toBeNull();
});

test.each(sections)('$name: rejected, and asked again', async (section) => {
  answer(section.request, rejected);
  const user = show(section.screen, addressOf(section));
  await seen(section.failed);
  if (!section.empty) return;
  const [rows, words] = section.empty;
  answer(section.request, rows);
  await user.click(screen.getAllByRole('button', { name: 'Опитайте отново' })[0] as HTMLElement);
  await seen(words);
});

test.each(sections)('$name: without rights', async (section) => {
  answer(section.request, forbidden);
  show(section.screen, addressOf(section));
  await seen(section.forbidden ?? noRights);
  // Nothing can be created without rights.
  expect(screen.queryAllByRole('button', { name: /^Нов/ })).toEqual([]);
});

test.each(sections)('$name: offline', async (section) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  answer(section.request, noAnswer);
  // The settings screen first requests the list of administrators, so this request must get no answer either.
  answer('GET admin_users', noAnswer);
  show(section.screen, addressOf(section));
  await seen('Няма мрежа');
  await seen('Този раздел чете от сървъра. Щом мрежата се върне, ще се зареди сам.');
});

test.each([
  ['another version', new Rejection(409, 'PT409', 'version_conflict', '{"row_version":2}')],
  ['a removed administrator', []],
])('a promotion that meets %s reports the conflict and loads the list again', async (_, response) => {
  const other = { email: 'ivan@sloy.test', user_id: null, created_at: '2026-11-02T10:00:00Z' };
  const me = { email: 'admin@sloy.test', user_id: uid, is_super_admin: true, created_at: '2026-11-01T10:00:00Z' };
  const list = (isSuper: boolean, row_version: number) => [
    { ...me, row_version: 1 },
    { ...other, is_super_admin: isSuper, row_version },
  ];
  answer('GET admin_users', list(false, 1));
  let sent: unknown;
  answer('PATCH admin_users', (body: unknown) => {
    sent = body;
    answer('GET admin_users', list(true, 2));
    return response;
  });
  const user = show(<SettingsPage />, '/admin/dashboard?tab=admins');
  await press(user, 'Направете Super Admin: ivan@sloy.test');
  await seen('Редът се промени, докато пишехте');
  expect(sent).toEqual({ is_super_admin: true, row_version: 1 });
  await screen.findByRole('button', { name: 'Направете Admin: ivan@sloy.test' }, { timeout: 10_000 });
});
