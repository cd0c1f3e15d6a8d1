import { useEffect } from 'react';
import { BACK_TOAST_MS } from '@/config/limits';
import { isStandalone } from '@/lib/device';
import { overlays } from '@/text/overlays';
import { toast } from '@/ui/toast';

interface Mark {
  sloyRoot?: boolean;
}

/**
 * In the installed app, back at the root says how to leave instead of leaving (specification 1 §2).
 * A page cannot ask where "back" leads, so the root entry is marked and a copy of it is put on top: arriving at the mark is "back at the root".
 */
export function useBackToast() {
  useEffect(() => {
    if (!isStandalone()) return;
    const markRoot = () => {
      const state = (history.state ?? {}) as Mark;
      if (state.sloyRoot || history.length > 1) return;
      history.replaceState({ ...state, sloyRoot: true }, '');
      history.pushState({ ...state, idx: 1 }, '');
    };
    const arrived = (event: PopStateEvent) => {
      if (!(event.state as Mark | null)?.sloyRoot) return;
      toast('info', overlays.backToast, { duration: BACK_TOAST_MS });
      history.forward();
    };
    // Browsers skip entries that were made without a touch.
    window.addEventListener('pointerdown', markRoot, { once: true });
    window.addEventListener('popstate', arrived);
    return () => {
      window.removeEventListener('pointerdown', markRoot);
      window.removeEventListener('popstate', arrived);
    };
  }, []);
}
