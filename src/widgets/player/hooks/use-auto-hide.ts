import { useEffect, useState } from 'react';
import { CONTROLS_HIDE_MS } from '@/config/limits';

/** Whether the controls show: always while paused, and for some seconds after a move, a touch, a key or the focus while playing. */
export function useAutoHide(playing: boolean): { visible: boolean; wake: () => void } {
  const [wokenAt, setWokenAt] = useState(0);
  const [visible, setVisible] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every waking starts the time anew
  useEffect(() => {
    setVisible(true);
    if (!playing) return;
    const timer = setTimeout(() => setVisible(false), CONTROLS_HIDE_MS);
    return () => clearTimeout(timer);
  }, [playing, wokenAt]);
  return { visible, wake: () => setWokenAt(performance.now()) };
}
