import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useOnline } from '@/device/use-online';
import { formatMoment } from '@/shared/format/format';
import { paths } from '@/shared/paths';
import { Button, buttonClass } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { langOf } from '@/ui/lang-of';
import { Notice } from '@/ui/notice';
import { Skeleton } from '@/ui/skeleton';
import type { ConsoleQuery } from '../queries';
import { consoleText as text } from '../text/console';

export interface RemoteStatesProps<T> {
  remote: ConsoleQuery<T>;
  /** Text shown if the server rejects the request; without `failedError` it is also shown if no answer comes. */
  failed: string;
  failedError?: string;
  /** Text shown if the server lacks the requested function or table, or forbids the account to use it. */
  serverSide?: string;
  /** Label of the button that repeats the request, if the specification defines a special one. */
  retryLabel?: string;
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Placeholder rows of the real height while the first answer loads. */
export const SkeletonRows = ({ rows = 6, height = 'h-9' }: { rows?: number; height?: string }) => (
  <div role="status" aria-label={text.loading} className={`${cardClass} grid gap-3 p-4`}>
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the placeholder rows are identical
      <Skeleton key={row} className={`${height} w-full`} />
    ))}
  </div>
);

/** A part of a screen with data from the server, in all its states. The last answer stays on screen if the next request fails. */
export function RemoteStates<T>(props: RemoteStatesProps<T>) {
  const { remote, failed, failedError, serverSide, retryLabel = text.retry, skeleton, children } = props;
  const online = useOnline();
  const { error, dataUpdatedAt, isFetching, isPlaceholderData, refetch } = remote;
  // Without a network, the rows of another page are not what the address names.
  const data = isPlaceholderData && !online ? undefined : remote.data;
  const retry = (
    <Button onClick={() => void refetch()} busy={isFetching}>
      {retryLabel}
    </Button>
  );
  if (data !== undefined)
    return (
      <>
        {(error || !online) && (
          <p role="status" className="mb-3 flex flex-wrap items-center gap-x-3 text-muted text-sm">
            {text.dataFrom(formatMoment(dataUpdatedAt))}
            {error && online && (
              <>
                <span lang={langOf(wordsOf(error.kind))}>{wordsOf(error.kind)}</span>
                {retry}
              </>
            )}
          </p>
        )}
        {children(data)}
      </>
    );
  if (!error && online) return skeleton ?? <SkeletonRows />;
  if (!online || (error?.kind === 'network' && !navigator.onLine))
    return (
      <Notice kind="offline" title={text.offlineTitle}>
        {text.offlineText}
      </Notice>
    );
  if (error?.kind === 'forbidden' && !serverSide)
    return (
      <Notice
        kind="error"
        title={text.forbiddenTitle}
        action={
          <Link to={paths.adminLogin} className={buttonClass('primary')}>
            {text.signInAgain}
          </Link>
        }
      >
        {text.forbiddenText}
      </Notice>
    );
  return (
    <Notice kind="error" title={text.failedTitle} action={retry}>
      <span lang={langOf(wordsOf(error?.kind))}>{wordsOf(error?.kind)}</span>
    </Notice>
  );

  function wordsOf(kind: string | undefined): string {
    if (kind === 'network') return failedError ?? failed;
    if ((kind === 'missing' || kind === 'forbidden') && serverSide) return serverSide;
    return failed;
  }
}
