import type { ReactNode } from 'react';
import { useInitialSync } from '@/data/sync/use-initial-sync';
import { settings as text } from '@/text/settings';
import { UnavailableNotice } from '@/widgets/unavailable-notice';

/** Placeholder for rows that have not arrived: the skeleton while they are pending, otherwise the reason for the delay. */
export function SettingsPlaceholder({ skeleton }: { skeleton: ReactNode }) {
  const initialSync = useInitialSync();
  if (initialSync === 'complete' || initialSync === 'pending') return skeleton;
  return <UnavailableNotice initialSync={initialSync} headingLevel={3} title={text.notHere} hint={text.notHereHint} />;
}
