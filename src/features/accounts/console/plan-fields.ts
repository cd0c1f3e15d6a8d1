import type { UserRow } from '@/features/console-kit/requests/answers';
import { lastSofiaDay, sofiaDay } from '@/shared/sofia-time';

export type Plan = UserRow['plan'];
export const rank: Record<Plan, number> = { free: 0, pro: 1, premium: 2 };

/** The form of an account's plan. */
export interface PlanFields {
  pro: boolean;
  premium: boolean;
  /** A date in Sofia's time zone; empty means that the grant does not end. */
  until: string;
}

export const fieldsOf = (row: UserRow): PlanFields => ({
  pro: row.has_pro_plan,
  premium: row.has_premium_plan,
  until: row.granted_until ? lastSofiaDay(row.granted_until) : '',
});
export const wantedPlan = ({ pro, premium }: PlanFields): Plan => (premium ? 'premium' : pro ? 'pro' : 'free');
export const grantsMore = (fields: PlanFields, row: UserRow) =>
  rank[wantedPlan(fields)] > rank[row.paid_plan ?? 'free'];
/** The instant at which the grant ends; null if it does not end, or if nothing is granted. */
export const endOf = (fields: PlanFields, row: UserRow) =>
  grantsMore(fields, row) ? sofiaDay(fields.until, true) : null;
