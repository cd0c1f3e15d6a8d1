/**
 * Who is signed in on this device and what the server last said of the plan: what the guards read, with or without a network.
 * Guarantees: text from storage is parsed, never trusted; a damaged entry means "nobody is signed in", never a crash.
 * Rule: `plan` is null until the server has answered once for this account on this device.
 */
import type { Plan, PlanAnswer } from './entitlements';

export interface LocalIdentity extends PlanAnswer {
  uid: string;
  email: string;
  full_name: string;
  is_admin: boolean;
}

const plans: readonly string[] = ['free', 'pro', 'premium'] satisfies Plan[];
const isPlan = (value: unknown): value is Plan => typeof value === 'string' && plans.includes(value);

/** The identity kept under `STORAGE_KEYS.identity`, or null for nothing, damage or another shape. */
export function parseIdentity(text: string | null): LocalIdentity | null {
  if (!text) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { uid, email, full_name, plan, plan_checked_at, is_admin } = value as Record<string, unknown>;
  if (typeof uid !== 'string' || !/^[0-9a-f-]{36}$/i.test(uid) || typeof email !== 'string') return null;
  const answered = isPlan(plan) && typeof plan_checked_at === 'number' && Number.isFinite(plan_checked_at);
  return {
    uid,
    email,
    full_name: typeof full_name === 'string' ? full_name : '',
    plan: answered ? plan : null,
    plan_checked_at: answered ? plan_checked_at : null,
    is_admin: is_admin === true,
  };
}

/** The name people are greeted by: the first word of the full name, else the part of the e-mail before the @. */
export const firstName = (identity: Pick<LocalIdentity, 'email' | 'full_name'>) =>
  identity.full_name.trim().split(/\s+/)[0] || identity.email.split('@')[0] || '';
