import { useEffect, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { checkPlan } from '@/device/session/requests';
import { currentIdentity, useSession } from '@/device/session/session-store';
import { isSubscriber } from '@/shared/entitlements';
import { pathOfPlan } from '@/shared/free-path';
import { writeStored } from '@/shared/local-storage';
import { WANTED_PAGE_KEY } from '@/shared/names';
import { afterCheck } from '@/shared/route-guards';
import { safePath } from '@/shared/safe-path';
import { shell } from '@/shared/text/common';
import { Spinner } from '@/ui/spinner';

/** A plan that was fetched within this time (ms), for example by signing in, is not fetched again. */
const FRESH_MS = 30_000;

const storedPlan = () => currentIdentity()?.plan ?? null;

/**
 * Fetches the plan once and redirects to the plan's dashboard. If the server does not answer, uses the stored plan.
 * `?to=<path>` (pressedHref) redirects to that path instead. If free accounts have their own screen for the path
 * (free-path.ts), redirects a free account to that screen and stores the path, which the page after a payment offers.
 */
export function CheckPage() {
  const checkedAt = useSession((session) => session.identity?.plan_checked_at ?? 0);
  const [query] = useSearchParams();
  const wanted = safePath(query.get('to'));
  const [done, setDone] = useState(
    () =>
      !navigator.onLine ||
      Math.abs(Date.now() - checkedAt) < FRESH_MS ||
      (wanted !== null && isSubscriber(storedPlan())),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount
  useEffect(() => {
    if (!done) void checkPlan().then(() => setDone(true));
  }, []);
  // Use the stored plan; the guard of the target route checks whether it is still valid.
  const target = wanted === null ? afterCheck(storedPlan()) : pathOfPlan(wanted, storedPlan() ?? 'free');
  const isFreePart = wanted !== null && target !== wanted;
  useEffect(() => {
    if (done && isFreePart) writeStored(WANTED_PAGE_KEY, wanted, () => sessionStorage);
  }, [done, isFreePart, wanted]);
  if (done) return <Navigate to={target} replace />;
  return (
    <main className="grid min-h-[80dvh] place-items-center px-4">
      <h1 lang="en" className="sr-only">
        {shell.checking}
      </h1>
      <Spinner label={shell.checking} />
    </main>
  );
}
