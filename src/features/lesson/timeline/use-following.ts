import { type RefObject, useEffect, useState } from 'react';

/** Events that show that the reader scrolls. `scroll` is not in the list, because this hook's own scrolling also causes `scroll` events. */
const gestures = ['wheel', 'touchmove', 'keydown'] as const;

/** Scrolls the current line into view until the reader scrolls. `follow` resumes the scrolling. */
export function useFollowing(
  box: RefObject<HTMLElement | null>,
  current: number,
): { following: boolean; follow: () => void } {
  const [following, setFollowing] = useState(true);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const leave = (event: Event) => {
      if (event instanceof KeyboardEvent && !/^(Arrow(Up|Down)|Page(Up|Down)|Home|End)$/.test(event.key)) return;
      setFollowing(false);
    };
    // If the target is the box itself and not a line, the reader pressed the scroll bar of the box.
    const press = (event: Event) => event.target === element && setFollowing(false);
    for (const name of gestures) element.addEventListener(name, leave, { passive: true });
    element.addEventListener('pointerdown', press);
    return () => {
      for (const name of gestures) element.removeEventListener(name, leave);
      element.removeEventListener('pointerdown', press);
    };
  }, [box]);

  useEffect(() => {
    const element = box.current;
    const line = element?.querySelector<HTMLElement>('[aria-current="true"]');
    if (!element || !line || !following || current < 0) return;
    const top = line.offsetTop - (element.clientHeight - line.offsetHeight) / 2;
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    element.scrollTo({ top, behavior: isCalm ? 'auto' : 'smooth' });
  }, [box, current, following]);

  return { following, follow: () => setFollowing(true) };
}
