import { useEffect, useEffectEvent } from 'react';
import { currentDevice } from '@/shared/device';

/** On phones, Back closes the layer. `close` returns false if the layer stays open. The code loads with the first layer, not with the start. */
export function useBackCloses(open: boolean, close: () => boolean): void {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!open || currentDevice() === 'desktop') return;
    const layer = import('./back-layers').then(
      ({ openLayer }) => openLayer(() => onBack()),
      () => undefined, // Back then leaves the page.
    );
    return () => void layer.then((leave) => leave?.());
  }, [open]);
}
