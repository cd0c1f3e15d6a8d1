/** Resolves when the first screen has been painted and the browser has nothing better to do, at the latest after two seconds. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    const painted = () =>
      'requestIdleCallback' in window
        ? window.requestIdleCallback(() => resolve(), { timeout: 2_000 })
        : setTimeout(resolve, 200);
    requestAnimationFrame(() => setTimeout(painted, 0));
    // A hidden tab paints nothing and must not wait for it.
    setTimeout(resolve, 2_500);
  });
}
