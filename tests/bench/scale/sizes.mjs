// The numbers of `npm run bench scale`. SCALE=0.01 divides them by a hundred, for a quick try.
export const SCALE = Number(process.env.SCALE ?? 1);
const scaled = (number, least) => Math.max(least, Math.round(number * SCALE));

export const ACCOUNTS = { small: scaled(1_000, 200), large: scaled(100_000, 2_000) };
/** Rows of an account in the feed: its profile, its subscription, and its notes. */
export const NOTES = 8;
/** One account in eight has the premium plan, which may read every shared scope. */
const EVERY = 8;

export const DEVICES = scaled(10_000, 50);
export const ACTIVE = scaled(1_000, 20);
/** Pause between two writes of an active learner (ms); a random part of it is more or less, as in the engine's poll. */
export const WRITE_MS = 30_000;
export const STEADY_MS = scaled(120_000, 15_000);
/** Time for which commits are counted, twice for each kind (ms). */
export const COMMITS_MS = scaled(15_000, 2_000);
/** Accounts that push while commits are counted. */
export const WRITERS = scaled(1_000, 50);
/** Calls of each kind and size. */
export const CALLS = scaled(100, 15);

const hex = (n) => String(n).padStart(12, '0');
export const accountOf = (n) => `ef000000-0000-4000-8000-${hex(n)}`;
/** The premium accounts from the `first` one on. */
export const premium = (first, count) => Array.from({ length: count }, (_, n) => accountOf((first + n) * EVERY + 2));
export const LESSON = 'd0000000-0000-4000-8000-000000000003';
