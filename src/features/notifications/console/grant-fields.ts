import type { UserRow } from '@/features/console-kit/requests/answers';
import { lastSofiaDay, sofiaDay } from '@/shared/sofia-time';

/** The form of a granted plan. */
export interface GrantFields {
  plan: 'pro' | 'premium';
  /** A date in Sofia's time zone; empty means that the grant does not end. */
  until: string;
}

export const fieldsOf = (row: UserRow): GrantFields => ({
  plan: row.granted_plan ?? 'premium',
  until: row.granted_until ? lastSofiaDay(row.granted_until) : '',
});

/** The instant at which a grant until a day ends; null if it does not end. */
export const endOf = (until: string) => sofiaDay(until, true);
