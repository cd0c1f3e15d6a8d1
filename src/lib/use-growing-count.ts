import { type RefCallback, useState } from 'react';

/** How much of a long list is drawn: `step` more whenever the marker at its end comes near the window. */
export function useGrowingCount(total: number, step: number): { shown: number; marker: RefCallback<HTMLElement> } {
  const [count, setCount] = useState(step);
  const marker: RefCallback<HTMLElement> = (element) => {
    if (!element) return;
    // A busy page is told of several crossings at once: the last one is how it stands.
    const near = (crossings: IntersectionObserverEntry[]) =>
      crossings.at(-1)?.isIntersecting && setCount((before) => before + step);
    const observer = new IntersectionObserver(near, { rootMargin: '100% 0px' });
    observer.observe(element);
    return () => observer.disconnect();
  };
  return { shown: Math.min(count, total), marker };
}
