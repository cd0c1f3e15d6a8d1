import { expect, test } from 'vitest';
import {
  canDownload,
  effectivePlan,
  isSubscriber,
  leaseOf,
  mayPlayDownloads,
  mayPlayLesson,
  mayReadCourse,
  mayReadNews,
  planOf,
} from '@/shared/entitlements';
import { OFFLINE_LEASE_DAYS } from '@/shared/limits';

const NOW = Date.UTC(2026, 10, 20);
const DAY = 86_400_000;
const identity = (plan: 'free' | 'pro' | 'premium' | null, ageDays: number | null) => ({
  plan,
  plan_checked_at: ageDays === null ? null : NOW - ageDays * DAY,
});

test('a stored answer is valid for exactly thirty days', () => {
  expect(OFFLINE_LEASE_DAYS).toBe(30);
  expect(leaseOf(identity('pro', 0), NOW)).toBe('valid');
  expect(leaseOf(identity('pro', 30), NOW)).toBe('valid');
  expect(leaseOf(identity('pro', 30.001), NOW)).toBe('expired');
});

test('an account without an answer has no lease, and an answer without a time is none', () => {
  expect(leaseOf(identity(null, null), NOW)).toBe('never');
  expect(leaseOf(identity(null, 1), NOW)).toBe('never');
  expect(leaseOf(identity('premium', null), NOW)).toBe('never');
});

test('a clock that was set back does not extend the lease', () => {
  expect(leaseOf(identity('pro', -0.5), NOW)).toBe('valid');
  expect(leaseOf(identity('pro', -400), NOW)).toBe('expired');
});

test('after the lease the plan counts as free', () => {
  expect(effectivePlan(identity('premium', 29), NOW)).toBe('premium');
  expect(effectivePlan(identity('premium', 31), NOW)).toBe('free');
  expect(effectivePlan(identity(null, null), NOW)).toBe('free');
});

test('a subscription row gives one plan, and no row means free', () => {
  expect(planOf(null)).toBe('free');
  expect(planOf({ has_pro_plan: false, has_premium_plan: false })).toBe('free');
  expect(planOf({ has_pro_plan: true, has_premium_plan: false })).toBe('pro');
  expect(planOf({ has_pro_plan: false, has_premium_plan: true })).toBe('premium');
  expect(planOf({ has_pro_plan: true, has_premium_plan: true })).toBe('premium');
});

test('courses open by plan: free for all, basic for both paid plans, premium for premium', () => {
  const opened = (['free', 'pro', 'premium'] as const).map((plan) =>
    (['free', 'basic', 'premium'] as const).filter((course) => mayReadCourse(plan, course)),
  );
  expect(opened).toEqual([['free'], ['free', 'basic'], ['free', 'basic', 'premium']]);
});

test('downloads require premium and a phone', () => {
  expect(canDownload('premium', 'mobile-browser')).toBe(true);
  expect(canDownload('premium', 'installed')).toBe(true);
  expect(canDownload('premium', 'native')).toBe(true);
  expect(canDownload('premium', 'desktop')).toBe(false);
  expect(canDownload('pro', 'native')).toBe(false);
  expect(canDownload('free', 'native')).toBe(false);
});

test('a lesson requires the plan of its course, a preview plays for everyone', () => {
  const lesson = { is_free_preview: false };
  const preview = { is_free_preview: true };
  expect([mayPlayLesson('free', 'free', lesson), mayPlayLesson('free', 'basic', lesson)]).toEqual([true, false]);
  expect([mayPlayLesson('pro', 'basic', lesson), mayPlayLesson('pro', 'premium', lesson)]).toEqual([true, false]);
  expect([mayPlayLesson('free', 'premium', preview), mayPlayLesson('premium', 'premium', lesson)]).toEqual([
    true,
    true,
  ]);
});

test('downloads play for premium only', () => {
  expect([mayPlayDownloads('free'), mayPlayDownloads('pro'), mayPlayDownloads('premium')]).toEqual([
    false,
    false,
    true,
  ]);
});

test('articles require premium', () => {
  expect([mayReadNews('pro'), mayReadNews('premium')]).toEqual([false, true]);
  expect([isSubscriber(null), isSubscriber('free'), isSubscriber('pro')]).toEqual([false, false, true]);
});
