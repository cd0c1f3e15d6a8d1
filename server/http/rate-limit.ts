/**
 * Counts what callers do in fixed windows of time, per account and per address, and says when to come back.
 * Kept in memory: a restart forgives. Rule: memory is bounded; when the table is full the oldest windows go first.
 */
export interface Limit {
  /** Acts allowed within the window. */
  acts: number;
  /** Length of the window, seconds. */
  seconds: number;
}

/** What is limited, by the noun of the request. Addresses are shared by schools and phone networks, hence their wider limits. */
export const limits = {
  signIn: { account: { acts: 10, seconds: 300 }, address: { acts: 60, seconds: 300 } },
  signUp: { account: { acts: 5, seconds: 3600 }, address: { acts: 30, seconds: 3600 } },
  otp: { account: { acts: 5, seconds: 900 }, address: { acts: 30, seconds: 900 } },
  /** Everything else of auth: refreshing, reading and changing the account. */
  auth: { account: { acts: 120, seconds: 60 }, address: { acts: 1200, seconds: 60 } },
  rpc: { account: { acts: 600, seconds: 60 }, address: { acts: 12_000, seconds: 60 } },
  /** Signing, listing and writing of files without an account. */
  visitorStorage: { account: { acts: 600, seconds: 60 }, address: { acts: 600, seconds: 60 } },
  /** All routes of the service, per address. */
  service: { account: { acts: 60, seconds: 60 }, address: { acts: 600, seconds: 60 } },
  /** Billing: reading plans, prices and invoices; opening a checkout or changing a plan; the pages of the sandbox. */
  billing: { account: { acts: 60, seconds: 60 }, address: { acts: 600, seconds: 60 } },
  purchase: { account: { acts: 10, seconds: 600 }, address: { acts: 100, seconds: 600 } },
  sandboxPage: { account: { acts: 60, seconds: 60 }, address: { acts: 120, seconds: 60 } },
  /** Requests that were refused for their token, pass or signature: what somebody who guesses does. */
  guess: { account: { acts: 30, seconds: 300 }, address: { acts: 30, seconds: 300 } },
  /** Certificates by serial: nobody verifies more by hand, and nobody finds one by guessing. */
  certificate: { account: { acts: 30, seconds: 300 }, address: { acts: 30, seconds: 300 } },
  webhook: { account: { acts: 3000, seconds: 60 }, address: { acts: 3000, seconds: 60 } },
  challenge: { account: { acts: 60, seconds: 300 }, address: { acts: 120, seconds: 300 } },
} satisfies Record<string, { account: Limit; address: Limit }>;

export type Limited = keyof typeof limits;

const MOST_WINDOWS = 50_000;

export class RateLimiter {
  readonly #windows = new Map<string, { count: number; ends: number }>();
  readonly #factor: number;
  readonly #now: () => number;

  constructor(options: { relaxed: boolean; now?: () => number }) {
    this.#factor = options.relaxed ? 1000 : 1;
    this.#now = options.now ?? Date.now;
  }

  /** Counts one act. @returns seconds to wait (at least 1) when it is one too many, else 0. */
  take(what: Limited, who: { account?: string | undefined; address: string }): number {
    const rule = limits[what];
    const waits = [this.#count(`${what} @${who.address}`, rule.address)];
    if (who.account) {
      waits.push(this.#count(`${what} ${who.account} @${who.address}`, rule.account));
      // Guessing from many addresses is slowed too, but one stranger cannot lock a learner out from elsewhere with a few tries.
      waits.push(this.#count(`${what} ${who.account}`, { ...rule.account, acts: rule.account.acts * 5 }));
    }
    return Math.max(...waits);
  }

  #count(key: string, limit: Limit): number {
    const now = this.#now();
    let window = this.#windows.get(key);
    if (!window || window.ends <= now) {
      this.#windows.delete(key);
      if (this.#windows.size >= MOST_WINDOWS) this.#makeRoom(now);
      window = { count: 0, ends: now + limit.seconds * 1000 };
      this.#windows.set(key, window);
    }
    window.count += 1;
    return window.count > limit.acts * this.#factor ? Math.max(1, Math.ceil((window.ends - now) / 1000)) : 0;
  }

  #makeRoom(now: number): void {
    for (const [key, { ends }] of this.#windows) if (ends <= now) this.#windows.delete(key);
    // A Map remembers the order of insertion.
    for (const key of this.#windows.keys()) {
      if (this.#windows.size < MOST_WINDOWS) break;
      this.#windows.delete(key);
    }
  }
}
