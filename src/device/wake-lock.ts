/**
 * Keeps the screen on while something reports progress: a phone that locks itself stops a download.
 * Guarantees: the lock is released when the progress ends; a hidden page has no lock, because the browser releases it.
 */

/** Time without progress after which the lock is released (ms). */
const SILENCE_MS = 10_000;

let lock: Promise<WakeLockSentinel | undefined> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

async function acquire(): Promise<WakeLockSentinel | undefined> {
  try {
    const held = await navigator.wakeLock?.request('screen');
    held?.addEventListener('release', () => {
      lock = undefined;
    });
    return held;
  } catch {
    return undefined; // the browser refuses the lock, for example while the battery is low
  }
}

function release(): void {
  void lock?.then((held) => held?.release());
  lock = undefined;
}

/** Call this whenever progress is made. */
export function keepAwake(): void {
  clearTimeout(timer);
  timer = setTimeout(release, SILENCE_MS);
  if (document.visibilityState === 'visible') lock ??= acquire();
}
