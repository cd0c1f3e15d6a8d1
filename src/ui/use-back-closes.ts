import { useEffect, useEffectEvent } from 'react';
import { currentDevice } from '@/lib/device';

/** On phones, Back closes the layer. `close` returns false if the layer stays open. The code loads with the first layer, not with the start. */
export function useBackCloses(open: boolean, close: () => boolean): void {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!open || currentDevice() === 'desktop') return;
    let leave: (() => void) | undefined;
    let isOver = false;
    import('./back-layers').then(
      ({ openLayer }) => {
        if (!isOver) leave = openLayer(() => onBack());
      },
      () => undefined, // Back then leaves the page.
    );
    return () => {
      isOver = true;
      leave?.();
    };
  }, [open]);
}
