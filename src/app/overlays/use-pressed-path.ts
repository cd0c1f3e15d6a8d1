import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { PUSH_BANNER_EVENT } from '@/config/persisted-names';
import { OPEN_PATH, PAGE_ANSWERS } from '@/config/worker-names';
import { usePlan } from '@/data/session/use-plan';
import { pathOfPlan } from '@/domain/free-path';
import { safePath } from '@/lib/safe-path';
import { useDoNotDisturb } from '@/widgets/do-not-disturb';

/** Opens the path of a pressed system notification with this page's router. */
export function usePressedPath(): void {
  const navigate = useNavigate();
  const busy = useDoNotDisturb();
  const plan = usePlan();
  const state = useRef({ navigate, busy, plan });
  useEffect(() => {
    state.current = { navigate, busy, plan };
  }, [navigate, busy, plan]);
  useEffect(() => {
    const hear = ({
      data,
      ports: [port],
    }: MessageEvent<{ type?: unknown; path?: unknown; message?: object } | null>) => {
      if (data?.type !== OPEN_PATH || !port) return;
      const path = safePath(data.path);
      if (path !== null && !state.current.busy) {
        void state.current.navigate(pathOfPlan(path, state.current.plan));
        port.postMessage(PAGE_ANSWERS.opened);
        return;
      }
      // Show the banner even over this lesson, because the learner pressed the notification. The worker opens the path in another window.
      window.dispatchEvent(new CustomEvent(PUSH_BANNER_EVENT, { detail: { ...data.message, pressed: true } }));
      port.postMessage(PAGE_ANSWERS.busy);
    };
    navigator.serviceWorker?.addEventListener('message', hear);
    return () => navigator.serviceWorker?.removeEventListener('message', hear);
  }, []);
}
