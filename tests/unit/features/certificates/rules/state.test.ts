import { expect, test } from 'vitest';
import { certificateStates } from '@/features/certificates/rules/state';
import type { CertificateRow, ResultRow } from '@/shared/rows';

const certificate: CertificateRow = {
  id: 'c',
  title: 'Оператор',
  description: null,
  template_url: null,
  name_position: { x: 50, y: 50 },
  name_font_size: 24,
  name_font_color: '#000000',
  requirements: [
    { test_id: 'one', test_title: 'Първи', minimum_score: 70 },
    { test_id: 'two', test_title: 'Втори', minimum_score: 80 },
    { test_id: 'three', test_title: 'Трети', minimum_score: 70 },
  ],
};
const progress = {
  id: 'c',
  completed_requirements: ['one'],
  progress_percentage: 33,
  completed: false,
  completed_at: null,
};

test('a requirement is passed when the server confirms it, waits while its attempt is unscored, and is open otherwise', () => {
  const attempts = [
    { id: 'a1', test_id: 'two', finished_at: 1 },
    { id: 'a2', test_id: 'three', finished_at: null },
    { id: 'a3', test_id: 'one', finished_at: 1 },
  ];
  const [state] = certificateStates([certificate], [progress], attempts, []);
  expect(state?.requirements.map((requirement) => requirement.state)).toEqual(['passed', 'waiting', 'open']);
  expect(state).toMatchObject({ progress_percentage: 33, completed: false });
});

const resultOf = (id: string, score: number, more: Partial<ResultRow> = {}): ResultRow => ({
  ...{ id, test_id: 'two', score, passed: false, time_spent: 60, counts: false, counted: true, review: [] },
  ...{ completed_at: '2026-11-20T10:00:00Z', scored_at: '2026-11-20T10:00:00Z' },
  ...more,
});

test('a failed requirement has its best score and the time of the next attempt', () => {
  const attempts = [{ id: 'a1', test_id: 'two', finished_at: 1 }];
  const results = [resultOf('a1', 63), resultOf('a0', 41), resultOf('a2', 95, { counted: false })];
  const [state] = certificateStates([certificate], [progress], attempts, results);
  expect(state?.requirements[1]).toMatchObject({
    ...{ state: 'failed', best: 63 },
    next: Date.parse('2026-11-20T10:10:00Z'),
  });
});

test('only a quiz that the plan does not include is locked', () => {
  const states = (quizzes?: ReadonlySet<string>) =>
    certificateStates([certificate], [progress], [], [], quizzes)[0]?.requirements.map(({ state }) => state);
  expect(states(new Set(['two']))).toEqual(['passed', 'open', 'locked']);
  expect(states()).toEqual(['passed', 'open', 'open']);
});

test('finished attempts without scores never earn a certificate', () => {
  const attempts = ['one', 'two', 'three'].map((test_id) => ({ id: test_id, test_id, finished_at: 1 }));
  const [state] = certificateStates([certificate], [], attempts, []);
  expect(state).toMatchObject({ completed: false, completed_at: null, progress_percentage: 0 });
});

test('a signed document is offered until it is revoked', () => {
  const issued = { ...progress, completed: true, serial: 'ABCD-EFGH-JKMN-PQRS', issued_name: 'Мария', seal: 'a.b.c' };
  const of = (row: typeof issued & { revoked_at?: string | null }) =>
    certificateStates([certificate], [row], [], [])[0]?.issued;
  expect(of(issued)).toEqual({
    serial: 'ABCD-EFGH-JKMN-PQRS',
    name: 'Мария',
    seal: 'a.b.c',
    credential: null,
  });
  const revoked = { ...issued, revoked_at: '2026-11-23T10:00:00Z' };
  expect(of(revoked)).toBeNull();
  const isRevoked = (row: typeof issued) => certificateStates([certificate], [row], [], [])[0]?.revoked;
  expect([isRevoked(issued), isRevoked(revoked)]).toEqual([false, true]);
  expect(certificateStates([certificate], [progress], [], [])[0]?.issued).toBeNull();
});

test('an earned certificate keeps its drawing after its definition was deleted', () => {
  const drawing = { ...certificate, title: 'Преди', template_url: '/before.png', name_font_size: 40 };
  const { id: _id, requirements: _requirements, ...kept } = drawing;
  const earned = { ...progress, completed: true, completed_at: '2026-11-02T10:00:00Z', drawing: kept };
  expect(certificateStates([certificate], [earned], [], [])[0]).toMatchObject({ id: 'c', ...kept });
  expect(certificateStates([], [earned], [], [])).toMatchObject([
    { id: 'c', ...kept, requirements: [], completed: true },
  ]);
  expect(certificateStates([certificate], [{ ...earned, completed: false }], [], [])[0]?.title).toBe('Оператор');
  expect(certificateStates([], [progress], [], [])).toEqual([]);
});

test('a percentage outside 0 to 100 is clamped', () => {
  const [state] = certificateStates([certificate], [{ ...progress, progress_percentage: 140 }], [], []);
  expect(state?.progress_percentage).toBe(100);
});
