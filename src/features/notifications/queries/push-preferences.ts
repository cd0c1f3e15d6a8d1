import { writeJournal } from '@sync';
import { useJournal } from '@/device/live/use-journal';
import type { JournalData, PushField, PushTopic } from '@/shared/journal';
import { DEFAULT_QUIET_HOURS, type PushPreferences, pushPreferencesOf } from '@/shared/push';

/** The learner's push preferences; undefined until the journal has a profile document or is complete. */
export function usePushPreferences(): (PushPreferences & { pending: boolean }) | undefined {
  const { data, complete } = useJournal('profile');
  const [doc] = data ?? [];
  // Rule: show no defaults before the journal is complete, because the learner may have set the preferences on another device.
  if (!data || (!doc && !complete)) return undefined;
  return { ...pushPreferencesOf(doc?.data.fields), pending: doc?.pending ?? false };
}

async function writeField(field: PushField, value: string): Promise<void> {
  await writeJournal('profile', 'me', (before, at): JournalData['profile'] => ({
    fields: { ...before?.data.fields, [field]: { value, at } },
  }));
}

export const setTopicPushed = (topic: PushTopic, pushed: boolean) => writeField(`push_${topic}`, pushed ? '' : 'off');
export const setReminder = (wanted: boolean) => writeField('daily_reminder', wanted ? 'on' : '');
/** Sets the hours without push messages. `hours`: `HH:MM-HH:MM`, or `off`. */
export const setQuietHours = (hours: string) => writeField('quiet_hours', hours === DEFAULT_QUIET_HOURS ? '' : hours);
