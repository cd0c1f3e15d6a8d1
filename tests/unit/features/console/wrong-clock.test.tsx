// @vitest-environment happy-dom

import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { planReason } from '@/features/accounts/console/plan-reason';
import { UsersPage } from '@/features/accounts/console/users-page';
import { NotificationsPage } from '@/features/notifications/console/notifications-page';
import { answer, pageOf, press, Rejection, seen, show, startConsole, stopConsole } from './console-backend';
import { person } from './console-rows';

// A device whose clock is a year fast can grant a plan: the server decides which days have passed.

vi.mock('@/device/service/requests', async () => ({
  backendClient: (await import('./console-backend')).backendClient,
}));

beforeEach(() => {
  startConsole();
  vi.useFakeTimers({ now: Date.parse('2028-01-01T10:00:00Z'), toFake: ['Date'] });
});
afterEach(async () => {
  await stopConsole();
  vi.useRealTimers();
});

test('a grant ends on a day that has passed only by the clock of the device', async () => {
  const sent: unknown[] = [];
  answer('POST rpc/admin_users', pageOf(person));
  answer('POST rpc/grant_plan', (body: unknown) => {
    sent.push(body);
    return sent.length === 1 ? new Rejection(400, 'P0001', 'bad_plan') : null;
  });
  const user = show(<NotificationsPage />, '/admin/dashboard?section=notifications&tab=subscriptions');
  await press(user, 'Удължете: ivo@sloy.test');
  const until = await screen.findByLabelText(/^До/);
  await user.clear(until);
  await user.type(until, '2027-06-30');
  await press(user, 'Запазете');
  await seen('Изберете бъдеща дата');
  await press(user, 'Запазете');
  await seen('Планът е записан');
  expect(sent).toHaveLength(2);
}, 30_000);

test('the plan of an account, too', async () => {
  const sent: { p_until: string }[] = [];
  answer('POST rpc/admin_users', pageOf(person));
  answer('POST rpc/set_user_plan', (body: { p_until: string }) => {
    sent.push(body);
    return { ...person, granted_until: body.p_until, row_version: 2 };
  });
  const user = show(<UsersPage />, '/admin/dashboard?section=users');
  await press(user, 'Абонамент на ivo@sloy.test');
  const until = await screen.findByLabelText(/^До/);
  await user.clear(until);
  await user.type(until, '2027-06-30');
  await press(user, 'Запазете');
  await seen('User ivo@sloy.test updated successfully!');
  expect(sent).toMatchObject([{ p_until: '2027-06-30T21:00:00.000Z' }]);
}, 30_000);

test('a trial is a trial while the server says so', () => {
  const paid = { ...person, plan: 'pro' as const, paid_plan: 'pro' as const, granted_plan: null, billing_period: null };
  const ends = { trial_ends_at: '2027-01-10T22:00:00Z', current_period_end: '2027-01-10T22:00:00Z' };
  expect(planReason({ ...paid, ...ends, status: 'trialing' })).toMatch(/проб/);
  expect(planReason({ ...paid, ...ends, status: 'active' })).not.toMatch(/проб/);
});
