import { sameDoc } from '@sync/journal/conflict';
import { describe, expect, test } from 'vitest';
import type { StoredJournalDoc } from '@/domain/journal';

// RxDB compares a pulled state with the confirmed state before overwriting it: an outdated pull must not undo a later confirmed change.

const PULLED = 'downstream-check-if-equal-1';
const TEST = 'e0000000-0000-4000-8000-000000000001';
const Q = '10000000-0000-4000-8000-000000000001';

type Doc = StoredJournalDoc<'attempt'> & { _deleted: boolean };

function attempt(
  at: number,
  options: string[],
  { finished = null as number | null, pending = false, _deleted = false } = {},
): Doc {
  return {
    id: 'attempt/00000000-0000-4000-8000-000000000001',
    kind: 'attempt',
    at,
    active_on: '2026-11-20',
    rev: 1,
    pending,
    _deleted,
    data: { test_id: TEST, started_at: 1, finished_at: finished, time_spent: at, answers: { [Q]: { options, at } } },
  };
}

describe('a pulled state overwrites a confirmed one', () => {
  const stored = attempt(20, ['a', 'b']);
  test.each([
    ['not when it is older', attempt(10, ['a']), stored, true],
    ['not when it is the same', stored, { ...stored, rev: 7 }, true],
    ['when it is newer', attempt(30, ['a', 'b', 'c']), stored, false],
    ['when it is finished', attempt(30, ['a'], { finished: 30 }), stored, false],
    [
      'not when it is open and the stored one is finished',
      attempt(10, ['a']),
      attempt(20, ['a', 'b'], { finished: 20 }),
      true,
    ],
    ['when it is deleted', attempt(10, ['a'], { _deleted: true }), stored, false],
  ])('%s', (_, pulled, kept, same) => {
    expect(sameDoc(pulled, kept, PULLED)).toBe(same);
  });

  test('always for kinds that the server may revert', () => {
    const registration = (at: number, registered: boolean) => ({
      id: `registration/${TEST}`,
      kind: 'registration' as const,
      at,
      active_on: '2026-11-20',
      rev: 1,
      pending: false,
      _deleted: false,
      data: { event_id: TEST, registered },
    });
    expect(sameDoc(registration(10, false), registration(20, true), PULLED)).toBe(false);
  });
});

test('in every other comparison an older state is different, and a pending state equals none', () => {
  expect(sameDoc(attempt(10, ['a']), attempt(20, ['a', 'b']))).toBe(false);
  expect(sameDoc(attempt(10, ['a']), attempt(20, ['a', 'b']), 'upstream-check-if-equal')).toBe(false);
  expect(sameDoc(attempt(10, ['a']), attempt(20, ['a', 'b'], { pending: true }), PULLED)).toBe(false);
});
