/** A practice quiz with one question of each kind. */
import { answerDigest } from '@/features/quiz/rules/scoring';
import type { QuizRow } from '@/shared/rows';

export const TEST = 'e0000000-0000-4000-8000-000000000001';
export const Q1 = '10000000-0000-4000-8000-000000000001';
export const Q2 = '10000000-0000-4000-8000-000000000002';
export const Q3 = '10000000-0000-4000-8000-000000000003';

export async function testRow(change: Partial<QuizRow> = {}): Promise<QuizRow> {
  const options = [
    { id: 'a', text: 'Първо' },
    { id: 'b', text: 'Второ' },
    { id: 'c', text: 'Трето' },
  ];
  return {
    id: TEST,
    video_id: null,
    course_id: 'c0000000-0000-4000-8000-000000000001',
    title: 'Първият слой',
    emoji: '🧱',
    description: 'Три въпроса',
    passing_score: 60,
    time_limit: 0,
    shuffle: false,
    max_attempts: 0,
    questions: [
      {
        id: Q1,
        text: 'Един верен',
        type: 'single',
        points: 2,
        order_position: 1,
        options,
        answer_digest: await answerDigest(Q1, ['b']),
      },
      {
        id: Q2,
        text: 'Два верни',
        type: 'multiple_choice',
        points: 3,
        order_position: 2,
        options,
        answer_digest: await answerDigest(Q2, ['a', 'c']),
      },
      {
        id: Q3,
        text: 'Вярно ли е',
        type: 'true_false',
        points: 1,
        order_position: 3,
        options,
        answer_digest: await answerDigest(Q3, ['a']),
      },
    ],
    ...change,
  };
}
