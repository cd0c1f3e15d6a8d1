import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { checkPlan } from '@/data/session/requests';
import { currentIdentity, useSession } from '@/data/session/session-store';
import { afterCheck } from '@/domain/route-guards';
import { shell } from '@/text/common';
import { Spinner } from '@/ui/spinner';

/** An answer this fresh (signing in brings one) is not asked for again, ms. */
const FRESH_MS = 30_000;

/** Asks the server once for the plan and leads to the dashboard that belongs to it. Without an answer the stored one counts. */
export function CheckPage() {
  const checkedAt = useSession((session) => session.identity?.plan_checked_at ?? 0);
  const [done, setDone] = useState(() => !navigator.onLine || Math.abs(Date.now() - checkedAt) < FRESH_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once, when it appears
  useEffect(() => {
    if (!done) void checkPlan().then(() => setDone(true));
  }, []);
  if (done) {
    // The stored plan leads; whether it may still be believed is asked by the guard of the screen it leads to.
    return <Navigate to={afterCheck(currentIdentity()?.plan ?? null)} replace />;
  }
  return (
    <main className="grid min-h-[80dvh] place-items-center px-4">
      <h1 lang="en" className="sr-only">
        {shell.checking}
      </h1>
      <Spinner label={shell.checking} />
    </main>
  );
}
