import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '@/config/paths';
import { signOut } from '@/data/session/requests';
import { syncNow } from '@/data/sync/mutations';
import type { InitialSync } from '@/data/sync/use-initial-sync';
import { common } from '@/text/common';
import { initialSyncText as text } from '@/text/navigation';
import { Button, buttonClass } from '@/ui/button';
import { Notice } from '@/ui/notice';

type Level = 1 | 2 | 3;

interface NotHereProps {
  initialSync: Exclude<InitialSync, 'complete' | 'pending'>;
  /** Without a network: what is not here, and what one connection brings. */
  title: string;
  hint: string;
  /** The way out of a screen that has nothing to show. */
  back?: ReactNode;
  headingLevel?: Level;
  className?: string;
}

/** The server no longer knows this device's session. Signing in as before brings back what waits to be sent. */
export function SignInNeeded({ headingLevel = 1, className = '' }: { headingLevel?: Level; className?: string }) {
  const { pathname, search } = useLocation();
  return (
    <Notice
      headingLevel={headingLevel}
      kind="error"
      title={text.signedOut}
      className={className}
      action={
        <Link
          to={paths.login}
          state={{ from: pathname + search }}
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

/** This device has not had the first whole answer, and something holds it up: what, and what to do. Whether there is such a thing at all nobody knows yet. */
export function NotHere({ initialSync, title, hint, back, headingLevel = 1, className = '' }: NotHereProps) {
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
