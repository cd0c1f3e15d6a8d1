/** Resolves when the first screen is painted and the browser is idle, after 2.5 seconds at the latest. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    const painted = () =>
      'requestIdleCallback' in window
        ? window.requestIdleCallback(() => resolve(), { timeout: 2_000 })
        : setTimeout(resolve, 200);
    requestAnimationFrame(() => setTimeout(painted, 0));
    // A hidden tab never runs the animation frame, so resolve after a timeout instead.
    setTimeout(resolve, 2_500);
  });
}

/** Resolves when the browser is idle, after `ms` at the latest. */
export const nextIdle = (ms = 2_000): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: ms });
    else setTimeout(resolve, 50);
  });
