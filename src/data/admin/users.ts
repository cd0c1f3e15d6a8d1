import { backendClient } from '@/data/service/requests';
import { ask, ConsoleError, call, consoleError, type Page } from './console-client';
import { consoleChanged } from './console-live';
import { noteAction } from './records';

export interface UsersSync {
  /** Number of accounts that have a profile and a plan after the repair. */
  synced: number;
  total: number;
}

/** Creates a missing profile or plan for every account, for example after an import. For administrators only. @throws ConsoleError */
export const syncUsers = () => call<UsersSync>('sync_users');

export interface UserRow {
  id: string;
  email: string;
  full_name: string | null;
  created_at: string;
  last_sign_in_at: string | null;
  has_pro_plan: boolean;
  has_premium_plan: boolean;
  plan: 'free' | 'pro' | 'premium';
  paid_plan: 'pro' | 'premium' | null;
  granted_plan: 'pro' | 'premium' | null;
  granted_until: string | null;
  status: string | null;
  billing_period: 'monthly' | 'yearly' | null;
  current_period_end: string | null;
  trial_ends_at: string | null;
  cancel_at_period_end: boolean;
  is_admin: boolean;
  deleted_at: string | null;
  blocked_at: string | null;
  /** Version of the plan grant; pass it when changing the grant. */
  row_version: number;
}

export const userFilters = ['all', 'free', 'pro', 'premium', 'paying', 'granted', 'trial'] as const;
export type UserFilter = (typeof userFilters)[number];

export const userPage = (search: string, filter: UserFilter, page: number, size = 10) =>
  call<Page<UserRow>>('admin_users', { p_search: search, p_filter: filter, p_page: page, p_size: size });

export type PeopleCounts = Record<UserFilter | 'requests' | 'reports', number>;

/** Number of accounts per filter, and the numbers of open contact requests and reported comments. */
export const peopleCounts = () => call<PeopleCounts>('admin_people_counts');

/**
 * Saves the two checkboxes of the edit dialog as a plan grant that ends at `until` (null: never).
 * @throws ConsoleError of kind `conflict`, with the account, if its grant has another version
 */
export async function setUserPlan(
  user: string,
  pro: boolean,
  premium: boolean,
  until: string | null,
  version: number | null,
): Promise<UserRow> {
  const row = await call<UserRow>('set_user_plan', {
    p_user: user,
    p_pro: pro,
    p_premium: premium,
    p_until: until,
    p_version: version,
  });
  consoleChanged(['user_subscriptions']);
  return row;
}

/** Grants a plan until `until` (null: for ever); `plan` null ends the grant. */
export async function grantPlan(
  user: string,
  plan: 'pro' | 'premium' | null,
  until: string | null,
  version: number,
): Promise<void> {
  await call('grant_plan', { p_user: user, p_plan: plan, p_until: until, p_version: version });
  consoleChanged(['user_subscriptions']);
}

/** Sends a sign-in link to the account's address; the console never receives the link. @throws ConsoleError */
export async function sendMagicLink(email: string): Promise<void> {
  await noteAction('magic_link', email);
  const client = await backendClient();
  const { error } = await client.auth.signInWithOtp({
    email,
    options: { shouldCreateUser: false, emailRedirectTo: `${location.origin}/login/link` },
  });
  if (!error) return;
  const status = error.status ?? 0;
  if (status === 429) throw new ConsoleError('limited', 'too_many', error.message);
  throw consoleError({ message: error.message, code: error.code ?? '', details: '' }, status);
}

export interface DemoRequest {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: string | null;
  company: string | null;
  job_title: string | null;
  interest: string | null;
  message: string | null;
  created_at: string;
}

/** A page of a table, newest first, with the total row count. `withTrash`: true if the table has a trash, whose rows are left out. */
export async function tablePage<T>(table: string, page: number, size = 10, withTrash = false): Promise<Page<T>> {
  try {
    return await existingPage<T>(table, page, size, withTrash);
  } catch (error) {
    if (page === 1 || !(error instanceof ConsoleError && error.code === BEYOND_LAST)) throw error;
    return { ...(await existingPage<T>(table, 1, size, withTrash)), rows: [], page };
  }
}

/** PostgREST's error for a page after the last row. */
const BEYOND_LAST = 'PGRST103';

async function existingPage<T>(table: string, page: number, size: number, withTrash: boolean): Promise<Page<T>> {
  let total = 0;
  const rows = await ask<T[]>((client, signal) => {
    const all = client.from(table).select('*', { count: 'exact' });
    return (withTrash ? all.is('deleted_at', null) : all)
      .order('created_at', { ascending: false })
      .range((page - 1) * size, page * size - 1)
      .abortSignal(signal)
      .then((answer) => {
        total = answer.count ?? 0;
        return answer;
      });
  });
  return { rows, total, page, size };
}

/** A page of the demo requests that are not in the trash. */
export const demoRequests = (page: number) => tablePage<DemoRequest>('demo_requests', page, 10, true);

export interface ReportedComment {
  comment_id: string;
  content: string;
  created_at: string;
  video_id: string;
  video_title: string;
  course_id: string | null;
  author_id: string;
  author_name: string | null;
  author_email: string;
  author_blocked: boolean;
  reports: number;
  reasons: string[];
  first_reported_at: string;
}

export const reportedComments = (page: number) => call<Page<ReportedComment>>('reported_comments', { p_page: page });

export type ReportDecision = 'keep' | 'remove' | 'block';

export async function decideReport(comment: string, decision: ReportDecision): Promise<void> {
  await call('decide_report', { p_comment: comment, p_decision: decision });
  consoleChanged(['comment_reports']);
}
