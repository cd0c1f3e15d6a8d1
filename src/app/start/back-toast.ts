import { useEffect } from 'react';
import { overlays } from '@/app/text/overlays';
import { BACK_TOAST_MS } from '@/shared/app-limits';
import { isStandalone } from '@/shared/device';
import { toast } from '@/ui/toast';

interface Mark {
  sloyRoot?: boolean;
}

/**
 * In the installed app, Back at the root shows how to exit instead of exiting (specification 1 §2).
 * A page cannot see the history, so this hook marks the root entry and pushes a copy: a popstate to the marked entry means Back at the root.
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
    // Browsers skip history entries that were created without a user gesture.
    window.addEventListener('pointerdown', markRoot, { once: true });
    window.addEventListener('popstate', arrived);
    return () => {
      window.removeEventListener('pointerdown', markRoot);
      window.removeEventListener('popstate', arrived);
    };
  }, []);
}
