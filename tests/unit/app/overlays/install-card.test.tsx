// @vitest-environment happy-dom

import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BottomCard } from '@/app/overlays/bottom-card';
import { InstallCard } from '@/app/overlays/install-card';
import { forgetInstallEvent, keepInstallEvent } from '@/app/start/install-event';
import { requestInstall, useInstall } from '@/device/install';
import { useSession } from '@/device/session/session-store';
import { STORAGE_KEYS } from '@/shared/names';

const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 7) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148';
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36';
const DAY_MS = 86_400_000;
const NOW = new Date(2026, 10, 23, 12).getTime();

const open = (userAgent: string, path = '/dashboard', standalone = false) => {
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints: /iPhone|Android/.test(userAgent) ? 5 : 0, standalone });
  return render(
    <MemoryRouter initialEntries={[path]}>
      <InstallCard />
    </MemoryRouter>,
  );
};
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const card = () => screen.queryByRole('complementary', { name: 'Install App' });
const press = (name: string) => act(() => screen.getByRole('button', { name }).click());

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  localStorage.clear();
  useInstall.setState({ requested: false, installed: false, settled: false });
});
afterEach(() => {
  cleanup();
  forgetInstallEvent();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the install card appears by itself', () => {
  test('but never in the console', () => {
    open(ANDROID, '/admin/login');
    wait(20_000);
    expect(card()).toBeNull();
  });

  test('not while a text field has the focus', () => {
    const field = document.body.appendChild(document.createElement('input'));
    open(ANDROID, '/login');
    act(() => field.focus());
    wait(6_000);
    expect(card()).toBeNull();
    act(() => field.blur());
    wait(10);
    expect(card()).not.toBeNull();
    field.remove();
  });

  test('five seconds after the load on a phone', () => {
    open(ANDROID);
    wait(4_900);
    expect(card()).toBeNull();
    wait(200);
    expect(card()).not.toBeNull();
  });

  test.each([
    ['never dismissed', null, true],
    ['dismissed just now', NOW, false],
    ['dismissed exactly seven days ago', NOW + 5_001 - 7 * DAY_MS, false],
    ['dismissed more than seven days ago', NOW - 7 * DAY_MS - 1, true],
    ['dismissed at a time that this clock has not reached', NOW + 8 * DAY_MS, true],
  ])('%s', (_, at, comes) => {
    if (at !== null) {
      localStorage.setItem(STORAGE_KEYS.installDismissed, 'true');
      localStorage.setItem(STORAGE_KEYS.installDismissedAt, String(at));
    }
    open(ANDROID);
    wait(5_001);
    expect(card() !== null).toBe(comes);
  });

  test.each([
    ['a desktop', DESKTOP, '/dashboard', false],
    ['the installed app', ANDROID, '/dashboard', true],
    ['a lesson', ANDROID, '/video/v/c', false],
    ['a quiz', ANDROID, '/test/t', false],
  ])('not in %s', (_, agent, path, standalone) => {
    open(agent, path, standalone);
    wait(10_000);
    expect(card()).toBeNull();
  });

  test('not over the screen of an account whose data is still loading', () => {
    const identity = { uid: 'a', email: 'ivan@sloy.test', full_name: 'Иван', is_admin: false } as const;
    useSession.setState({ identity: { ...identity, plan: 'pro', plan_checked_at: NOW } });
    open(ANDROID);
    wait(20_000);
    expect(card()).toBeNull();
    act(() => useInstall.setState({ settled: true }));
    expect(card()).not.toBeNull();
    useSession.setState({ identity: null });
  });

  test('not over another card, but after that one has closed', () => {
    vi.stubGlobal('navigator', { userAgent: ANDROID, maxTouchPoints: 5 });
    const cards = (other: boolean) => (
      <MemoryRouter>
        {other && <BottomCard title="Друга" text="" actions={null} />}
        <InstallCard />
      </MemoryRouter>
    );
    const { rerender } = render(cards(true));
    wait(5_001);
    expect(card()).toBeNull();
    rerender(cards(false));
    expect(card()).not.toBeNull();
  });
});

test('a message about the app takes the place of the install card that is on screen', () => {
  vi.stubGlobal('navigator', { userAgent: ANDROID, maxTouchPoints: 5 });
  const cards = (message: boolean) => (
    <MemoryRouter>
      <InstallCard />
      {message && <BottomCard title="Има нова версия" text="" actions={null} />}
    </MemoryRouter>
  );
  const { rerender } = render(cards(false));
  wait(5_001);
  expect(card()).not.toBeNull();
  rerender(cards(true));
  expect(screen.getByRole('complementary', { name: 'Има нова версия' })).not.toBeNull();
  expect(card()).toBeNull();
  rerender(cards(false));
  expect(card()).not.toBeNull();
});

describe('the steps of the install card', () => {
  test('are three on iOS; the last one closes the card and records the dismissal', () => {
    open(IPHONE);
    wait(5_001);
    expect(screen.getByRole('heading').textContent).toBe('Install App');
    press('Next');
    expect(screen.getByRole('heading').textContent).toBe('Tap Share Button');
    press('Next');
    expect(screen.getByRole('heading').textContent).toBe('Add to Home Screen');
    expect(screen.getByText('Стъпка 3 от 3')).toBeDefined();
    // On iOS, the command is in the list that the share button opens, not in the browser's menu.
    expect(card()?.textContent).toContain('В списъка, който се отвори');
    expect(localStorage.getItem(STORAGE_KEYS.installDismissed)).toBeNull();
    press('Готово');
    expect(card()).toBeNull();
    expect(localStorage.getItem(STORAGE_KEYS.installDismissed)).toBe('true');
    expect(Number(localStorage.getItem(STORAGE_KEYS.installDismissedAt))).toBe(Date.now());
  });

  test('are two elsewhere, and the last one opens the system’s dialog', () => {
    keepInstallEvent();
    const prompt = vi.fn(async () => undefined);
    vi.stubGlobal('navigator', { userAgent: ANDROID, maxTouchPoints: 5 });
    const offered = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
    window.dispatchEvent(offered);
    expect(offered.defaultPrevented).toBe(true);
    open(ANDROID);
    wait(5_001);
    press('Next');
    expect(screen.getByRole('heading').textContent).toBe('Add to Home Screen');
    expect(card()?.textContent).not.toContain('В списъка');
    press('Инсталирайте');
    expect(prompt).toHaveBeenCalledOnce();
    expect(card()).toBeNull();
  });

  test.each([
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Mobile/15E148 [FBAN/FBIOS;FBAV/500.0;]',
    'Mozilla/5.0 (Linux; Android 15) Chrome/156.0 Mobile Safari/537.36 Instagram 350.0',
    'Mozilla/5.0 (Linux; Android 15) Chrome/156.0 Mobile Safari/537.36 Viber/25.0',
  ])('send the learner to the browser in %s', (agent) => {
    open(agent);
    wait(5_001);
    expect(card()?.textContent).toContain('отворете в браузъра');
    press('Затворете');
    expect(card()).toBeNull();
  });
});

test('the learner can open the card, also within the seven days, which then do not restart', () => {
  const at = NOW - DAY_MS;
  localStorage.setItem(STORAGE_KEYS.installDismissed, 'true');
  localStorage.setItem(STORAGE_KEYS.installDismissedAt, String(at));
  open(ANDROID);
  act(requestInstall);
  expect(card()).not.toBeNull();
  act(() => void window.dispatchEvent(new Event('appinstalled')));
  expect(card()).toBeNull();
});
