import type { ReactNode } from 'react';
import { useArrival } from '@/data/sync/use-sync-status';
import { settings as text } from '@/text/settings';
import { NotHere } from '@/widgets/not-here';

/** In the place of what the server has not told this device yet: a skeleton while it is on its way, else why it waits. */
export function NotYet({ skeleton }: { skeleton: ReactNode }) {
  const arrival = useArrival();
  if (arrival === 'whole' || arrival === 'coming') return skeleton;
  return <NotHere arrival={arrival} headingLevel={3} title={text.notHere} hint={text.notHereHint} />;
}
