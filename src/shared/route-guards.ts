/**
 * Redirects and guards of specification 1 §2, as one pure function over facts.
 * Guarantees: no I/O, no clock; the same facts give the same decision; no decision waits for the network.
 * Rule: an expired token without a network does not sign anybody out: the device's stored identity decides.
 */
import { offlineLessonHref, offlineSettingsHref, paths, protectedSearch, sectionSearch } from '@/shared/paths';
import { type Device, isSubscriber, type Lease, type Plan } from './entitlements';

export type Guard = 'public' | 'login' | 'subscriber' | 'admin' | 'native';

/** The account as the device knows it; null when nobody is signed in. */
export interface AccountFacts {
  plan: Plan | null;
  lease: Lease;
  isAdmin: boolean;
}

export interface Facts {
  path: string;
  /** Includes the question mark; may be empty. */
  search: string;
  /** Dashboard section that the path names; null if the path names none. */
  section: string | null;
  guard: Guard;
  device: Device;
  account: AccountFacts | null;
  online: boolean;
  /** The server was asked about the plan on entering this screen and did not respond. */
  checkFailed: boolean;
  /** A plan was chosen before signing in. */
  pendingPlan: boolean;
  /** The page that required the sign-in, already validated. */
  from: string | null;
}

export type Decision =
  | { kind: 'show' }
  | { kind: 'redirect'; to: string; remember?: boolean }
  /** Ask the server about the plan (once, with a short timeout) and show a progress text. */
  | { kind: 'ask' }
  /** The stored answer is too old: the learner must connect once. */
  | { kind: 'connect' };

const show: Decision = { kind: 'show' };
const redirect = (to: string): Decision => ({ kind: 'redirect', to });
/** Redirects and remembers the requested page in the router state. */
const detour = (to: string): Decision => ({ kind: 'redirect', to, remember: true });

const isMobile = (device: Device) => device !== 'desktop';
/** Decision 15: the same rules apply to Capacitor's app and to the web app that is installed on a phone. */
const isApp = (device: Device) => device === 'native' || device === 'installed';
const offlineHomePrefixes = ['/dashboard', '/course/', '/video/', '/notifications', '/settings'];

/** The offline home with the requested section, course or lesson. */
function offlineHome({ path, search, section }: Facts): string {
  const [, first, id] = path.split('/');
  if (section) return paths.offlineDashboard + sectionSearch(section);
  if (first === 'course' && id) return paths.offlineDashboard + sectionSearch('courses', decodeURIComponent(id));
  if (path === paths.settings) return offlineSettingsHref(search);
  const query = new URLSearchParams(search);
  if (first === 'video' && id) return offlineLessonHref(decodeURIComponent(id), query.get('t'));
  const isDashboard = path === paths.dashboard || path === paths.dashboardFree;
  // Keep the whole query, because it may also name a course or an event.
  return paths.offlineDashboard + (isDashboard && query.has('section') ? search : '');
}

/** Rules for single URLs, applied before all guards. */
function ofAddress(facts: Facts): Decision | null {
  const { path, search, device, account, online, pendingPlan, from } = facts;
  if (isApp(device) && !online && offlineHomePrefixes.some((prefix) => path.startsWith(prefix)))
    return redirect(offlineHome(facts));
  switch (path) {
    case paths.landing:
      if (!isMobile(device)) return null;
      if (account) return redirect(online ? paths.check : paths.offlineDashboard);
      return redirect(isApp(device) ? paths.nativeWelcome : paths.login);
    case paths.nativeWelcome:
      if (account) return redirect(paths.check);
      return isApp(device) ? null : redirect(isMobile(device) ? paths.login : paths.landing);
    case paths.pricing:
      return isMobile(device) ? redirect(paths.pricingMobile + search) : null;
    case paths.dashboardFree:
      // Decision 47: a subscriber belongs on /dashboard, even when the plan arrives while the screen is open.
      return account?.lease === 'valid' && isSubscriber(account.plan) ? redirect(paths.dashboard + search) : null;
    case paths.login:
    case paths.register:
      if (!account) return null;
      return redirect(pendingPlan ? paths.pricing : (from ?? paths.check));
    case paths.adminLogin:
      return account?.isAdmin ? redirect(from?.startsWith('/admin/') ? from : paths.adminDashboard) : null;
    default:
      return null;
  }
}

function ofSubscription({ account, device, online, checkFailed }: Facts): Decision {
  if (!account) return detour(paths.login);
  // On a phone, go directly to the pricing page for phones: the redirect from /pricing would lose the remembered page.
  const locked = detour((isMobile(device) ? paths.pricingMobile : paths.pricing) + protectedSearch);
  if (account.lease === 'valid') return isSubscriber(account.plan) ? show : locked;
  if (online && !checkFailed) return { kind: 'ask' };
  // Decision 14: an account without any stored answer counts as not subscribed; an account with an outdated answer must connect once.
  return account.lease === 'never' ? locked : { kind: 'connect' };
}

export function decide(facts: Facts): Decision {
  const early = ofAddress(facts);
  if (early) return early;
  switch (facts.guard) {
    case 'public':
    case 'native':
      return show;
    case 'login':
      return facts.account ? show : detour(paths.login);
    case 'subscriber':
      return ofSubscription(facts);
    case 'admin':
      return facts.account?.isAdmin ? show : detour(paths.adminLogin);
  }
}

/** Target of /check. If the check fails and no answer is stored, the account counts as not subscribed (specification 1 §2). */
export const afterCheck = (plan: Plan | null): string => (isSubscriber(plan) ? paths.dashboard : paths.dashboardFree);

/** Screens on which nothing may interrupt the learner: no reload, no redirect when the network is lost. */
export const isDoNotDisturb = (path: string): boolean => /^\/(video|video-free|test)\//.test(path);
