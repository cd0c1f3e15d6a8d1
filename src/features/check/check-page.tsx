import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { checkPlan } from '@/data/session/requests';
import { currentIdentity, useSession } from '@/data/session/session-store';
import { afterCheck } from '@/domain/route-guards';
import { shell } from '@/text/common';
import { Spinner } from '@/ui/spinner';

/** Age (ms) up to which the plan is not requested again. Signing in already fetches it. */
const FRESH_MS = 30_000;

/** Fetches the plan once and redirects to the matching dashboard; without an answer, uses the stored plan. */
export function CheckPage() {
  const checkedAt = useSession((session) => session.identity?.plan_checked_at ?? 0);
  const [done, setDone] = useState(() => !navigator.onLine || Math.abs(Date.now() - checkedAt) < FRESH_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount
  useEffect(() => {
    if (!done) void checkPlan().then(() => setDone(true));
  }, []);
  if (done) {
    // Use the stored plan; the guard of the target route checks whether it is still valid.
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
