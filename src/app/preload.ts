import { matchPath } from 'react-router-dom';
import { currentIdentity } from '@/data/session/session-store';
import { routes } from './routes';

/** Loads the code of the screen that the address names, if whoever is here may come to it. Never fails: the screen itself says what is wrong. */
export async function preloadScreen(pathname: string): Promise<void> {
  const rule = routes.find(({ path }) => matchPath(path, pathname));
  if (rule?.preload && (rule.guard === 'public' || currentIdentity())) await rule.preload().catch(() => undefined);
}
