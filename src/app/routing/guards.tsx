import { type ComponentType, Fragment, type ReactNode, Suspense, useEffect } from 'react';
import {
  type DataRouter,
  type Location,
  matchPath,
  type RouteObject,
  useLoaderData,
  useLocation,
  useNavigate,
  useRevalidator,
} from 'react-router-dom';
import { checkPlan } from '@/device/session/requests';
import { currentIdentity, useSession } from '@/device/session/session-store';
import type { LocalIdentity } from '@/shared/identity';
import type { Decision } from '@/shared/route-guards';
import { common, shell } from '@/shared/text/common';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { useTitle } from '@/ui/use-title';
import { SiteHeader } from '../site-header';
import { EarlyInput } from '../start/early-input';
import { openInNewVersion } from '../start/open-in-new-version';
import { decisionOn } from './route-decision';
import type { RouteRule } from './routes';
import { ScreenFallback } from './screen-fallback';

const LeaseExpired = lazyWithRetry(() => import('./lease-expired').then((module) => module.LeaseExpired));

/** State of the guard for the entered URL. */
interface Entry {
  pathname: string;
  online: boolean;
  checkFailed: boolean;
}

/** The guard's answer to one URL. */
export interface Admission {
  /** The identity for which the guard decided. */
  identity: LocalIdentity | null;
  decision: Decision;
  /** The screen and what is around it, if the decision is to show it. */
  Screen?: ComponentType;
  Around?: ComponentType<{ children: ReactNode }> | undefined;
  /** Changes what the guard remembers; it decides again when the router revalidates. */
  change: (facts: Partial<Entry>) => void;
}

/**
 * The routes of the product. The loader of a route is its guard: it decides, and loads only the code that the decision needs (with the router's own
 * `lazy`, visitors would load screens that the guard refuses). `Guarded` carries the decision out.
 * Rule: the network state is read when the URL is entered, so that a learner who loses the network stays in the lesson.
 * @param shown the location that the running router opens or shows; undefined while the first screen loads
 */
export function guardedRoutes(rules: readonly RouteRule[], shown: () => Location | undefined): RouteObject[] {
  let entry: Entry = { pathname: '', online: true, checkFailed: false };
  const change: Admission['change'] = (facts) => {
    entry = { ...entry, ...facts };
  };

  async function admit(rule: RouteRule, { pathname, search, href }: URL): Promise<Admission> {
    if (entry.pathname !== pathname)
      entry = { pathname, online: globalThis.navigator?.onLine ?? true, checkFailed: false };
    const here = shown();
    const identity = currentIdentity();
    const state: unknown = here?.pathname === pathname ? here.state : undefined;
    const decision = decisionOn(rule, { ...entry, search, state, identity });
    const admission = { identity, decision, change };
    try {
      if (decision.kind === 'show') {
        const [Screen, Around] = await Promise.all([rule.load(), rule.around?.()]);
        return { ...admission, Screen, Around };
      }
      // The previous screen stays until the code of the next one is here.
      if (decision.kind === 'redirect') {
        const target = new URL(decision.to, href).pathname;
        await rules.find(({ path }) => matchPath(path, target))?.load();
      }
      return admission;
    } catch (error) {
      if (here) await openInNewVersion(href);
      throw error;
    }
  }

  return rules.map((rule) => ({
    path: rule.path,
    loader: ({ request }) => admit(rule, new URL(request.url)),
    element: <Guarded rule={rule} />,
  }));
}

/** The location that a router opens, or else shows: only the location has the state that a guard needs. Undefined while the first screen loads. */
export const openedLocation = (router: DataRouter | undefined): Location | undefined =>
  router?.state.initialized ? (router.state.navigation.location ?? router.state.location) : undefined;

/** True if the guard shows the opened URL; false if it redirects or asks first. */
export const isShown = ({ state }: DataRouter) =>
  Object.values<Admission>(state.loaderData ?? {}).some(({ decision }) => decision.kind === 'show');

/** Sets the title of the route. `Guarded` renders this component before the screen, so that a title that the screen sets wins. */
function Title({ of }: { of: string }) {
  useTitle(of);
  return null;
}

function Guarded({ rule }: { rule: RouteRule }) {
  const { identity, decision, Screen, Around = Fragment, change } = useLoaderData<Admission>();
  const { pathname, search, hash } = useLocation();
  const left = useSession((session) => session.left);
  const current = useSession((session) => session.identity);
  const { revalidate } = useRevalidator();
  const again = (facts: Partial<Entry>) => {
    change(facts);
    void revalidate();
  };
  const account = identity?.uid;
  // The guard decides again after a sign-in, a sign-out or a new plan, also if that happened while the screen loaded.
  useEffect(() => {
    if (identity !== current) void revalidate();
  }, [identity, current, revalidate]);
  // Rule: nothing of an account stays on screen when it has left.
  if (account !== undefined && account !== current?.uid) return null;
  switch (decision.kind) {
    case 'show':
      return (
        // Rule: another account remounts the screen, so that no data of the previous account stays.
        <Fragment key={account ?? 'visitor'}>
          <Title of={rule.title} />
          {rule.header && <SiteHeader />}
          <Suspense fallback={<ScreenFallback label={common.loading} />}>
            <Around>{Screen && <Screen />}</Around>
            <EarlyInput />
          </Suspense>
        </Fragment>
      );
    case 'redirect':
      return <Redirect to={decision.to} from={decision.remember && !left ? pathname + search + hash : null} />;
    case 'ask':
      return <AskPlan onFailed={() => again({ checkFailed: true })} />;
    case 'connect':
      return (
        <Suspense fallback={<ScreenFallback label={common.loading} />}>
          <LeaseExpired onRetry={() => again({ online: true, checkFailed: false })} />
        </Suspense>
      );
  }
}

/** Like the router's `Navigate`, which would navigate again at each render, because its state is a new object each time. */
function Redirect({ to, from }: { to: string; from: string | null }) {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate(to, { replace: true, state: from === null ? undefined : { from } });
  }, [navigate, to, from]);
  return null;
}

function AskPlan({ onFailed }: { onFailed: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount
  useEffect(() => {
    void checkPlan().then((plan) => plan === null && onFailed());
  }, []);
  return <ScreenFallback label={shell.checking} />;
}
