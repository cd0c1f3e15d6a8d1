// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { updateIdentity, useSession } from '@/data/session/session-store';
import type { Plan } from '@/domain/entitlements';
import { CheckPage } from '@/features/check/check-page';
import { PricingPage } from '@/features/pricing/pricing-page';

// The screen during the plan check, and where it leads after the response (specification 1 §2, §4). The test controls the response.

const uid = '11111111-2222-4333-8444-0000000000bb';
let answer: (plan: Plan) => void = () => undefined;
vi.mock('@/data/session/requests', () => ({
  checkPlan: () =>
    new Promise<Plan>((resolve) => {
      answer = (plan) => {
        updateIdentity(uid, { plan, plan_checked_at: Date.now() });
        resolve(plan);
      };
    }),
}));

const signedIn = (plan: Plan) =>
  useSession.setState({
    identity: {
      uid,
      email: 'maria@sloy.test',
      full_name: 'Мария',
      plan,
      plan_checked_at: plan === 'free' ? 0 : Date.now(),
      is_admin: false,
    },
    left: false,
  });
afterEach(cleanup);

const open = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/pricing" element={<PricingPage />} />
        <Route path="/check" element={<CheckPage />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
    </MemoryRouter>,
  );
const green = () => screen.queryByText('Вече имате активен абонамент. Можете да го управлявате от таблото.');
const above = (one: Element | null, other: Element) =>
  Boolean(one && one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
const cards = () => screen.getByRole('region', { name: 'Free' });

test('while the plan is loading the buttons wait; then they show what can be chosen', async () => {
  signedIn('free');
  open('/pricing');
  const waiting = screen.getAllByRole('button', { name: 'Зарежда...' });
  expect(waiting.map((button) => button.hasAttribute('disabled'))).toEqual([true, true, true]);
  await act(async () => answer('free'));
  expect(screen.queryByRole('button', { name: 'Зарежда...' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Изберете Premium' }).hasAttribute('disabled')).toBe(false);
  expect(green()).toBeNull();
});

test('a known subscription is shown above the cards; one that arrives late below, without moving them', async () => {
  signedIn('pro');
  open('/pricing');
  expect(above(green(), cards())).toBe(true);
  cleanup();
  signedIn('free');
  open('/pricing');
  await act(async () => answer('premium'));
  expect(green()).not.toBeNull();
  expect(above(green(), cards())).toBe(false);
  expect(
    screen.getAllByRole('button', { name: 'Вече абониран' }).map((button) => button.hasAttribute('disabled')),
  ).toEqual([true, true]);
  expect(screen.getByRole('button', { name: 'Започнете безплатно' }).hasAttribute('disabled')).toBe(false);
});

test('/check shows that it is loading, and redirects after the answer', async () => {
  signedIn('free');
  open('/check');
  expect(screen.getAllByText('Checking subscription status...').length).toBeGreaterThan(0);
  await act(async () => answer('pro'));
  expect(screen.getByText('elsewhere')).toBeTruthy();
});
