import { type RefObject, useEffect, useEffectEvent } from 'react';
import { handlePlayerKey, type KeyTarget } from '../player-keys';

interface KeyboardOptions extends Omit<KeyTarget, 'video' | 'frame'> {
  video: HTMLVideoElement | null;
  frame: RefObject<HTMLElement | null>;
  /** True while a cover hides the controls; then only Escape works. */
  covered: boolean;
  onEscape: () => void;
  onHandled: () => void;
}

/** Handles the player's keys for the whole page, or only inside the player (`pageKeys`). */
export function usePlayerKeyboard({ video, frame, covered, onEscape, onHandled, ...target }: KeyboardOptions): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!video || !frame.current) return;
    if (!covered && handlePlayerKey(event, { ...target, video, frame: frame.current })) onHandled();
    if (covered && event.key === 'Escape') onEscape();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
