import { expect, test } from 'vitest';
import { quizAtVersion } from '@/features/quiz/rules/versions';
import type { QuizRow } from '@/shared/rows';

const common = { title: 'Т', emoji: null, description: null, passing_score: 70, time_limit: 0, shuffle: false };
const question = (text: string) => ({
  ...{ id: 'q', text, type: 'single' as const, points: 1, order_position: 1, options: [] },
});
const quiz: QuizRow = {
  ...{ ...common, id: 'quiz', video_id: null, course_id: 'course', max_attempts: 0, version: 3 },
  questions: [question('нов')],
  previous: [
    { ...common, max_attempts: 0, version: 2, questions: [question('по-стар')] },
    { ...common, max_attempts: 0, version: 1, passing_score: 50, questions: [question('най-стар')] },
  ],
};

test('an attempt keeps the questions of its version', () => {
  expect(quizAtVersion(quiz, 2)).toMatchObject({ id: 'quiz', version: 2, questions: [{ text: 'по-стар' }] });
  expect(quizAtVersion(quiz, 3)).toBe(quiz);
});

test('an attempt at a graded quiz keeps its questions, but no limit of an older version', () => {
  const limits = { passing_score: 80, time_limit: 5, max_attempts: 2 };
  const graded = { ...quiz, ...limits, graded: true };
  expect(quizAtVersion(graded, 1)).toMatchObject({ ...limits, version: 1, questions: [{ text: 'най-стар' }] });
});

test('an attempt from before the first version uses version 1', () => {
  expect(quizAtVersion(quiz, 0)).toMatchObject({ passing_score: 50, questions: [{ text: 'най-стар' }] });
  expect(quizAtVersion({ ...quiz, version: 1 }, 0)).toMatchObject({ questions: [{ text: 'нов' }] });
});

test('without a version, or with one that the device no longer has, the current quiz is used', () => {
  expect(quizAtVersion(quiz, undefined)).toBe(quiz);
  expect(quizAtVersion({ ...quiz, previous: [] }, 1)).toMatchObject({ questions: [{ text: 'нов' }] });
});
