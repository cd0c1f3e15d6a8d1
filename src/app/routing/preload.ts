import { matchPath } from 'react-router-dom';
import { currentIdentity } from '@/data/session/session-store';
import { decisionOn } from './route-decision';
import { routes } from './routes';

/** Preloads the code of the screen at a URL. Never fails: the screen itself reports errors. */
export async function preloadScreen(address: string): Promise<void> {
  const { pathname, search } = new URL(address, location.origin);
  const rule = routes.find(({ path }) => matchPath(path, pathname));
  if (!rule) return;
  const decision = decisionOn(rule, { pathname, search, identity: currentIdentity(), online: navigator.onLine });
  if (decision.kind === 'redirect') return preloadScreen(decision.to);
  if (decision.kind === 'show') await rule.preload?.(true).catch(() => undefined);
}
