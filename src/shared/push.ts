/** A learner's choices for push messages: topics, the daily reminder, quiet hours. Pure. */
import { pushTopics } from '@/shared/kinds';
import type { JournalData, PushTopic } from './journal';

/** State of push messages on this device. `install`: the system shows them only to the installed app (iOS). */
export type PushState = 'unsupported' | 'install' | 'denied' | 'off' | 'on';

/** Twin: sync.quiet_until. */
export const DEFAULT_QUIET_HOURS = '22:00-08:00';
/** Value of `quiet_hours` when the learner has turned them off. */
export const NO_QUIET_HOURS = 'off';

export interface PushPreferences {
  /** Topics that are not pushed. */
  off: ReadonlySet<PushTopic>;
  reminder: boolean;
  /** `HH:MM-HH:MM`, or NO_QUIET_HOURS. */
  quietHours: string;
}

const QUIET_HOURS = /^(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Reads the choices from the account's profile document, which all its devices share. */
export function pushPreferencesOf(fields: JournalData['profile']['fields'] = {}): PushPreferences {
  const hours = fields.quiet_hours?.value ?? '';
  return {
    off: new Set(pushTopics.filter((topic) => fields[`push_${topic}`]?.value === 'off')),
    reminder: fields.daily_reminder?.value === 'on',
    quietHours: hours === NO_QUIET_HOURS || QUIET_HOURS.test(hours) ? hours : DEFAULT_QUIET_HOURS,
  };
}

/** Start and end of quiet hours; null when there are none. */
export function quietHoursOf(value: string): { from: string; to: string } | null {
  const [from, to] = value.split('-');
  return QUIET_HOURS.test(value) && from && to ? { from, to } : null;
}
