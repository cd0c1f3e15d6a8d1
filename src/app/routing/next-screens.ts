import { useEffect } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { whenIdle } from '@/lib/idle';
import { routes } from './routes';

/** Preloads the code of the screens that people usually open next, when the browser is idle. */
export function useNextScreens() {
  const { pathname } = useLocation();
  useEffect(() => {
    const next = routes.find(({ path }) => matchPath(path, pathname))?.next;
    if (!next) return;
    void whenIdle().then(() => {
      for (const rule of routes) if (next.includes(rule.path)) rule.preload?.().catch(() => undefined);
    });
  }, [pathname]);
}
