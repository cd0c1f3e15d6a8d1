import { useEffect, useState } from 'react';
import { CONTROLS_HIDE_MS } from '@/shared/app-limits';

/** Shows the controls while the video is paused, and for a few seconds after a pointer, touch, key or focus event while it plays. */
export function useAutoHide(playing: boolean): { visible: boolean; wake: () => void } {
  const [wokenAt, setWokenAt] = useState(0);
  const [visible, setVisible] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every wake-up restarts the timer
  useEffect(() => {
    setVisible(true);
    if (!playing) return;
    const timer = setTimeout(() => setVisible(false), CONTROLS_HIDE_MS);
    return () => clearTimeout(timer);
  }, [playing, wokenAt]);
  return { visible, wake: () => setWokenAt(performance.now()) };
}
