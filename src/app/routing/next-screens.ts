import { useEffect } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { whenIdle } from '@/shared/idle';
import { routes } from './routes';

interface NextScreensProps {
  /** Resolves when the preloading may start. Define the function outside components, because each new function would restart the effect. */
  when: () => Promise<void>;
}

/** Preloads the code of the screens that people usually open next, once `when` has resolved and the browser is idle. Renders nothing. */
export function NextScreens({ when }: NextScreensProps): null {
  const { pathname } = useLocation();
  useEffect(() => {
    const next = routes.find(({ path }) => matchPath(path, pathname))?.next;
    if (!next) return;
    let left = false;
    void when()
      .then(whenIdle)
      .then(() => {
        if (left) return;
        for (const rule of routes) if (next.includes(rule.path)) rule.load().catch(() => undefined);
      });
    return () => {
      left = true;
    };
  }, [pathname, when]);
  return null;
}

/** Resolves at the visitor's first interaction with the page. A visitor who only reads /login does not need the dashboard's code. */
export function whenUsed(): Promise<void> {
  if (document.activeElement?.matches('input')) return Promise.resolve();
  return new Promise((resolve) => {
    for (const sign of ['focusin', 'pointerdown', 'keydown'])
      document.addEventListener(sign, () => resolve(), { once: true });
  });
}
