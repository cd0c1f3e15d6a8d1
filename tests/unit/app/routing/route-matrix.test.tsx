// @vitest-environment happy-dom

import { act, cleanup, render } from '@testing-library/react';
import { MemoryRouter, matchPath } from 'react-router-dom';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { routes } from '@/app/routing/routes';
import { SiteHeader } from '@/app/site-header';
import { useSession } from '@/device/session/session-store';
import type { LocalIdentity } from '@/shared/identity';
import { STORAGE_KEYS } from '@/shared/names';
import { endOf, openRoute, settled } from '../../../helpers/open-route';

// Opens every URL for every account on every device, online and offline, through the guards as the app mounts them.
// The expectations are copied from specification 1 §2 (decisions 11 and 15), never computed.

/** Where a URL leads: `.` = the URL stays, otherwise the target. Columns: desktop, mobile browser, installed app; each online, then offline. */
const kinds = {
  open: `
    anonymous  .  .   .  .   .  .
    free       .  .   .  .   .  .
    pro        .  .   .  .   .  .
    premium    .  .   .  .   .  .
    admin      .  .   .  .   .  .`,
  openButOfflineInTheApp: `
    anonymous  .  .   .  .   .  /offline-dashboard
    free       .  .   .  .   .  /offline-dashboard
    pro        .  .   .  .   .  /offline-dashboard
    premium    .  .   .  .   .  /offline-dashboard
    admin      .  .   .  .   .  /offline-dashboard`,
  landing: `
    anonymous  .  .   /login  /login              /native-welcome  /native-welcome
    free       .  .   /check  /offline-dashboard  /check           /offline-dashboard
    pro        .  .   /check  /offline-dashboard  /check           /offline-dashboard
    premium    .  .   /check  /offline-dashboard  /check           /offline-dashboard
    admin      .  .   /check  /offline-dashboard  /check           /offline-dashboard`,
  welcome: `
    anonymous  /       /        /login  /login   .       .
    free       /check  /check   /check  /check   /check  /check
    pro        /check  /check   /check  /check   /check  /check
    premium    /check  /check   /check  /check   /check  /check
    admin      /check  /check   /check  /check   /check  /check`,
  pricing: `
    anonymous  .  .   /pricing_mobile  /pricing_mobile   /pricing_mobile  /pricing_mobile
    free       .  .   /pricing_mobile  /pricing_mobile   /pricing_mobile  /pricing_mobile
    pro        .  .   /pricing_mobile  /pricing_mobile   /pricing_mobile  /pricing_mobile
    premium    .  .   /pricing_mobile  /pricing_mobile   /pricing_mobile  /pricing_mobile
    admin      .  .   /pricing_mobile  /pricing_mobile   /pricing_mobile  /pricing_mobile`,
  forTheSignedOut: `
    anonymous  .       .        .       .        .       .
    free       /check  /check   /check  /check   /check  /check
    pro        /check  /check   /check  /check   /check  /check
    premium    /check  /check   /check  /check   /check  /check
    admin      /check  /check   /check  /check   /check  /check`,
  login: `
    anonymous  /login  /login   /login  /login   /login  /login
    free       .  .   .  .   .  .
    pro        .  .   .  .   .  .
    premium    .  .   .  .   .  .
    admin      .  .   .  .   .  .`,
  freeDashboard: `
    anonymous  /login  /login   /login  /login   /login  /offline-dashboard
    free       .  .   .  .   .  /offline-dashboard
    pro        /dashboard  /dashboard   /dashboard  /dashboard   /dashboard  /offline-dashboard
    premium    /dashboard  /dashboard   /dashboard  /dashboard   /dashboard  /offline-dashboard
    admin      /dashboard  /dashboard   /dashboard  /dashboard   /dashboard  /offline-dashboard`,
  subscriber: `
    anonymous  /login  /login   /login  /login   /login  /login
    free       /pricing?fromProtected=true  /pricing?fromProtected=true   /pricing_mobile?fromProtected=true  /pricing_mobile?fromProtected=true   /pricing_mobile?fromProtected=true  /pricing_mobile?fromProtected=true
    pro        .  .   .  .   .  .
    premium    .  .   .  .   .  .
    admin      .  .   .  .   .  .`,
  subscriberOfflineInTheApp: `
    anonymous  /login  /login   /login  /login   /login  /offline-dashboard
    free       /pricing?fromProtected=true  /pricing?fromProtected=true   /pricing_mobile?fromProtected=true  /pricing_mobile?fromProtected=true   /pricing_mobile?fromProtected=true  /offline-dashboard
    pro        .  .   .  .   .  /offline-dashboard
    premium    .  .   .  .   .  /offline-dashboard
    admin      .  .   .  .   .  /offline-dashboard`,
  administrators: `
    anonymous  /admin/login  /admin/login   /admin/login  /admin/login   /admin/login  /admin/login
    free       /admin/login  /admin/login   /admin/login  /admin/login   /admin/login  /admin/login
    pro        /admin/login  /admin/login   /admin/login  /admin/login   /admin/login  /admin/login
    premium    /admin/login  /admin/login   /admin/login  /admin/login   /admin/login  /admin/login
    admin      .  .   .  .   .  .`,
  administratorsSignIn: `
    anonymous  .  .   .  .   .  .
    free       .  .   .  .   .  .
    pro        .  .   .  .   .  .
    premium    .  .   .  .   .  .
    admin      /admin/dashboard  /admin/dashboard   /admin/dashboard  /admin/dashboard   /admin/dashboard  /admin/dashboard`,
} as const;

