/** Shared by the bench pages that talk to the embedded backend: accounts, and a clock that agrees with the server process's clock. */
export interface BenchAccount {
  uid: string;
  email: string;
  password: string;
}

export const backend = () => ({ url: location.origin, key: 'sb_publishable_sloy_local' });

/** Offset (ms) that aligns `wallClock` (Unix time in ms, finer than `Date.now()`) to ticks of the system clock, like its twin in wall-clock.mjs. */
const skew = (() => {
  let least = Number.POSITIVE_INFINITY;
  for (const end = performance.now() + 40; performance.now() < end; )
    least = Math.min(least, performance.timeOrigin + performance.now() - Date.now());
  return least;
})();

export const wallClock = () => performance.timeOrigin + performance.now() - skew;

/** Records when each title is first seen. A title's time can be requested before or after it is seen. */
export class Sightings {
  readonly #seen = new Map<string, number>();
  readonly #waiting = new Map<string, (at: number) => void>();

  note(titles: string[]): void {
    const at = wallClock();
    for (const title of titles) {
      if (this.#seen.has(title)) continue;
      this.#seen.set(title, at);
      this.#waiting.get(title)?.(at);
    }
  }

  of(title: string): Promise<number> {
    const at = this.#seen.get(title);
    return at === undefined ? new Promise((resolve) => this.#waiting.set(title, resolve)) : Promise.resolve(at);
  }
}
