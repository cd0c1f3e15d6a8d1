/**
 * Who is signed in on this device, with the server's last answer about the plan; guards read it online and offline.
 * Guarantees: stored text is parsed; a damaged entry means "nobody is signed in" instead of a crash.
 * Rule: `plan` is null until the server's first answer for this account on this device.
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

/** The identity stored under `STORAGE_KEYS.identity`; null for missing, damaged or foreign data. */
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

/** Name for the greeting: first word of the full name, otherwise the part of the e-mail before the @. */
export const firstName = (identity: Pick<LocalIdentity, 'email' | 'full_name'>) =>
  identity.full_name.trim().split(/\s+/)[0] || identity.email.split('@')[0] || '';
