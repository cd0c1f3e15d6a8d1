import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { signOut } from '@/device/session/requests';
import { syncNow } from '@/device/sync/mutations';
import type { InitialSync } from '@/device/sync/use-initial-sync';
import { paths } from '@/shared/paths';
import { common } from '@/shared/text/common';
import { Button, buttonClass } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { initialSyncText as text } from '../text/navigation';

type Level = 1 | 2 | 3;

interface UnavailableNoticeProps {
  initialSync: Exclude<InitialSync, 'complete' | 'pending'>;
  /** Title while offline: says which content is missing and that going online once helps. */
  title: string;
  hint: string;
  /** Link away from an empty screen. */
  back?: ReactNode;
  headingLevel?: Level;
  className?: string;
}

/** Shown when the server has ended this device's session: signing in again sends the unsent writes. */
export function SignInNeeded({ headingLevel = 1, className = '' }: { headingLevel?: Level; className?: string }) {
  const { pathname, search, hash } = useLocation();
  return (
    <Notice
      headingLevel={headingLevel}
      kind="error"
      title={text.signedOut}
      className={className}
      action={
        <Link
          to={paths.login}
          state={{ from: pathname + search + hash }}
          onClick={() => void signOut()}
          className={buttonClass('primary')}
        >
          {text.signIn}
        </Link>
      }
    >
      {text.signedOutHint}
    </Notice>
  );
}

/** Shown when the initial sync is blocked: the reason and what to do. Until the sync finishes, a missing row may still exist on the server. */
export function UnavailableNotice({
  initialSync,
  title,
  hint,
  back,
  headingLevel = 1,
  className = '',
}: UnavailableNoticeProps) {
  if (initialSync === 'signed-out') return <SignInNeeded headingLevel={headingLevel} className={className} />;
  if (initialSync === 'offline') {
    return (
      <Notice headingLevel={headingLevel} kind="offline" title={title} action={back} className={className}>
        {hint}
      </Notice>
    );
  }
  return (
    <Notice
      headingLevel={headingLevel}
      kind="error"
      title={initialSync === 'failed' ? text.failed : text.unanswered}
      className={className}
      action={
        <>
          {back}
          <Button kind="primary" onClick={syncNow}>
            {common.retry}
          </Button>
        </>
      }
    >
      {initialSync === 'failed' ? text.failedHint : text.unansweredHint}
    </Notice>
  );
}
