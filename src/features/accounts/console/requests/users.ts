import type { PostgrestSingleResponse } from '@supabase/supabase-js';
import { type Backend, backendClient } from '@/device/service/requests';
import { change } from '@/features/console-kit/queries';
import {
  peopleCounts as countsSchema,
  userPage as pageSchema,
  reportedPage,
  type UserFilter,
  userRow,
  usersSync,
} from '@/features/console-kit/requests/answers';
import { ask, ConsoleError, call, consoleError, run } from '@/features/console-kit/requests/console-client';
import { noteAction } from '@/features/console-kit/requests/records';
import type { Database } from '../../../../../supabase/database';

/** Creates a missing profile or plan for every account, for example after an import. For administrators only. @throws ConsoleError */
export const syncUsers = () => call('sync_users', {}, usersSync);

export const userPage = (search: string, filter: UserFilter, page: number, size = 10) =>
  call('admin_users', { p_search: search, p_filter: filter, p_page: page, p_size: size }, pageSchema);

export type PeopleCounts = Awaited<ReturnType<typeof peopleCounts>>;

/** Number of accounts per filter, and the numbers of open contact requests and reported comments. */
export const peopleCounts = () => call('admin_people_counts', {}, countsSchema);

/**
 * Saves the two checkboxes of the edit dialog as a plan grant that ends at `until` (null: never).
 * @throws ConsoleError of kind `conflict`, with the account, if its grant has another version
 */
export const setUserPlan = (
  user: string,
  pro: boolean,
  premium: boolean,
  until: string | null,
  version: number | null,
) =>
  change(['user_subscriptions'], () =>
    call(
      'set_user_plan',
      { p_user: user, p_pro: pro, p_premium: premium, p_until: until, p_version: version },
      userRow,
    ),
  );

/** Grants a plan until `until` (null: for ever); `plan` null ends the grant. */
export const grantPlan = (user: string, plan: 'pro' | 'premium' | null, until: string | null, version: number) =>
  change(['user_subscriptions'], () =>
    run('grant_plan', { p_user: user, p_plan: plan, p_until: until, p_version: version }),
  );

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

/** PostgREST's error for a page after the last row. */
const BEYOND_LAST = 'PGRST103';

/** A page of a table with the total row count. `request` asks for the rows from one number to another. */
async function tablePage<T>(
  request: (client: Backend, from: number, to: number) => PromiseLike<PostgrestSingleResponse<T[]>>,
  page: number,
  size: number,
) {
  let total = 0;
  const load = (number: number) =>
    ask<T[]>((client) =>
      request(client, (number - 1) * size, number * size - 1).then((answer) => {
        total = answer.count ?? 0;
        return answer;
      }),
    );
  try {
    return { rows: await load(page), total, page, size };
  } catch (error) {
    if (page === 1 || !(error instanceof ConsoleError && error.code === BEYOND_LAST)) throw error;
    await load(1);
    return { rows: [], total, page, size };
  }
}

export type DemoRequest = Database['public']['Tables']['demo_requests']['Row'];

/** A page of the demo requests that are not in the trash, newest first. */
export const demoRequests = (page: number) =>
  tablePage<DemoRequest>(
    (client, from, to) =>
      client
        .from('demo_requests')
        .select('*', { count: 'exact' })
        .is('deleted_at', null)
        .order('created_at', { ascending: false })
        .range(from, to),
    page,
    10,
  );

export type LaunchSignUp = Database['public']['Tables']['store_launch_notifications']['Row'];

/** A page of the sign-ups for the store's launch, newest first. */
export const launchSignUps = (page: number, size = 10) =>
  tablePage<LaunchSignUp>(
    (client, from, to) =>
      client
        .from('store_launch_notifications')
        .select('*', { count: 'exact' })
        .order('created_at', { ascending: false })
        .range(from, to),
    page,
    size,
  );

export const reportedComments = (page: number) => call('reported_comments', { p_page: page }, reportedPage);

export type ReportDecision = 'keep' | 'remove' | 'block';

export const decideReport = (comment: string, decision: ReportDecision): Promise<void> =>
  change(['comment_reports'], () => run('decide_report', { p_comment: comment, p_decision: decision }));
