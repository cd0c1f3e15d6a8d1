import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isShuffled, optionsInOrder, placeIn, questionsInOrder, shuffled } from '@/features/quiz/rules/order';
import type { QuestionRow } from '@/shared/rows';

const question = (n: number, type: QuestionRow['type'] = 'single'): QuestionRow => ({
  id: `q${n}`,
  text: `Въпрос ${n}`,
  type,
  points: 1,
  order_position: n,
  options: ['a', 'b', 'c', 'd'].map((id) => ({ id, text: id })),
  answer_digest: '',
});
const questions = (count: number) => Array.from({ length: count }, (_, i) => question(i + 1));
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

test('a shuffle is a permutation, the same for the same seed, and leaves its input alone', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer()), fc.uuid(), (list, seed) => {
      const before = [...list];
      const once = shuffled(list, seed);
      expect(shuffled(list, seed)).toEqual(once);
      expect([...once].sort((a, b) => a - b)).toEqual([...before].sort((a, b) => a - b));
      expect(list).toEqual(before);
    }),
  );
});

test('every question comes first about equally often', () => {
  const first = new Map<string, number>();
  for (let i = 0; i < 6_000; i++) {
    const [lead] = questionsInOrder(
      { questions: questions(6), shuffle: true },
      `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
    );
    first.set(lead?.id ?? '', (first.get(lead?.id ?? '') ?? 0) + 1);
  }
  for (const count of first.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150);
});

test('without shuffling the author’s order stays', () => {
  expect(ids(questionsInOrder({ questions: [question(3), question(1), question(2)], shuffle: false }, 'any'))).toEqual([
    'q1',
    'q2',
    'q3',
  ]);
});

test('a question that the author moves keeps its position in a shuffled attempt', () => {
  const before = questions(8);
  const after = before.map((item, i) => ({ ...item, order_position: 8 - i }));
  expect(ids(questionsInOrder({ questions: after, shuffle: true }, 'attempt'))).toEqual(
    ids(questionsInOrder({ questions: before, shuffle: true }, 'attempt')),
  );
});

test('options are shuffled once per attempt, but true and false keep their positions', () => {
  const single = question(1);
  expect(ids(optionsInOrder(single, true, 'x'))).toEqual(ids(optionsInOrder(single, true, 'x')));
  expect(ids(optionsInOrder(single, true, 'x')).sort()).toEqual(['a', 'b', 'c', 'd']);
  expect(ids(optionsInOrder(question(1, 'true_false'), true, 'x'))).toEqual(['a', 'b', 'c', 'd']);
  expect(ids(optionsInOrder(single, false, 'x'))).toEqual(['a', 'b', 'c', 'd']);
  const orders = new Set(
    Array.from({ length: 40 }, (_, i) => ids(optionsInOrder(single, true, `attempt ${i}`)).join('')),
  );
  expect(orders.size).toBeGreaterThan(10);
});

test.each([
  ['the remembered question', ['q1', 'q2'], 'q2', 1],
  ['the first unanswered where nothing is remembered', ['q1', 'q2'], undefined, 2],
  ['the first unanswered where the remembered is gone', ['q1'], 'q9', 1],
  ['the last where all are answered', ['q1', 'q2', 'q3', 'q4'], undefined, 3],
])('an attempt continues at %s', (_, answered, remembered, place) => {
  const answers = Object.fromEntries(answered.map((id) => [id, { options: ['a'] }]));
  expect(placeIn(questions(4), answers, remembered)).toBe(place);
});

test('an emptied answer is no answer, and a quiz without questions has the position 0', () => {
  expect(placeIn(questions(2), { q1: { options: [] } })).toBe(0);
  expect(placeIn([], {})).toBe(0);
});

test('a graded quiz is shuffled for each attempt, the same after every restart', () => {
  const quiz = { questions: questions(8), shuffle: false, graded: true };
  const orders = Array.from({ length: 20 }, (_, attempt) => ids(questionsInOrder(quiz, `attempt ${attempt}`)).join());
  expect(new Set(orders).size).toBeGreaterThan(15);
  expect(Array.from({ length: 20 }, (_, attempt) => ids(questionsInOrder(quiz, `attempt ${attempt}`)).join())).toEqual(
    orders,
  );
  expect([isShuffled(quiz), isShuffled({ shuffle: false }), isShuffled({ shuffle: true })]).toEqual([
    true,
    false,
    true,
  ]);
});
