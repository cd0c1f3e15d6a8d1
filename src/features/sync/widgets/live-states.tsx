import type { ReactNode } from 'react';
import type { Live } from '@/device/live/live';
import { syncNow } from '@/device/sync/mutations';
import { useInitialSync } from '@/device/sync/use-initial-sync';
import { common } from '@/shared/text/common';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { UnavailableNotice } from './unavailable-notice';

interface Words {
  title: string;
  text: string;
}

interface LiveStatesProps<T> {
  live: Live<T>;
  isEmpty: (data: T) => boolean;
  skeleton: ReactNode;
  /** Text for a complete and empty result. */
  empty: Words;
  /** Text for a store that cannot be read. */
  failed: Words;
  /** Text for a device that may lack rows and cannot fetch them now. */
  notHere: Words;
  headingLevel?: 1 | 2;
  children: (data: T) => ReactNode;
}

const reload = <Button onClick={() => location.reload()}>{common.retry}</Button>;

/** Shows a section in the state of its data: first load, ready, empty, error, not on this device. */
export function LiveStates<T>({
  live,
  isEmpty,
  skeleton,
  empty,
  failed,
  notHere,
  headingLevel = 2,
  children,
}: LiveStatesProps<T>) {
  const initialSync = useInitialSync(live.complete);
  if (live.data !== undefined && !isEmpty(live.data)) return children(live.data);
  if (live.status === 'error')
    return (
      <Notice kind="error" headingLevel={headingLevel} title={failed.title} action={reload}>
        {failed.text}
      </Notice>
    );
  if (live.status === 'loading' || initialSync === 'pending') return skeleton;
  if (initialSync === 'signed-out' || initialSync === 'failed')
    return (
      <UnavailableNotice
        initialSync={initialSync}
        headingLevel={headingLevel}
        title={notHere.title}
        hint={notHere.text}
      />
    );
  const [kind, words] = initialSync === 'complete' ? (['empty', empty] as const) : (['offline', notHere] as const);
  const retry = initialSync === 'unreachable' && <Button onClick={syncNow}>{common.retry}</Button>;
  return (
    <Notice kind={kind} headingLevel={headingLevel} title={words.title} action={retry}>
      {words.text}
    </Notice>
  );
}
