import type { ReactNode } from 'react';
import { useInitialSync } from '@/data/sync/use-initial-sync';
import { settings as text } from '@/text/settings';
import { NotHere } from '@/widgets/unavailable-notice';

/** In the place of what the server has not told this device yet: a skeleton while it is on its way, else why it waits. */
export function NotYet({ skeleton }: { skeleton: ReactNode }) {
  const initialSync = useInitialSync();
  if (initialSync === 'complete' || initialSync === 'pending') return skeleton;
  return <NotHere initialSync={initialSync} headingLevel={3} title={text.notHere} hint={text.notHereHint} />;
}
