import type { UserRow } from '@/features/console-kit/requests/answers';
import { sofiaDate, sofiaLastDate } from '@/features/console-kit/widgets/sofia-format';
import { usersText as text } from './text';

/** Says why the account has its plan: paid, trial or granted. Empty for the free plan. */
export function planReason(row: UserRow): string {
  if (row.plan === 'free') return '';
  if (row.paid_plan === row.plan) {
    if (row.status === 'trialing' && row.trial_ends_at) return text.trialUntil(sofiaDate(row.trial_ends_at));
    return row.current_period_end ? text.paidUntil(sofiaDate(row.current_period_end)) : text.paid.toLowerCase();
  }
  return row.granted_until ? text.grantedUntil(sofiaLastDate(row.granted_until)) : text.grantedForever;
}
