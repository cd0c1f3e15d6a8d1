// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { openMirror } from '@sync';
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ServiceError } from '@/device/service/requests';
import { useSession } from '@/device/session/session-store';
import { fetchRefundOffer, type RefundOffer, refundLastPayment } from '@/features/billing/requests';
import { SettingsPage } from '@/features/settings/settings-page';

// The billing service is mocked; tests/server/payments*.test.ts tests the service itself.
vi.mock('@/features/billing/requests', async (original) => ({
  ...(await original<typeof import('@/features/billing/requests')>()),
  fetchRefundOffer: vi.fn(),
  refundLastPayment: vi.fn(),
}));
vi.mock('@/device/session/plan-requests', async (original) => ({
  ...(await original<typeof import('@/device/session/plan-requests')>()),
  checkSubscription: vi.fn().mockResolvedValue('pro'),
}));

configure({ asyncUtilTimeout: 10_000 });
const account = '66666666-2222-4333-8444-000000000001';
const offer: RefundOffer = { amount: 14_359, currency: 'EUR', until: '2026-12-02T10:00:00.000Z', restores: null };

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  useSession.setState({
    identity: {
      uid: account,
      email: 'maria@sloy.test',
      full_name: 'Мария',
      plan: 'premium',
      plan_checked_at: Date.now(),
      is_admin: false,
    },
    left: false,
  });
  await openMirror(account).subscriptions.put({
    id: account,
    has_pro_plan: false,
    has_premium_plan: true,
    paid_plan: 'premium',
    subscription_id: 'sub_1',
    status: 'active',
    billing_period: 'yearly',
    current_period_end: '2027-12-01T10:00:00Z',
    trial_ends_at: null,
    cancel_at_period_end: false,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-12-01T10:00:00Z',
    _scope: `account:${account}`,
    _seq: 1,
  });
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const Where = () => <p>at {useLocation().pathname + useLocation().search}</p>;
const show = () =>
  render(
    <MemoryRouter initialEntries={['/settings?tab=billing']}>
      <SettingsPage />
      <Where />
    </MemoryRouter>,
  );

test('a payment of the last 24 hours can be refunded; the dialog names the amount and the plan that ends', async () => {
  vi.mocked(fetchRefundOffer).mockResolvedValue(offer);
  vi.mocked(refundLastPayment).mockResolvedValue();
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Върнете парите' }));
  const dialog = await screen.findByRole('dialog', { name: 'Върнете парите' });
  expect(dialog.textContent).toMatch(/Връщаме Ви 143,59\s€/);
  expect(dialog.textContent).toContain('Платеният план спира веднага.');
  expect(refundLastPayment).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: /Върнете ми 143,59/ }));
  expect(await screen.findByText('at /free-settings?tab=billing')).toBeTruthy();
  expect(refundLastPayment).toHaveBeenCalledOnce();
});

test('the refund of an upgrade names the restored plan and period, and the page stays', async () => {
  const restores = { plan: 'pro', period: 'yearly', until: '2027-11-30T10:00:00.000Z' } as const;
  vi.mocked(fetchRefundOffer).mockResolvedValueOnce({ ...offer, restores });
  vi.mocked(refundLastPayment).mockRejectedValueOnce(new ServiceError('refund_expired')).mockResolvedValueOnce();
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Върнете парите' }));
  const dialog = await screen.findByRole('dialog', { name: 'Върнете парите' });
  expect(dialog.textContent).toContain('Отново имате план Pro с годишно плащане, платен до 30 ноември 2027');
  expect(dialog.textContent).not.toContain('Платеният план спира');
  fireEvent.click(screen.getByRole('button', { name: /Върнете ми/ }));
  expect((await screen.findByText(/Няма плащане от последните 24 часа/)).closest('[role=alert]')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /Върнете ми/ }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('at /settings?tab=billing')).toBeTruthy();
});

test('without a recent payment or without an answer, nothing is offered', async () => {
  vi.mocked(fetchRefundOffer).mockResolvedValueOnce(null);
  show();
  await screen.findByRole('heading', { name: 'План Premium' });
  await vi.waitFor(() => expect(fetchRefundOffer).toHaveBeenCalledOnce());
  cleanup();
  vi.mocked(fetchRefundOffer).mockRejectedValueOnce(new ServiceError('network'));
  show();
  await vi.waitFor(() =>
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining('refund'), expect.anything()),
  );
  expect(screen.queryByRole('button', { name: 'Върнете парите' })).toBeNull();
});

test('a payment that another device refunded meanwhile does not let the dialog refund an earlier one', async () => {
  const restores = { plan: 'pro', period: 'yearly', until: '2027-11-30T10:00:00.000Z' } as const;
  vi.mocked(fetchRefundOffer).mockResolvedValueOnce({ ...offer, restores });
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Върнете парите' }));
  vi.mocked(fetchRefundOffer).mockResolvedValue({ ...offer, amount: 14_400, until: '2026-12-02T09:00:00.000Z' });
  const subscription = await openMirror(account).subscriptions.get(account);
  if (subscription)
    await openMirror(account).subscriptions.put({ ...subscription, updated_at: '2026-12-01T11:00:00Z' });
  // The card below the dialog offers the earlier payment; the dialog keeps its text.
  expect(await screen.findByText(/Последното Ви плащане е 144,00/)).toBeTruthy();
  expect(screen.getByRole('dialog').textContent).toContain('Отново имате план Pro');
  fireEvent.click(screen.getByRole('button', { name: /Върнете ми 143,59/ }));
  expect((await screen.findByText(/Плащането междувременно е върнато/)).closest('[role=alert]')).toBeTruthy();
  expect(refundLastPayment).not.toHaveBeenCalled();
});
