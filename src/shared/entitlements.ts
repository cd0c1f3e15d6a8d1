/**
 * The rights of each plan, used by guards, screens and downloads.
 * Guarantees: pure; a missing answer never grants anything.
 * Rule: the server is the authority; these rules only decide what is shown and requested.
 */
import { OFFLINE_LEASE_DAYS } from '@/shared/limits';
import type { SubscriptionRow } from './account-rows';
import type { PlanType } from './rows';

export type Plan = 'free' | 'pro' | 'premium';

/** The server's last answer about the plan, and its time (Unix time in ms); null until the first answer. */
export interface PlanAnswer {
  plan: Plan | null;
  plan_checked_at: number | null;
}

/** How the app runs. `installed`: installed PWA with a mobile user agent; `native`: inside Capacitor. */
export type Device = 'desktop' | 'mobile-browser' | 'installed' | 'native';

/** Validity of the last answer about the plan. */
export type Lease = 'never' | 'valid' | 'expired';

const DAY_MS = 86_400_000;
/** Tolerance for a wrong device clock (ms): a stored answer whose time is further in the future counts as expired. */
const CLOCK_TOLERANCE_MS = DAY_MS;

/** The plan of a subscription row; `free` without a row. */
export function planOf(row: Pick<SubscriptionRow, 'has_pro_plan' | 'has_premium_plan'> | null | undefined): Plan {
  if (row?.has_premium_plan) return 'premium';
  return row?.has_pro_plan ? 'pro' : 'free';
}

/** Rule: a stored answer is valid for OFFLINE_LEASE_DAYS while the server is unreachable (decision 14). */
export function leaseOf(identity: PlanAnswer, now: number): Lease {
  if (identity.plan === null || identity.plan_checked_at === null) return 'never';
  const age = now - identity.plan_checked_at;
  return age <= OFFLINE_LEASE_DAYS * DAY_MS && age >= -CLOCK_TOLERANCE_MS ? 'valid' : 'expired';
}

/** The plan in force: the stored one within its lease, otherwise free. */
export const effectivePlan = (identity: PlanAnswer, now: number): Plan =>
  leaseOf(identity, now) === 'valid' ? (identity.plan ?? 'free') : 'free';

export const isSubscriber = (plan: Plan | null): boolean => plan === 'pro' || plan === 'premium';

/** Decision 32: every account may read a `free` course; pro and premium a `basic` course; only premium a `premium` course. */
export function mayReadCourse(plan: Plan, course: PlanType): boolean {
  if (course === 'free') return true;
  return course === 'basic' ? isSubscriber(plan) : plan === 'premium';
}

/** Decision 1: only premium accounts may read articles; everyone else sees the paywall. */
export const mayReadNews = (plan: Plan): boolean => plan === 'premium';

/** True for lessons of a course that the plan includes, and for free previews (decisions 16 and 32). Twin: sync.user_may_read_lesson. */
export const mayPlayLesson = (
  plan: Plan,
  course: PlanType,
  { is_free_preview }: { is_free_preview: boolean },
): boolean => is_free_preview || mayReadCourse(plan, course);

/** Only premium accounts may learn offline, so downloads play only while the premium plan is in force (decision 14). */
export const mayPlayDownloads = (plan: Plan): boolean => plan === 'premium';

/** Time until which downloads may play without a new answer of the server (Unix time in ms). */
export const leaseEnd = ({ plan_checked_at }: PlanAnswer): number | null =>
  plan_checked_at === null ? null : plan_checked_at + OFFLINE_LEASE_DAYS * DAY_MS;

/** Decision 12: only premium accounts may download, in the mobile app or in a mobile browser. */
export const canDownload = (plan: Plan, device: Device): boolean => mayPlayDownloads(plan) && device !== 'desktop';

/** True when messages from an account with this plan are answered first. Twin: sync.apply_contact. */
export const hasPrioritySupport = (plan: Plan): boolean => plan === 'premium';
