import { type ReactNode, Suspense } from 'react';
import { useSession } from '@/device/session/session-store';
import { SyncChip } from '@/features/sync/widgets/sync-chip';
import { common } from '@/shared/text/common';
import { IconButton } from '@/ui/button';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { SilentErrorBoundary } from '@/ui/silent-error-boundary';

/** Lazy, because the screen is usable without these buttons. */
const AccountButtons = lazyWithRetry(() => import('./account-buttons').then((module) => module.AccountButtons));

/** Right end of every signed-in top bar: sync chip, streak, notifications, account. */
export function AppBarEnd({ children }: { children?: ReactNode }) {
  // This code loads on the first visit; the React compiler's memo caches would cost more than they save.
  'use no memo';
  const identity = useSession((session) => session.identity);
  return (
    <div data-passing className="ml-auto flex max-w-full shrink-0 flex-wrap items-center justify-end md:gap-2">
      <SyncChip />
      {children}
      {identity && (
        <SilentErrorBoundary
          instead={(retry) => (
            <IconButton label={common.retry} onClick={retry} className="text-xl text-danger">
              <span aria-hidden="true">↻</span>
            </IconButton>
          )}
        >
          <Suspense fallback={<span className="h-11 w-36" />}>
            <AccountButtons identity={identity} />
          </Suspense>
        </SilentErrorBoundary>
      )}
    </div>
  );
}
