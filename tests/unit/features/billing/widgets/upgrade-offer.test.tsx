// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { openMirror } from '@sync';
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ServiceError } from '@/device/service/requests';
import { useSession } from '@/device/session/session-store';
import { changePlan, fetchChangeCost, giveConsents } from '@/features/billing/requests';
import { LessonClosed } from '@/features/lesson/lesson-missing';
import type { SubscriptionRow } from '@/shared/account-rows';

// The billing service is mocked; tests/server/payments*.test.ts tests its charges.
vi.mock('@/features/billing/requests', async (original) => ({
  ...(await original<typeof import('@/features/billing/requests')>()),
  fetchChangeCost: vi.fn(),
  changePlan: vi.fn(),
  giveConsents: vi.fn().mockResolvedValue(undefined),
}));
vi.mock('@/device/session/plan-requests', async (original) => ({
  ...(await original<typeof import('@/device/session/plan-requests')>()),
  checkSubscription: vi.fn().mockResolvedValue('premium'),
}));

configure({ asyncUtilTimeout: 10_000 });
let accounts = 0;

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.restoreAllMocks();
});

async function locked(row: Partial<SubscriptionRow>) {
  const uid = `77777777-2222-4333-8444-${String(++accounts).padStart(12, '0')}`;
  useSession.setState({
    identity: { uid, email: 'a@sloy.test', full_name: '', plan: 'pro', plan_checked_at: Date.now(), is_admin: false },
    left: false,
  });
  await openMirror(uid).subscriptions.put({
    id: uid,
    has_pro_plan: true,
    has_premium_plan: false,
    paid_plan: 'pro',
    subscription_id: 'sub_1',
    status: 'active',
    billing_period: 'monthly',
    current_period_end: '2027-01-01T00:00:00Z',
    trial_ends_at: null,
    cancel_at_period_end: false,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    ...row,
    _scope: `account:${uid}`,
    _seq: 1,
  });
  render(
    <MemoryRouter>
      <LessonClosed allowed={false} complete courseId="c1" />
    </MemoryRouter>,
  );
}

test('a Premium lesson offers a paid Pro account the upgrade in place, with today’s price', async () => {
  vi.mocked(fetchChangeCost).mockResolvedValue({ amount: 1432, currency: 'EUR' });
  vi.mocked(changePlan).mockRejectedValueOnce(new ServiceError('card_declined')).mockResolvedValueOnce('premium');
  await locked({});
  fireEvent.click(await screen.findByRole('button', { name: /^Преминете към Premium: 14,32\s€ днес$/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Преминете към Premium' });
  expect(dialog.textContent).toMatch(/Днес плащате 14,32\s€/);
  expect(dialog.textContent).toMatch(/След това цената е 30\s€ на месец/);
  fireEvent.click(screen.getByRole('button', { name: 'Приемете политиките за да продължите' }));
  await screen.findByText('Моля приемете всички условия и политики за да продължите.');
  expect(changePlan).not.toHaveBeenCalled();
  for (const consent of screen.getAllByRole('checkbox')) fireEvent.click(consent);
  fireEvent.click(screen.getByRole('button', { name: /^Платете 14,32/ }));
  await screen.findByText(/Картата беше отказана/);
  fireEvent.click(screen.getByRole('button', { name: /^Платете 14,32/ }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(giveConsents).toHaveBeenCalledWith('upgrade');
  expect(changePlan).toHaveBeenCalledWith('premium', 'monthly');
});

test.each([
  ['a granted Pro', { paid_plan: null, status: null, billing_period: null }],
  ['a Pro whose payment is due', { status: 'past_due' }],
] as const)('%s is sent to the plans', async (_, row) => {
  await locked(row);
  expect((await screen.findByRole('link', { name: 'Вижте плановете' })).getAttribute('href')).toBe('/pricing');
  expect(fetchChangeCost).not.toHaveBeenCalled();
});

test('without an answer of the service the plans page is offered instead', async () => {
  vi.mocked(fetchChangeCost).mockRejectedValue(new ServiceError('network'));
  await locked({});
  await screen.findByRole('link', { name: 'Вижте плановете' });
});
