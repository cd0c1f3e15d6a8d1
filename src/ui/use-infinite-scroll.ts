import { type RefCallback, useState } from 'react';

/** Number of list items to render: it grows by `step` whenever the marker at the end of the list comes near the viewport. */
export function useInfiniteScroll(total: number, step: number): { shown: number; marker: RefCallback<HTMLElement> } {
  const [count, setCount] = useState(step);
  const marker: RefCallback<HTMLElement> = (element) => {
    if (!element) return;
    // On a busy page the observer reports several crossings in one call; the last crossing is the current state.
    const near = (crossings: IntersectionObserverEntry[]) =>
      crossings.at(-1)?.isIntersecting && setCount((before) => before + step);
    const observer = new IntersectionObserver(near, { rootMargin: '100% 0px' });
    observer.observe(element);
    return () => observer.disconnect();
  };
  return { shown: Math.min(count, total), marker };
}
