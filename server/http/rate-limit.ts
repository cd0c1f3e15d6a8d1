/**
 * Counts requests in fixed time windows, per account and per address, and returns when to retry.
 * The counters are in memory, so a restart resets them; several processes count some limits together in the database.
 * Rule: memory is bounded; when the table is full, evict the oldest windows. A request that its address' limit refuses opens no further window, so
 * that one address cannot evict the windows of others.
 */
export interface Limit {
  /** Requests allowed within the window. */
  acts: number;
  /** Length of the window (s). */
  seconds: number;
}

// Schools and mobile networks share addresses, so address limits are higher.

/** Limits against guessing, spam and cost, which all processes count together. Such requests are rare, so a statement for each is cheap. */
const sharedLimits = {
  signIn: { account: { acts: 10, seconds: 300 }, address: { acts: 60, seconds: 300 } },
  signUp: { account: { acts: 5, seconds: 3600 }, address: { acts: 30, seconds: 3600 } },
  otp: { account: { acts: 5, seconds: 900 }, address: { acts: 30, seconds: 900 } },
  /** Codes of an authenticator app: six digits, so few tries. */
  code: { account: { acts: 5, seconds: 900 }, address: { acts: 60, seconds: 900 } },
  /** Calls that send a visitor's forms, valid or not. Twin: public.send_forms limits the stored forms of an address. */
  visitorForms: { account: { acts: 60, seconds: 600 }, address: { acts: 60, seconds: 600 } },
  /** Requests that open a checkout or change a plan. */
  purchase: { account: { acts: 10, seconds: 600 }, address: { acts: 100, seconds: 600 } },
  /** Requests that were rejected for an invalid token, pass or signature: possible guesses. */
  guess: { account: { acts: 30, seconds: 300 }, address: { acts: 30, seconds: 300 } },
  /** Looking up certificates by serial: enough to verify by hand, too few to find a serial by guessing. */
  certificate: { account: { acts: 30, seconds: 300 }, address: { acts: 30, seconds: 300 } },
  challenge: { account: { acts: 60, seconds: 300 }, address: { acts: 120, seconds: 300 } },
} satisfies Record<string, { account: Limit; address: Limit }>;

/** Limits that protect one process from overload: each process counts its own. */
const ownLimits = {
  /** All other auth requests: refreshing, reading and changing the account. */
  auth: { account: { acts: 120, seconds: 60 }, address: { acts: 1200, seconds: 60 } },
  rpc: { account: { acts: 600, seconds: 60 }, address: { acts: 12_000, seconds: 60 } },
  /** Joins of realtime channels, each a transaction: a device has about five channels and rejoins at most every few seconds. */
  realtimeJoin: { account: { acts: 120, seconds: 60 }, address: { acts: 12_000, seconds: 60 } },
  /** Signing, listing and writing files without an account. */
  visitorStorage: { account: { acts: 600, seconds: 60 }, address: { acts: 600, seconds: 60 } },
  /** All routes of the service, per address. */
  service: { account: { acts: 60, seconds: 60 }, address: { acts: 600, seconds: 60 } },
  /** Requests that read plans, prices and invoices. */
  billing: { account: { acts: 60, seconds: 60 }, address: { acts: 600, seconds: 60 } },
  /** Requests to the pages of the sandbox. */
  sandboxPage: { account: { acts: 60, seconds: 60 }, address: { acts: 120, seconds: 60 } },
  /** Sending push messages. */
  push: { account: { acts: 30, seconds: 60 }, address: { acts: 120, seconds: 60 } },
  /** Reports of errors: an app sends one per session, and a school shares an address. */
  clientErrors: { account: { acts: 60, seconds: 600 }, address: { acts: 60, seconds: 600 } },
  webhook: { account: { acts: 3000, seconds: 60 }, address: { acts: 3000, seconds: 60 } },
} satisfies Record<string, { account: Limit; address: Limit }>;

export const limits = { ...sharedLimits, ...ownLimits };

export type Limited = keyof typeof limits;

export interface Counted {
  /** Requests in the current window, this one included. */
  count: number;
  /** Time until the window ends (s). */
  secondsLeft: number;
}

/** Counts that all processes share. */
export interface SharedCounts {
  count(key: string, seconds: number): Promise<Counted>;
}

const MOST_WINDOWS = 50_000;

export class RateLimiter implements SharedCounts {
  readonly #windows = new Map<string, { count: number; ends: number }>();
  readonly #factor: number;
  readonly #now: () => number;
  readonly #shared: SharedCounts | undefined;

  /** @param options `shared`: needed where several processes serve one installation */
  constructor(options: { relaxed: boolean; now?: () => number; shared?: SharedCounts | undefined }) {
    this.#shared = options.shared;
    this.#factor = options.relaxed ? 1000 : 1;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Counts the uses of something else, for example of a solved bot check. */
  async count(key: string, seconds: number): Promise<Counted> {
    return this.#shared?.count(key, seconds) ?? this.#count(key, seconds);
  }

  /** Counts one request. @returns seconds to wait (at least 1) when it exceeds the limit, otherwise 0. */
  async take(what: Limited, who: { account?: string | undefined; address: string }): Promise<number> {
    const rule = limits[what];
    const shared = what in sharedLimits ? this.#shared : undefined;
    const waitFor = async (key: string, limit: Limit) => {
      const { count, secondsLeft } = await (shared?.count(key, limit.seconds) ?? this.#count(key, limit.seconds));
      return count > limit.acts * this.#factor ? Math.max(1, secondsLeft) : 0;
    };
    const wait = await waitFor(`${what} @${who.address}`, rule.address);
    if (wait > 0 || !who.account) return wait;
    const waits = await Promise.all([
      waitFor(`${what} ${who.account} @${who.address}`, rule.account),
      // Also slow down guesses from many addresses. This limit is five times as high, so that a stranger cannot lock a learner out with a few tries.
      waitFor(`${what} ${who.account}`, { ...rule.account, acts: rule.account.acts * 5 }),
    ]);
    return Math.max(...waits);
  }

  #count(key: string, seconds: number): Counted {
    const now = this.#now();
    let window = this.#windows.get(key);
    if (!window || window.ends <= now) {
      this.#windows.delete(key);
      if (this.#windows.size >= MOST_WINDOWS) this.#makeRoom(now);
      window = { count: 0, ends: now + seconds * 1000 };
      this.#windows.set(key, window);
    }
    window.count += 1;
    return { count: window.count, secondsLeft: Math.ceil((window.ends - now) / 1000) };
  }

  #makeRoom(now: number): void {
    for (const [key, { ends }] of this.#windows) if (ends <= now) this.#windows.delete(key);
    // A Map iterates in insertion order, so the oldest windows come first.
    for (const key of this.#windows.keys()) {
      if (this.#windows.size < MOST_WINDOWS) break;
      this.#windows.delete(key);
    }
  }
}
