import { matchPath } from 'react-router-dom';
import { routes } from './routes';

/** Starts loading the code of the screen that the address names, before React has drawn anything. */
export function preloadScreen(pathname: string) {
  const rule = routes.find(({ path }) => matchPath(path, pathname));
  rule?.preload?.().catch(() => undefined);
}
