import type { ReactNode } from 'react';
import { useInitialSync } from '@/device/sync/use-initial-sync';
import { UnavailableNotice } from '@/features/sync/widgets/unavailable-notice';
import { settings as text } from './text';

/** Placeholder for rows that have not arrived: the skeleton while they are pending, otherwise the reason for the delay. */
export function SettingsPlaceholder({ skeleton }: { skeleton: ReactNode }) {
  const initialSync = useInitialSync();
  if (initialSync === 'complete' || initialSync === 'pending') return skeleton;
  return <UnavailableNotice initialSync={initialSync} headingLevel={3} title={text.notHere} hint={text.notHereHint} />;
}
