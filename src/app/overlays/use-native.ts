import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { PUSH_BANNER_EVENT } from '@/config/persisted-names';
import { usePlan } from '@/data/session/use-plan';
import { pathOfPlan } from '@/domain/free-path';
import { currentDevice } from '@/lib/device';
import { overlays } from '@/text/overlays';
import { useDoNotDisturb } from '@/widgets/do-not-disturb';
import type { NativePage } from '../start/native-bridge';
import { nativeBridge } from '../start/native-plugins';

/** Connects the native app's bridge with this page's router; does nothing in a browser. */
export function useNative(): void {
  const navigate = useNavigate();
  const busy = useDoNotDisturb();
  const plan = usePlan();
  const state = useRef({ navigate, busy, plan });
  useEffect(() => {
    state.current = { navigate, busy, plan };
  }, [navigate, busy, plan]);
  useEffect(() => {
    const bridge = currentDevice() === 'native' ? nativeBridge() : undefined;
    if (!bridge) return;
    const page: NativePage = {
      publicOrigin: import.meta.env.VITE_PUBLIC_ORIGIN ?? location.origin,
      open(path, message) {
        if (!state.current.busy) return void state.current.navigate(pathOfPlan(path, state.current.plan));
        const detail = { title: overlays.launched, body: '', type: 'info', ...message, link: path, pressed: true };
        window.dispatchEvent(new CustomEvent(PUSH_BANNER_EVENT, { detail }));
      },
    };
    import('../start/native-bridge')
      .then(({ startNative }) => startNative(bridge, page))
      .catch((error: unknown) => console.error('The native app is not connected:', error));
  }, []);
}
