import { describe, expect, test } from 'vitest';
import type { AchievementState } from '@/features/achievements/rules/progress';
import { inDisplayOrder, standingOf } from '@/features/achievements/rules/summary';

const state = (id: string, change: Partial<AchievementState> = {}): AchievementState => ({
  id,
  name: id,
  description: '',
  icon: 'trophy',
  points: 10,
  target_value: 4,
  type: 'news',
  current_value: 0,
  progress_percentage: 0,
  completed: false,
  confirmed: false,
  completed_at: null,
  ...change,
});
const earned = (id: string, at: string, points = 10) =>
  state(id, { completed: true, confirmed: true, completed_at: at, current_value: 4, progress_percentage: 100, points });
const waiting = state('waiting', { completed: true, current_value: 4, progress_percentage: 100, points: 500 });
const begun = state('begun', { current_value: 1, progress_percentage: 25 });
const further = state('further', { current_value: 3, progress_percentage: 75 });

describe('the state of an achievement', () => {
  test.each([
    ['earned', earned('a', '2026-01-01T00:00:00Z')],
    ['waiting', waiting],
    ['begun', begun],
    ['untouched', state('untouched')],
  ])('is %s', (standing, row) => {
    expect(standingOf(row)).toBe(standing);
  });
});

test('the list shows achievements closest to completion first and earned ones last', () => {
  const all = [earned('old', '2026-01-01T00:00:00Z'), begun, state('untouched'), earned('new', '2026-02-01T00:00:00Z')];
  expect(inDisplayOrder([...all, further, waiting]).map(({ id }) => id)).toEqual([
    'waiting',
    'further',
    'begun',
    'untouched',
    'new',
    'old',
  ]);
});
