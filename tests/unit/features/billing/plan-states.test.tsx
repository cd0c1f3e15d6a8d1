// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { closeMirror, openMirror } from '@sync';
import { cleanup, configure, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '@/device/session/session-store';
import { CheckoutSuccessPage } from '@/features/billing/checkout/checkout-success-page';
import { PricingPage } from '@/features/billing/pricing-page';
import { InvoiceRow } from '@/features/settings/billing/invoice-row';
import { SettingsPage } from '@/features/settings/settings-page';
import { UserPanel } from '@/features/shell/widgets/user-menu';
import type { SubscriptionRow } from '@/shared/account-rows';
import type { Plan } from '@/shared/entitlements';
import { WANTED_PAGE_KEY } from '@/shared/names';

// The device stores a row about the account's subscription. The screens derive from this row whether the plan is paid or granted, before or after
// its trial, running or ended.

configure({ asyncUtilTimeout: 10_000 });
let account = '';
let accounts = 0;

beforeEach(() => {
  account = `33333333-2222-4333-8444-${String(++accounts).padStart(12, '0')}`;
  closeMirror();
  // The server does not answer, so the screens can only use the rows on this device.
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function signedIn(plan: Plan, row: Partial<SubscriptionRow>) {
  const identity = {
    uid: account,
    email: 'maria@sloy.test',
    full_name: 'Мария',
    plan,
    plan_checked_at: Date.now(),
    is_admin: false,
  };
  useSession.setState({ identity, left: false });
  await openMirror(account).subscriptions.put({
    id: account,
    has_pro_plan: plan === 'pro',
    has_premium_plan: plan === 'premium',
    subscription_id: null,
    status: null,
    billing_period: null,
    current_period_end: null,
    trial_ends_at: null,
    cancel_at_period_end: false,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    ...row,
    _scope: `account:${account}`,
    _seq: 1,
  });
  return identity;
}
const show = (screenElement: React.ReactNode, path = '/') =>
  render(<MemoryRouter initialEntries={[path]}>{screenElement}</MemoryRouter>);
const TRIAL = 'Започнете 7-дневен безплатен пробен период';

test('the trial is promised only to an account that still has it', async () => {
  await signedIn('free', { paid_plan: null, trial_used: false });
  show(<PricingPage />);
  expect(await screen.findAllByText(TRIAL)).toHaveLength(2);
  cleanup();
  closeMirror();
  await signedIn('free', { paid_plan: null, trial_used: true });
  show(<PricingPage />);
  await screen.findByRole('button', { name: 'Изберете Pro' });
  await expect(screen.findByText(TRIAL, {}, { timeout: 500 })).rejects.toThrow();
  cleanup();
  closeMirror();
  await signedIn('free', { paid_plan: null });
  show(<SettingsPage />, '/free-settings?tab=billing');
  await screen.findByText('Вашият план е Free');
  expect(screen.queryByText(/Първите дни са безплатни/)).toBeNull();
});

test('a granted plan is shown as granted, can be upgraded, and offers no portal', async () => {
  const granted = { paid_plan: null, granted_plan: 'pro', granted_until: null, trial_used: false } as const;
  const identity = await signedIn('pro', granted);
  show(<PricingPage />);
  expect(await screen.findByText('Планът Pro Ви е предоставен и не дължите нищо за него.')).toBeTruthy();
  // The trial is offered only on the card of the plan that can still be bought.
  expect(await screen.findAllByText(TRIAL)).toHaveLength(1);
  expect((await screen.findByRole('button', { name: 'Изберете Premium' })).hasAttribute('disabled')).toBe(false);
  expect(screen.getByRole('button', { name: 'Вече абониран' }).hasAttribute('disabled')).toBe(true);
  expect(screen.queryByRole('button', { name: /Управление на абонамента/ })).toBeNull();
  cleanup();
  show(<SettingsPage />, '/settings?tab=billing');
  expect(await screen.findByText('Предоставен')).toBeTruthy();
  expect(screen.getByText('Планът Ви е предоставен без краен срок. Не дължите нищо за него.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Преминете към Premium' }).getAttribute('href')).toBe('/pricing');
  expect(screen.queryByRole('button', { name: /Управление на абонамента/ })).toBeNull();
  cleanup();
  show(<UserPanel identity={identity} onClose={() => undefined} />);
  await vi.waitFor(() =>
    expect(screen.getByRole('link', { name: 'Управление на абонамента' }).getAttribute('href')).toBe(
      '/settings?tab=billing',
    ),
  );
});

test('a plan whose payment failed names the open invoice, not the date of a next payment', async () => {
  await signedIn('pro', { status: 'past_due', current_period_end: '2026-12-11T10:00:00Z' });
  show(<SettingsPage />, '/settings?tab=billing');
  expect(await screen.findByText('Чака плащане')).toBeTruthy();
  expect(screen.getByText('Последното плащане не мина. Платете фактурата, за да продължи планът.')).toBeTruthy();
  expect(screen.queryByText(/Следващо плащане/)).toBeNull();
});

test('an account whose plan has ended keeps its invoices, and can pay an open one', async () => {
  await signedIn('free', { paid_plan: null, subscription_id: 'sub_1', status: 'canceled' });
  show(<SettingsPage />, '/free-settings?tab=billing');
  expect(await screen.findByText('Вашият план е Free')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'История на плащанията' })).toBeTruthy();
  cleanup();
  const invoice = {
    id: 'in_1',
    number: 'SLOY-0001',
    status: 'unpaid' as const,
    amount_paid: 0,
    amount_due: 1_500,
    amount_refunded: 0,
    currency: 'EUR',
    created: 1_795_000_000,
    period_start: null,
    period_end: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    subscription_id: 'sub_1',
    customer_email: 'maria@sloy.test',
    description: null,
    plan_type: 'pro' as const,
    buyer: null,
  };
  show(<InvoiceRow invoice={invoice} local={false} payable email="maria@sloy.test" />);
  expect(screen.getByText('Неплатена')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Платете сега/ })).toBeTruthy();
});

test('the checkout page confirms only a subscription that the server has reported', async () => {
  await signedIn('free', { paid_plan: null });
  show(<CheckoutSuccessPage />);
  expect(await screen.findByRole('heading', { name: 'Проверяваме плащането' })).toBeTruthy();
  expect(screen.queryByText(/Благодарим|прието/)).toBeNull();
  await openMirror(account).subscriptions.update(account, { has_premium_plan: true, paid_plan: 'premium' });
  expect(await screen.findByText('Планът Premium е активен на всичките Ви устройства.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Към таблото' }).getAttribute('href')).toBe('/check');
  cleanup();
  // The learner came to the plans from a locked screen.
  sessionStorage.setItem(WANTED_PAGE_KEY, '/course/c1');
  show(<CheckoutSuccessPage />);
  const wanted = await screen.findByRole('link', { name: 'Към страницата, която търсехте' });
  expect(wanted.getAttribute('href')).toBe('/course/c1');
  sessionStorage.clear();
  cleanup();
  useSession.setState({ identity: null, left: false });
  show(<CheckoutSuccessPage />);
  expect(screen.getByRole('heading', { name: 'Влезте в профила си' })).toBeTruthy();
  expect(screen.queryByText(/Благодарим|прието/)).toBeNull();
});
