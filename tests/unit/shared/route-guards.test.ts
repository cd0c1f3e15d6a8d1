import { matchPath } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { routes } from '@/app/routing/routes';
import type { Device } from '@/shared/entitlements';
import {
  type AccountFacts,
  afterCheck,
  type Decision,
  decide,
  type Facts,
  isDoNotDisturb,
} from '@/shared/route-guards';

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

/** Turns a pattern of the route table into a concrete URL. */
const addressOf = (pattern: string) => pattern.replace(/\/:\w+\?/g, '').replace(/:\w+/g, 'x');

const facts = (path: string, who: Who, device: Device, online: boolean, more: Partial<Facts> = {}): Facts => ({
  path,
  search: '',
  section: routes.find((rule) => matchPath(rule.path, path))?.section ?? null,
  guard: routes.find((rule) => matchPath(rule.path, path))?.guard ?? 'public',
  device,
  account: accounts[who],
  online,
  checkFailed: false,
  pendingPlan: false,
  from: null,
  ...more,
});

/** A decision as one word: `show`, `ask`, `connect`, or the target URL. */
const word = (decision: Decision) => (decision.kind === 'redirect' ? decision.to : decision.kind);
const goes = (path: string, who: Who, device: Device = 'desktop', online = true, more: Partial<Facts> = {}) =>
  word(decide(facts(path, who, device, online, more)));

const PROTECTED = '/pricing?fromProtected=true';
const subscriberPaths = routes.filter(({ guard }) => guard === 'subscriber').map(({ path }) => addressOf(path));

// route-matrix.test.tsx checks the target of every account and device; this file checks an unknown plan and general rules.
describe('the guards of the route table', () => {
  test.each(subscriberPaths)(
    '%s waits for an unknown plan, and uses the known state when the server does not answer',
    (path) => {
      expect(goes(path, 'unknown')).toBe('ask');
      expect(goes(path, 'unknown', 'desktop', true, { checkFailed: true })).toBe(PROTECTED);
      expect(goes(path, 'unknown', 'desktop', false)).toBe(PROTECTED);
      expect(goes(path, 'stale')).toBe('ask');
      expect(goes(path, 'stale', 'desktop', true, { checkFailed: true })).toBe('connect');
      expect(goes(path, 'stale', 'desktop', false)).toBe('connect');
    },
  );

  test('routes that only need a sign-in do not need a plan', () => {
    for (const path of ['/check', '/dashboard_free', '/free-settings', '/video-free/x'])
      for (const who of ['unknown', 'stale'] as const)
        expect([path, who, goes(path, who)]).toEqual([path, who, 'show']);
    expect(goes('/admin/dashboard', 'stale')).toBe('/admin/login');
  });

  test('a redirect to the sign-in or to the plans keeps the requested page', () => {
    expect(decide(facts('/course/x', 'nobody', 'desktop', true))).toMatchObject({ remember: true });
    expect(decide(facts('/course/x', 'free', 'desktop', true))).toMatchObject({ to: PROTECTED, remember: true });
    // The redirect leads directly to /pricing_mobile, because a redirect through /pricing would lose the requested page.
    expect(decide(facts('/course/x', 'free', 'installed', true))).toMatchObject({
      to: '/pricing_mobile?fromProtected=true',
      remember: true,
    });
  });

  test('every URL has a decision for every account on every device, and none redirects to itself', () => {
    for (const { path } of routes)
      for (const who of Object.keys(accounts) as Who[])
        for (const device of devices)
          for (const online of [true, false]) {
            const decided = goes(addressOf(path), who, device, online);
            expect([path, who, device, online, decided]).not.toEqual([path, who, device, online, addressOf(path)]);
          }
  });

  test('redirects always end', () => {
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

test('/pricing leads phones to /pricing_mobile with its query', () => {
  for (const device of ['mobile-browser', 'installed', 'native'] as const)
    expect(goes('/pricing', 'nobody', device, true, { search: '?fromProtected=true' })).toBe(
      '/pricing_mobile?fromProtected=true',
    );
});

test('an installed app without a network keeps the section, the course and the event of a link', () => {
  const opened = (path: string, search: string) => goes(path, 'pro', 'installed', false, { search });
  expect(opened('/dashboard', '?section=events&event=e1')).toBe('/offline-dashboard?section=events&event=e1');
  expect(opened('/dashboard', '?section=courses&course=c1')).toBe('/offline-dashboard?section=courses&course=c1');
  expect(opened('/dashboard', '?search')).toBe('/offline-dashboard');
});

test('/check leads subscribers to /dashboard and everyone else to /dashboard_free', () => {
  expect([afterCheck('pro'), afterCheck('premium'), afterCheck('free'), afterCheck(null)]).toEqual([
    '/dashboard',
    '/dashboard',
    '/dashboard_free',
    '/dashboard_free',
  ]);
});

test('lessons and quizzes are never interrupted, other screens may be', () => {
  expect(['/video/1', '/video/1/2', '/video-free/1', '/test/1'].map(isDoNotDisturb)).toEqual([true, true, true, true]);
  expect(['/dashboard', '/course/1', '/', '/login', '/offline-videos'].map(isDoNotDisturb)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});
