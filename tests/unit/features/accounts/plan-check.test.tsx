// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter, parsePath, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { updateIdentity, useSession } from '@/device/session/session-store';
import { CheckPage } from '@/features/accounts/check-page';
import { PricingPage } from '@/features/billing/pricing-page';
import type { Plan } from '@/shared/entitlements';
import { WANTED_PAGE_KEY } from '@/shared/names';
import { pressedHref } from '@/shared/paths';

// While the plan is being checked, the screens show that they are loading; after the response, they show or open the right page (specification 1
// §2, §4). The test controls the response.

const uid = '11111111-2222-4333-8444-0000000000bb';
let answer: ((plan: Plan) => void) | undefined;
vi.mock('@/device/session/requests', () => ({
  checkPlan: () =>
    new Promise<Plan>((resolve) => {
      answer = (plan) => {
        updateIdentity(uid, { plan, plan_checked_at: Date.now() });
        resolve(plan);
      };
    }),
}));

/** Answers the check, which a slow screen may not have asked for yet. */
async function planArrives(plan: Plan) {
  await vi.waitFor(() => expect(answer).toBeDefined());
  await act(async () => answer?.(plan));
  answer = undefined;
}

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

function Elsewhere() {
  const { pathname, search } = useLocation();
  return <p>elsewhere: {pathname + search}</p>;
}

/** Opens a path and waits for the screen's code, which differs for a visitor and for an account. */
async function open(path: string, state?: object) {
  render(
    <MemoryRouter initialEntries={[{ ...parsePath(path), state }]}>
      <Routes>
        <Route path="/pricing" element={<PricingPage />} />
        <Route path="/check" element={<CheckPage />} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>
    </MemoryRouter>,
  );
  if (path.startsWith('/pricing')) await screen.findByRole('heading', { level: 1 }, { timeout: 10_000 });
}
const target = () => screen.getByText(/^elsewhere/).textContent?.split(': ')[1];
const green = () => screen.queryByText('Вече имате активен абонамент. Можете да го управлявате от таблото.');
const above = (one: Element | null, other: Element) =>
  Boolean(one && one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
const cards = () => screen.getByRole('region', { name: 'Free' });

test('while the plan is loading the buttons wait; then they show what can be chosen', async () => {
  signedIn('free');
  await open('/pricing');
  const waiting = screen.getAllByRole('button', { name: 'Зарежда...' });
  expect(waiting.map((button) => button.hasAttribute('disabled'))).toEqual([true, true, true]);
  await planArrives('free');
  expect(screen.queryByRole('button', { name: 'Зарежда...' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Изберете Premium' }).hasAttribute('disabled')).toBe(false);
  expect(green()).toBeNull();
});

test('a known subscription is shown above the cards; one that arrives late below, without moving them', async () => {
  signedIn('pro');
  await open('/pricing');
  expect(above(green(), cards())).toBe(true);
  cleanup();
  signedIn('free');
  await open('/pricing');
  await planArrives('premium');
  expect(green()).not.toBeNull();
  expect(above(green(), cards())).toBe(false);
  expect(
    screen.getAllByRole('button', { name: 'Вече абониран' }).map((button) => button.hasAttribute('disabled')),
  ).toEqual([true, true]);
  expect(screen.getByRole('button', { name: 'Започнете безплатно' }).hasAttribute('disabled')).toBe(false);
});

test('a free account that was led here from a lesson opens its free part, and the lesson once it has a plan', async () => {
  signedIn('free');
  await open('/pricing?fromProtected=true', { from: '/video/v1/c1?t=30' });
  const href = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href');
  expect(href('Безплатната част')).toBe('/video-free/v1?t=30');
  expect(href('Към страницата, която търсехте')).toBeUndefined();
  await planArrives('premium');
  expect(href('Към страницата, която търсехте')).toBe('/video/v1/c1?t=30');
  cleanup();
  signedIn('free');
  await open('/pricing?fromProtected=true', { from: '//evil.test/' });
  await planArrives('premium');
  expect(href('Към таблото')).toBe('/check');
});

test('/check shows that it is loading, and redirects after the answer', async () => {
  signedIn('free');
  await open('/check');
  expect(screen.getAllByText('Checking subscription status...').length).toBeGreaterThan(0);
  await planArrives('pro');
  expect(target()).toBe('/dashboard');
});

test('/check opens the page of a pressed notification, or its free part, which leads to the page after a payment', async () => {
  signedIn('pro');
  await open(pressedHref('/course/c1?t=1'));
  expect(target()).toBe('/course/c1?t=1');
  expect(sessionStorage.getItem(WANTED_PAGE_KEY)).toBeNull();
  cleanup();
  signedIn('free');
  await open(pressedHref('/video/v1/c1'));
  await planArrives('free');
  expect(target()).toBe('/video-free/v1');
  expect(sessionStorage.getItem(WANTED_PAGE_KEY)).toBe('/video/v1/c1');
  sessionStorage.clear();
  cleanup();
  // The plan was bought on another device: the server's answer decides, not the plan that this device has stored.
  signedIn('free');
  await open(pressedHref('/video/v1/c1'));
  await planArrives('premium');
  expect(target()).toBe('/video/v1/c1');
  cleanup();
  await open('/check?to=//evil.test/');
  expect(target()).toBe('/dashboard');
});
