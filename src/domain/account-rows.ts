/**
 * The rows of the mirror about the account itself: its subscription and its profile. The other kinds are in `rows.ts`.
 * Guarantees: the names of the SQL columns; times are ISO 8601 strings in UTC.
 */

/** `id` is the account's. */
export interface SubscriptionRow {
  id: string;
  has_pro_plan: boolean;
  has_premium_plan: boolean;
  subscription_id: string | null;
  status: string | null;
  billing_period: 'monthly' | 'yearly' | null;
  current_period_end: string | null;
  trial_ends_at: string | null;
  /** The plan of the running subscription; absent in rows of an older server. */
  paid_plan?: 'pro' | 'premium' | null;
  /** A plan that was granted, and until when (null = without an end). The flags above are the better of both plans. */
  granted_plan?: 'pro' | 'premium' | null;
  granted_until?: string | null;
  /** Whether the e-mail address has had its trial. */
  trial_used?: boolean;
  /** Paid for until `current_period_end`, and not longer. */
  cancel_at_period_end: boolean;
  created_at: string;
  updated_at: string;
}

/** `id` is the account's. */
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
  /** When the learner asked for the account's end; null while it stays. */
  deleted_at: string | null;
  /** Kinds of notifications that are switched off. */
  muted: string[];
}