/** All routes (specifications 1 §2 and 3 §2): URL, kind, site header or none, and the query that the offline home keeps. */
const table: [address: string, kind: keyof typeof kinds, above: 'header' | 'bare', keeps?: string][] = [
  ['/', 'landing', 'header'],
  ['/native-welcome', 'welcome', 'bare'],
  ['/check', 'login', 'header'],
  ['/dashboard', 'subscriberOfflineInTheApp', 'bare'],
  ['/dashboard?section=activity', 'subscriberOfflineInTheApp', 'bare', '?section=activity'],
  ['/dashboard?section=courses&course=c1', 'subscriberOfflineInTheApp', 'bare', '?section=courses&course=c1'],
  ['/dashboard_free?section=courses', 'freeDashboard', 'bare', '?section=courses'],
  ['/dashboard_free', 'freeDashboard', 'bare'],
  ['/offline-dashboard', 'open', 'bare'],
  ['/notifications', 'subscriberOfflineInTheApp', 'bare', '?section=notifications'],
  ['/dashboard/overview', 'subscriberOfflineInTheApp', 'bare'],
  ['/dashboard/students', 'subscriberOfflineInTheApp', 'bare'],
  ['/dashboard/courses', 'subscriberOfflineInTheApp', 'bare'],
  ['/dashboard/analytics', 'subscriberOfflineInTheApp', 'bare'],
  ['/dashboard/community', 'subscriberOfflineInTheApp', 'bare'],
  ['/dashboard/revenue', 'subscriberOfflineInTheApp', 'bare'],
  ['/dashboard/integrations', 'openButOfflineInTheApp', 'bare'],
  ['/dashboard/faq', 'openButOfflineInTheApp', 'bare'],
  ['/overview', 'subscriber', 'bare'],
  ['/students', 'subscriber', 'bare'],
  ['/courses', 'subscriber', 'bare'],
  ['/analytics', 'subscriber', 'bare'],
  ['/community', 'subscriber', 'bare'],
  ['/revenue', 'subscriber', 'bare'],
  ['/integrations', 'open', 'bare'],
  ['/faq', 'open', 'bare'],
  ['/dashboard/certificates', 'subscriberOfflineInTheApp', 'bare', '?section=certificates'],
  ['/pricing', 'pricing', 'header'],
  ['/pricing_mobile', 'open', 'header'],
  ['/tos_mobile', 'open', 'header'],
  ['/pp_mobile', 'open', 'header'],
  ['/refund_mobile', 'open', 'header'],
  ['/contact', 'open', 'header'],
  ['/login', 'forTheSignedOut', 'header'],
  ['/register', 'forTheSignedOut', 'header'],
  ['/login/link', 'open', 'header'],
  ['/certificate/7K2M-9QXP-3RTD-V8WN', 'open', 'header'],
  ['/demo', 'open', 'header'],
  ['/settings', 'subscriberOfflineInTheApp', 'bare', '?section=settings'],
  ['/settings?tab=device', 'subscriberOfflineInTheApp', 'bare', '?tab=device&section=settings'],
  ['/free-settings', 'login', 'bare'],
  ['/course/c1', 'subscriberOfflineInTheApp', 'bare', '?section=courses&course=c1'],
  ['/video/v1', 'subscriberOfflineInTheApp', 'bare', '?video=v1'],
  ['/video/v1/c1', 'subscriberOfflineInTheApp', 'bare', '?video=v1'],
  ['/video-free/v1', 'login', 'bare'],
  ['/offline-videos', 'subscriber', 'header'],
  ['/model', 'open', 'bare'],
  ['/test/t1', 'subscriber', 'bare'],
  ['/news/a-slug', 'subscriber', 'bare'],
  ['/store', 'open', 'bare'],
  ['/store/product/p1', 'open', 'bare'],
  ['/cart', 'open', 'bare'],
  ['/checkout', 'open', 'bare'],
  ['/checkout/success', 'open', 'bare'],
  ['/checkout/cancel', 'open', 'bare'],
  ['/admin/login', 'administratorsSignIn', 'bare'],
  ['/admin/dashboard', 'administrators', 'bare'],
  ['/admin/store', 'administrators', 'bare'],
  ['/admin/course-creator', 'administrators', 'bare'],
  ['/admin/supabase-builder', 'administrators', 'bare'],
  ['/admin/courses', 'administrators', 'bare'],
  ['/admin/course-editor/c1', 'administrators', 'bare'],
  ['/admin/video-upload/c1', 'administrators', 'bare'],
  ['/admin/video-edit/c1/v1', 'administrators', 'bare'],
  ['/admin/test-builder/c1?videoId=v1', 'administrators', 'bare'],
  ['/admin/test-editor/t1', 'administrators', 'bare'],
  ['/admin/course-settings/c1', 'administrators', 'bare'],
  ['/no-such-page', 'open', 'bare'],
  ['/dashboard/no-such-page', 'openButOfflineInTheApp', 'bare'],
];

