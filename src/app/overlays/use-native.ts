import { useEffect, useEffectEvent } from 'react';
import { currentDevice } from '@/shared/device';
import type { NativePage } from '../start/native-bridge';
import { nativeBridge } from '../start/native-plugins';
import { offerPath, useOpenPath } from './use-open-path';

/** Connects the native app's bridge with this page's router; does nothing in a browser. */
export function useNative(): void {
  const openPath = useEffectEvent(useOpenPath());
  useEffect(() => {
    const bridge = currentDevice() === 'native' ? nativeBridge() : undefined;
    if (!bridge) return;
    const page: NativePage = {
      publicOrigin: import.meta.env.VITE_PUBLIC_ORIGIN ?? location.origin,
      open(path, message) {
        if (!openPath(path)) offerPath(path, message);
      },
    };
    import('../start/native-bridge')
      .then(({ startNative }) => startNative(bridge, page))
      .catch((error: unknown) => console.error('The native app is not connected:', error));
  }, []);
}
