// `wallClock` returns the Unix time (ms), finer than Date.now() and aligned to ticks of the system clock, as in shared/session.ts.
let skew = Number.POSITIVE_INFINITY;
for (const end = performance.now() + 40; performance.now() < end; )
  skew = Math.min(skew, performance.timeOrigin + performance.now() - Date.now());

export const wallClock = () => performance.timeOrigin + performance.now() - skew;
