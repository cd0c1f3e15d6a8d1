import { matchPath } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { routes } from '@/app/routes';
import type { Device } from '@/domain/entitlements';
import { type AccountFacts, afterCheck, type Decision, decide, type Facts, isUndisturbed } from '@/domain/redirects';

const accounts = {
  nobody: null,
  free: { plan: 'free', lease: 'valid', isAdmin: false },
  pro: { plan: 'pro', lease: 'valid', isAdmin: false },
  premium: { plan: 'premium', lease: 'valid', isAdmin: false },
  admin: { plan: 'premium', lease: 'valid', isAdmin: true },
  unknown: { plan: null, lease: 'never', isAdmin: false },
  stale: { plan: 'premium', lease: 'expired', isAdmin: false },
} satisfies Record<string, AccountFacts | null>;

type Who = keyof typeof accounts;
const devices: Device[] = ['desktop', 'mobile-browser', 'installed', 'native'];

/** A real address for every pattern of the route table. */
const addressOf = (pattern: string) => pattern.replace(/\/:\w+\?/g, '').replace(/:\w+/g, 'x');

const facts = (path: string, who: Who, device: Device, online: boolean, more: Partial<Facts> = {}): Facts => ({
  path,
  search: '',
  guard: routes.find((rule) => matchPath(rule.path, path))?.guard ?? 'public',
  device,
  account: accounts[who],
  online,
  checkFailed: false,
  pendingPlan: false,
  from: null,
  ...more,
});

/** A decision in one word: `show`, `ask`, `connect`, or the address it leads to. */
const word = (decision: Decision) => (decision.kind === 'redirect' ? decision.to : decision.kind);
const goes = (path: string, who: Who, device: Device = 'desktop', online = true, more: Partial<Facts> = {}) =>
  word(decide(facts(path, who, device, online, more)));

const PROTECTED = '/pricing?fromProtected=true';
const subscriberPaths = routes.filter(({ guard }) => guard === 'subscriber').map(({ path }) => addressOf(path));
const loginPaths = routes.filter(({ guard }) => guard === 'login').map(({ path }) => addressOf(path));
const adminPaths = routes.filter(({ guard }) => guard === 'admin').map(({ path }) => addressOf(path));

describe('the guards of the route table', () => {
  test('every address of the specification is in the table with its guard', () => {
    const guardOf = (path: string) => routes.find((rule) => matchPath(rule.path, path))?.guard;
    expect(subscriberPaths).toEqual(
      expect.arrayContaining([
        '/dashboard',
        '/notifications',
        '/dashboard/certificates',
        '/settings',
        '/course/x',
        '/video/x',
        '/offline-videos',
        '/test',
        '/news/x',
        '/dashboard/overview',
        '/dashboard/students',
        '/dashboard/courses',
        '/dashboard/analytics',
        '/dashboard/community',
        '/dashboard/revenue',
      ]),
    );
    expect(loginPaths.sort()).toEqual(['/check', '/dashboard_free', '/free-settings', '/video-free/x']);
    for (const path of [
      '/',
      '/offline-dashboard',
      '/pricing',
      '/pricing_mobile',
      '/tos_mobile',
      '/pp_mobile',
      '/refund_mobile',
      '/login',
      '/register',
      '/demo',
      '/store',
      '/store/product/1',
      '/cart',
      '/checkout',
      '/checkout/success',
      '/checkout/cancel',
      '/admin/login',
      '/dashboard/faq',
      '/dashboard/integrations',
    ])
      expect([path, guardOf(path)]).toEqual([path, 'public']);
    expect(guardOf('/native-welcome')).toBe('native');
    expect(adminPaths).toHaveLength(11);
    expect(guardOf('/video/v1/c1')).toBe('subscriber');
    expect(guardOf('/no/such/page')).toBeUndefined();
  });

  test.each(subscriberPaths)('%s shows to subscribers, asks for a plan nobody knows, and leads others away', (path) => {
    expect(goes(path, 'nobody')).toBe('/login');
    expect(goes(path, 'free')).toBe(PROTECTED);
    expect(goes(path, 'pro')).toBe('show');
    expect(goes(path, 'premium')).toBe('show');
    expect(goes(path, 'unknown')).toBe('ask');
    expect(goes(path, 'unknown', 'desktop', true, { checkFailed: true })).toBe(PROTECTED);
    expect(goes(path, 'unknown', 'desktop', false)).toBe(PROTECTED);
    expect(goes(path, 'stale')).toBe('ask');
    expect(goes(path, 'stale', 'desktop', true, { checkFailed: true })).toBe('connect');
    expect(goes(path, 'stale', 'desktop', false)).toBe('connect');
  });

  test.each(subscriberPaths)('%s opens offline on a desktop while the lease holds', (path) => {
    expect(goes(path, 'pro', 'desktop', false)).toBe('show');
    expect(goes(path, 'pro', 'mobile-browser', false)).toBe('show');
  });

  test.each(loginPaths)('%s asks only for somebody to be signed in', (path) => {
    expect(goes(path, 'nobody')).toBe('/login');
    for (const who of ['free', 'pro', 'premium', 'unknown', 'stale'] as const) expect([who, goes(path, who)]).toEqual([who, 'show']);
  });

  test.each(adminPaths)('%s is for administrators', (path) => {
    for (const who of ['nobody', 'free', 'premium', 'stale'] as const) expect([who, goes(path, who)]).toEqual([who, '/admin/login']);
    expect(goes(path, 'admin')).toBe('show');
  });

  test('an administrator on the administrators’ sign-in goes to the console', () => {
    expect(goes('/admin/login', 'admin')).toBe('/admin/dashboard');
    expect(goes('/admin/login', 'premium')).toBe('show');
  });

  test('being sent to sign in is remembered, being sent to the plans is not', () => {
    expect(decide(facts('/course/x', 'nobody', 'desktop', true))).toMatchObject({ remember: true });
    expect(decide(facts('/course/x', 'free', 'desktop', true))).not.toHaveProperty('remember');
  });

  test('every address gives every account on every device a decision, and no decision leads to where it came from', () => {
    for (const { path } of routes)
      for (const who of Object.keys(accounts) as Who[])
        for (const device of devices)
          for (const online of [true, false]) {
            const decided = goes(addressOf(path), who, device, online);
            expect([path, who, device, online, decided]).not.toEqual([path, who, device, online, addressOf(path)]);
          }
  });

  test('following the redirects always comes to rest', () => {
    for (const { path } of routes)
      for (const who of Object.keys(accounts) as Who[])
        for (const device of devices)
          for (const online of [true, false]) {
            let at = addressOf(path);
            const way = [at];
            for (let step = 0; step < 6; step++) {
              const [pathname = '', query] = at.split('?');
              const decision = decide({ ...facts(pathname, who, device, online), search: query ? `?${query}` : '' });
              if (decision.kind !== 'redirect') break;
              at = decision.to;
              way.push(at);
            }
            expect([who, device, online, way.length < 6, way]).toEqual([who, device, online, true, way]);
          }
  });
});

