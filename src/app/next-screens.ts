import { useEffect } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { paths } from '@/config/paths';
import { whenIdle } from '@/lib/idle';
import { routes } from './routes';

/** Where people go from a screen: its code is there before they ask for it. */
const nextOf: Readonly<Record<string, readonly string[]>> = {
  [paths.dashboard]: [paths.course, paths.video],
  [paths.dashboardFree]: [paths.videoFree],
  [paths.course]: [paths.video, paths.test],
  [paths.offlineDashboard]: [paths.video],
  [paths.login]: [paths.dashboard],
};

/** Loads the code of the screens that come next when the browser has nothing better to do. */
export function useNextScreens() {
  const { pathname } = useLocation();
  useEffect(() => {
    const current = Object.keys(nextOf).find((path) => matchPath(path, pathname));
    if (!current) return;
    void whenIdle().then(() => {
      for (const rule of routes) if (nextOf[current]?.includes(rule.path)) rule.preload?.().catch(() => undefined);
    });
  }, [pathname]);
}