const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36';

/** The devices and their column in `kinds`; the specification treats the installed app and the store app alike. */
const devices = [
  { name: 'desktop', column: 0, userAgent: MAC, standalone: false, native: false },
  { name: 'a window of its own on a desktop', column: 0, userAgent: MAC, standalone: true, native: false },
  { name: 'mobile browser', column: 2, userAgent: ANDROID, standalone: false, native: false },
  { name: 'installed app', column: 4, userAgent: ANDROID, standalone: true, native: false },
  { name: 'native app', column: 4, userAgent: ANDROID, standalone: false, native: true },
];

const signedIn = (plan: LocalIdentity['plan'], is_admin = false): LocalIdentity => ({
  uid: '11111111-2222-4333-8444-555555555555',
  email: 'ivan@sloy.test',
  full_name: 'Иван',
  plan,
  plan_checked_at: Date.now(),
  is_admin,
});
const accounts: Record<string, LocalIdentity | null> = {
  anonymous: null,
  free: signedIn('free'),
  pro: signedIn('pro'),
  premium: signedIn('premium'),
  admin: signedIn('premium', true),
};

function be({ userAgent, standalone, native }: (typeof devices)[number], online = true) {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  vi.stubGlobal('matchMedia', () => ({ matches: standalone }));
  vi.stubGlobal('Capacitor', native ? { isNativePlatform: () => true } : undefined);
}

const ruleOf = (address: string) => routes.find(({ path }) => matchPath(path, address.split('?')[0] ?? ''));

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  sessionStorage.clear();
  useSession.setState({ identity: null, left: false });
});

test('the table contains every route of the product', () => {
  expect(new Set(table.map(([address]) => ruleOf(address)?.path))).toEqual(new Set(routes.map((rule) => rule.path)));
});

