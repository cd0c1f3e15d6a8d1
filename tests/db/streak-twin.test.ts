/** The server and the device compute equal streaks for the same days. */
import { expect, it } from 'vitest';
import { currentStreak, foldStreak } from '@/features/streak/rules/streak';
import { schoolDatabase } from '../helpers/school-database';

const { query, run } = schoolDatabase();

const SETS = 10_000;
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);

/** mulberry32, a seeded random generator. */
function randomOf(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const DAY_MS = 86_400_000;

/** Random runs and gaps of days around clock changes, leap days and New Year from 2026 to 2028. */
function randomDays(random: () => number): string[] {
  const days = new Set<string>();
  let at = Date.UTC(2026, 0, 1) + Math.floor(random() * 900) * DAY_MS;
  for (let left = 1 + Math.floor(random() * 25); left > 0; left--) {
    days.add(new Date(at).toISOString().slice(0, 10));
    at += DAY_MS * (random() < 0.7 ? 1 : 2 + Math.floor(random() * 5));
  }
  return [...days].sort(() => random() - 0.5);
}

it(`counts ${SETS} random sets of days like the device (SEED=${seed})`, async () => {
  const random = randomOf(seed);
  const sets = Array.from({ length: SETS }, (_, index) => ({
    user: `bbbb0000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    days: randomDays(random),
  }));
  // Replica mode skips foreign keys and triggers: this tests only the rule, on accounts that do not exist.
  await run('begin; set local session_replication_role = replica');
  try {
    await run(`insert into public.user_activity (user_id, active_on)
      select (s ->> 'user')::uuid, d::date from jsonb_array_elements('${JSON.stringify(sets)}') s, jsonb_array_elements_text(s -> 'days') d`);
    await run(`select sync.recount_streaks(array(select distinct user_id from public.user_activity))`);
    const rows = await query<{ id: string; current_streak: number; longest_streak: number; last_active: string }>(
      `select user_id::text as id, current_streak, longest_streak, last_active::text from public.user_streaks where user_id::text like 'bbbb%'`,
    );
    const rowOf = new Map(rows.map((row) => [row.id, row]));
    expect(rowOf.size).toBe(SETS);
    for (const { user, days } of sets) {
      const last = days.toSorted().at(-1) ?? '';
      const own = foldStreak(null, days, last);
      const row = rowOf.get(user);
      expect(row, days.join()).toMatchObject({
        current_streak: own.current,
        longest_streak: own.longest,
        last_active: last,
      });
      // The stored row alone gives the same current streak.
      expect(foldStreak(row, [], last)).toMatchObject({ current: own.current, longest: own.longest });
      expect(currentStreak(days, last)).toBe(own.current);
    }
  } finally {
    await run('rollback');
  }
});
