import { currentDevice } from '@/shared/device';
import { leaseOf } from '@/shared/entitlements';
import type { LocalIdentity } from '@/shared/identity';
import { readStored } from '@/shared/local-storage';
import { STORAGE_KEYS } from '@/shared/names';
import { type Decision, decide } from '@/shared/route-guards';
import { safePath } from '@/shared/safe-path';
import type { RouteRule } from './routes';

export interface Entry {
  pathname: string;
  search: string;
  /** Router state: the page that a visitor requested before signing in. */
  state?: unknown;
  identity: LocalIdentity | null;
  online: boolean;
  checkFailed?: boolean;
}

const remembered = (state: unknown) =>
  typeof state === 'object' && state !== null && 'from' in state ? safePath(state.from) : null;

/** Calls `decide` for a URL with the current state of this device. */
export function decisionOn(
  { guard, section }: RouteRule,
  { pathname, search, state, identity, online, checkFailed = false }: Entry,
): Decision {
  return decide({
    path: pathname,
    search,
    section: section ?? null,
    guard,
    device: currentDevice(),
    account: identity && { plan: identity.plan, lease: leaseOf(identity, Date.now()), isAdmin: identity.is_admin },
    online,
    checkFailed,
    pendingPlan: readStored(STORAGE_KEYS.pendingPlan, () => sessionStorage) !== null,
    from: remembered(state),
  });
}