describe.each(table)('%s', (address, kind, above, keeps = '') => {
  test('leads each account on each device, with and without a network, to the specified page', async () => {
    const expected: Record<string, string> = {};
    const found: Record<string, string> = {};
    for (const line of kinds[kind].trim().split('\n')) {
      const [who = '', ...ends] = line.trim().split(/\s+/);
      expect([who, ends.length, who in accounts]).toEqual([who, 6, true]);
      useSession.setState({ identity: accounts[who] ?? null, left: false });
      for (const device of devices)
        for (const online of [true, false]) {
          be(device, online);
          const key = `${who}, ${device.name}, ${online ? 'online' : 'offline'}`;
          const end = ends[device.column + (online ? 0 : 1)] ?? '';
          expected[key] = end === '.' ? address : end.endsWith('dashboard') ? end + keeps : end;
          found[key] = await endOf(address);
        }
    }
    expect(found).toEqual(expected);
  });

  test(`is shown ${above === 'header' ? 'under the site header' : 'without the site header'}`, () => {
    expect(ruleOf(address)?.header).toBe(above === 'header');
  });
});

test('the site header is shown on a desktop and never on a phone or in the app', () => {
  const shown = devices.map((device) => {
    be(device);
    const { container, unmount } = render(<SiteHeader />, { wrapper: MemoryRouter });
    const header = container.querySelector('header') !== null;
    unmount();
    return header;
  });
  expect(shown).toEqual([true, true, false, false, false]);
});

describe('after signing in', () => {
  const [desktop, , mobile] = devices as [(typeof devices)[0], (typeof devices)[0], (typeof devices)[0]];
  const signIn = async (as: string) => {
    act(() => useSession.setState({ identity: accounts[as] ?? null, left: false }));
    await settled();
  };

  test.each([
    ['/course/c1?lesson=2', 'pro', desktop, '/course/c1?lesson=2'],
    ['/course/c1', 'free', desktop, '/pricing?fromProtected=true'],
    ['/free-settings', 'free', mobile, '/free-settings'],
    ['/login', 'pro', desktop, '/check'],
    ['/register', 'free', mobile, '/check'],
    ['/admin/dashboard?section=users&page=2', 'admin', desktop, '/admin/dashboard?section=users&page=2'],
    ['/admin/login', 'admin', desktop, '/admin/dashboard'],
  ])('a visitor who requested %s and signs in as %s returns to it', async (address, who, device, end) => {
    be(device);
    const { container } = await openRoute(address);
    expect(container.textContent).toMatch(/^\/(login|register|admin\/login)$/);
    await signIn(who);
    expect(container.textContent).toBe(end);
  });

  test.each([
    ['/login', desktop, '/pricing'],
    ['/register', desktop, '/pricing'],
    ['/course/c1', desktop, '/pricing'],
    ['/login', mobile, '/pricing_mobile'],
  ])('a plan that was chosen before leads to the checkout first: from %s', async (address, device, end) => {
    be(device);
    sessionStorage.setItem(STORAGE_KEYS.pendingPlan, '{"planId":"pro","billingPeriod":"monthly"}');
    const { container } = await openRoute(address);
    await signIn('free');
    expect(container.textContent).toBe(end);
  });

  test('the return URL of one account does not apply to the next', async () => {
    be(desktop);
    useSession.setState({ identity: accounts.pro ?? null });
    const { container } = await openRoute('/course/c1');
    act(() => useSession.setState({ identity: null, left: true }));
    await settled();
    expect(container.textContent).toBe('/login');
    await signIn('premium');
    expect(container.textContent).toBe('/check');
  });
});

test('a lost network does not leave a lesson; the next URL is decided again', async () => {
  be(devices[3] as (typeof devices)[0]);
  useSession.setState({ identity: accounts.premium ?? null });
  const { container } = await openRoute('/video/v1/c1');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => useSession.setState({ identity: { ...signedIn('premium'), full_name: 'Иван Петров' } }));
  await settled();
  expect(container.textContent).toBe('/video/v1/c1');
  expect(await endOf('/video/v1/c1')).toBe('/offline-dashboard?video=v1');
});
