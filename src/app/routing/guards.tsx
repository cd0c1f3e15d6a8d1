import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { checkPlan } from '@/data/session/requests';
import { useSession } from '@/data/session/session-store';
import { lazyWithRetry } from '@/lib/lazy-with-retry';
import { useOnline } from '@/lib/use-online';
import { common, shell } from '@/text/common';
import { decisionOn } from './route-decision';
import type { RouteRule } from './routes';
import { ScreenFallback } from './screen-fallback';

const LeaseExpired = lazyWithRetry(() => import('./lease-expired').then((module) => module.LeaseExpired));

/**
 * Guards a screen. Depending on the decision of `decide`, it renders the screen, redirects, or asks the server for the plan; only the question
 * about the plan waits for the network.
 * Rule: the network state is read when the URL is entered, so that a learner who loses the network stays in the lesson.
 */
export function Guarded({ rule, children }: { rule: RouteRule; children: ReactNode }) {
  // This code loads on the first visit; the React compiler's memo caches would cost more than they save.
  'use no memo';
  const { pathname, search, hash, state } = useLocation();
  const { identity, left } = useSession();
  const onlineNow = useOnline();
  const [entry, setEntry] = useState({ pathname, online: onlineNow, checkFailed: false });
  if (entry.pathname !== pathname) setEntry({ pathname, online: onlineNow, checkFailed: false });

  const decision = decisionOn(rule, {
    pathname,
    search,
    state,
    identity,
    online: entry.online,
    checkFailed: entry.checkFailed,
  });

  switch (decision.kind) {
    case 'show':
      return children;
    case 'redirect':
      return (
        <Navigate
          to={decision.to}
          replace
          state={decision.remember && !left ? { from: pathname + search + hash } : undefined}
        />
      );
    case 'ask':
      return <AskPlan onFailed={() => setEntry({ ...entry, checkFailed: true })} />;
    case 'connect':
      return (
        <Suspense fallback={<ScreenFallback label={common.loading} />}>
          <LeaseExpired online={onlineNow} onRetry={() => setEntry({ pathname, online: true, checkFailed: false })} />
        </Suspense>
      );
  }
}

function AskPlan({ onFailed }: { onFailed: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount
  useEffect(() => {
    void checkPlan().then((plan) => plan === null && onFailed());
  }, []);
  return <ScreenFallback label={shell.checking} />;
}
