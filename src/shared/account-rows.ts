/**
 * Mirror rows that exist only in the account scope: subscription, profile, join links. `rows.ts` has the other kinds.
 * Guarantees: field names are SQL column names; times are ISO 8601 strings in UTC.
 */
import type { Company } from './company';

/** `id` is the account's id. */
export interface SubscriptionRow {
  id: string;
  has_pro_plan: boolean;
  has_premium_plan: boolean;
  subscription_id: string | null;
  status: string | null;
  billing_period: 'monthly' | 'yearly' | null;
  current_period_end: string | null;
  trial_ends_at: string | null;
  /** Plan of the running subscription; absent in rows from an older server. */
  paid_plan?: 'pro' | 'premium' | null;
  /** Plan that an administrator granted. `has_pro_plan` and `has_premium_plan` reflect the better of the paid and the granted plan. */
  granted_plan?: 'pro' | 'premium' | null;
  /** End of the granted plan; null if it has no end. */
  granted_until?: string | null;
  /** True when this e-mail address has used its trial. */
  trial_used?: boolean;
  /** True when the subscription ends at `current_period_end` instead of renewing. */
  cancel_at_period_end: boolean;
  created_at: string;
  updated_at: string;
}

/** `id` is the account's id. */
export interface ProfileRow {
  id: string;
  full_name: string | null;
  avatar_url: string | null;
  bio: string | null;
  job_title: string | null;
  location: string | null;
  website: string | null;
  is_admin: boolean;
  is_super_admin: boolean;
  /** When the learner requested the deletion; null without a request. */
  deleted_at: string | null;
  /** Muted kinds of notifications. */
  muted: string[];
  /** Documents that the account agreed to; absent in rows from an older server. */
  consents?: ConsentRow[];
  /** The company on the invoices; absent in rows from an older server. */
  company?: Company | null;
}

interface ConsentRow {
  document: string;
  version: string;
  occasion: string;
  given_at: string;
}

/** `id` is the event's id. Only the devices of learners who registered for the event have this row. */
export interface EventLinkRow {
  id: string;
  join_url: string;
}