describe('the landing page and the native welcome', () => {
  test.each<[Who, Device, boolean, string]>([
    ['nobody', 'desktop', true, 'show'],
    ['pro', 'desktop', true, 'show'],
    ['nobody', 'mobile-browser', true, '/login'],
    ['free', 'mobile-browser', true, '/check'],
    ['pro', 'mobile-browser', false, '/offline-dashboard'],
    ['nobody', 'installed', true, '/native-welcome'],
    ['nobody', 'native', true, '/native-welcome'],
    ['pro', 'native', true, '/check'],
    ['pro', 'installed', false, '/offline-dashboard'],
  ])('/ for %s on %s, online %s → %s', (who, device, online, expected) => {
    expect(goes('/', who, device, online)).toBe(expected);
  });

  test.each<[Who, Device, string]>([
    ['nobody', 'native', 'show'],
    ['nobody', 'installed', 'show'],
    ['nobody', 'mobile-browser', '/login'],
    ['nobody', 'desktop', '/'],
    ['pro', 'native', '/check'],
    ['pro', 'desktop', '/check'],
  ])('/native-welcome for %s on %s → %s', (who, device, expected) => {
    expect(goes('/native-welcome', who, device)).toBe(expected);
  });
});

describe('plans on phones', () => {
  test('/pricing leads to /pricing_mobile with its question', () => {
    for (const device of ['mobile-browser', 'installed', 'native'] as const)
      expect(goes('/pricing', 'nobody', device, true, { search: '?fromProtected=true' })).toBe('/pricing_mobile?fromProtected=true');
    expect(goes('/pricing', 'nobody')).toBe('show');
  });
});

describe('a mobile app without a network', () => {
  test.each(['/dashboard', '/dashboard_free', '/dashboard/certificates', '/course/x', '/video/x', '/notifications', '/settings'])(
    '%s leads to the offline home in the app and stays in a browser',
    (path) => {
      for (const device of ['installed', 'native'] as const) expect(goes(path, 'pro', device, false)).toBe('/offline-dashboard');
      expect(goes(path, 'pro', 'mobile-browser', false)).toBe('show');
      expect(goes(path, 'pro', 'native', true)).toBe('show');
    },
  );

  test.each(['/test/x', '/video-free/x', '/free-settings', '/offline-dashboard', '/check'])('%s stays', (path) => {
    expect(goes(path, 'pro', 'native', false)).toBe('show');
  });
});

describe('after signing in', () => {
  test.each(['/login', '/register'])('%s leads a signed-in account to the plan it chose, else where it came from, else to /check', (path) => {
    expect(goes(path, 'nobody')).toBe('show');
    expect(goes(path, 'free')).toBe('/check');
    expect(goes(path, 'free', 'desktop', true, { from: '/course/x' })).toBe('/course/x');
    expect(goes(path, 'free', 'desktop', true, { from: '/course/x', pendingPlan: true })).toBe('/pricing');
  });

  test('/check leads subscribers to /dashboard and everyone else to /dashboard_free', () => {
    expect([afterCheck('pro'), afterCheck('premium'), afterCheck('free'), afterCheck(null)]).toEqual([
      '/dashboard',
      '/dashboard',
      '/dashboard_free',
      '/dashboard_free',
    ]);
  });
});

test('the site header stands above the public screens and above none that the specification names', () => {
  const headerOf = (path: string) => routes.find((rule) => matchPath(rule.path, path))?.header;
  for (const path of ['/', '/pricing', '/login', '/register', '/demo']) expect([path, headerOf(path)]).toEqual([path, true]);
  for (const path of [
    '/dashboard',
    '/dashboard_free',
    '/offline-dashboard',
    '/settings',
    '/free-settings',
    '/admin/dashboard',
    '/notifications',
    '/course/x',
    '/video/x',
    '/video-free/x',
    '/store',
    '/cart',
    '/checkout',
    '/native-welcome',
  ])
    expect([path, headerOf(path)]).toEqual([path, false]);
});

test('lessons and tests are never disturbed, other screens may be', () => {
  expect(['/video/1', '/video/1/2', '/video-free/1', '/test/1'].map(isUndisturbed)).toEqual([true, true, true, true]);
  expect(['/dashboard', '/course/1', '/', '/login', '/offline-videos'].map(isUndisturbed)).toEqual([false, false, false, false, false]);
});
