/** The server and the device compute the same score for an attempt. */
import { beforeAll, describe, expect, it } from 'vitest';
import { answerDigest, scoreAttempt } from '@/features/quiz/rules/scoring';
import { nobody, premium, questions, tests } from '../helpers/school';
import { schoolDatabase, uuid } from '../helpers/school-database';

const { one, run } = schoolDatabase();

describe('the score of an attempt', () => {
  // No certificate requires the quiz now, so it is a practice quiz, which devices score too.
  beforeAll(() => run(`delete from public.certificate_requirements where test_id = '${tests.basic}'`));

  type Answers = Record<string, { options: string[]; at: number }>;
  const answers = (chosen: Record<string, string[]>): Answers =>
    Object.fromEntries(Object.entries(chosen).map(([id, options]) => [id, { options, at: 1 }]));
  const table: [string, Record<string, string[]>, number, boolean][] = [
    ['nothing answered', {}, 0, false],
    ['all right', { [questions.one]: ['a'], [questions.two]: ['a', 'b'], [questions.three]: ['2'] }, 100, true],
    ['in another order', { [questions.one]: ['a'], [questions.two]: ['b', 'a'], [questions.three]: ['2'] }, 100, true],
    ['chosen twice', { [questions.one]: ['a', 'a'], [questions.two]: ['b', 'a'], [questions.three]: ['2'] }, 100, true],
    ['two of three, rounded up', { [questions.one]: ['a'], [questions.two]: ['a', 'b'] }, 67, false],
    ['one of three, rounded down', { [questions.three]: ['2'] }, 33, false],
    ['half of a set is wrong', { [questions.two]: ['a'] }, 0, false],
    ['one too many is wrong', { [questions.two]: ['a', 'b', 'c'] }, 0, false],
    ['a foreign option is wrong', { [questions.one]: ['a', 'z'] }, 0, false],
    ['a foreign question counts nothing', { [nobody]: ['a'], [questions.one]: ['a'] }, 33, false],
  ];

  it.each(table)('%s', async (_, chosen, score, passed) => {
    const row = await one<{ scored: { score: number; passed: boolean } }>(
      `select sync.score_attempt('${tests.basic}', '${JSON.stringify(answers(chosen))}') as scored`,
    );
    expect(row?.scored).toMatchObject({ score, passed });
    // The device computes the same score from the row that it received.
    const test = (
      await one<{ body: never }>(
        `select body from sync.feed where kind = 'tests' and row_id = '${tests.basic}' and not deleted`,
      )
    )?.body;
    expect(await scoreAttempt(test as never, answers(chosen))).toMatchObject({ score, passed });
  });

  it('of a quiz without questions is empty and never passed', async () => {
    const row = await one<{ scored: object }>(`select sync.score_attempt('${tests.free}', '{}') as scored`);
    expect(row?.scored).toMatchObject({ score: 0, passed: false, total: 0, review: [] });
  });

  it('uses the same digest as the device', async () => {
    const row = await one<{ digest: string }>(
      `select sync.answer_digest(id, options) as digest from public.test_questions where id = '${questions.two}'`,
    );
    expect(row?.digest).toBe(await answerDigest(questions.two, ['b', 'a']));
  });

  it('keeps its score and review when the answer key is corrected later', async () => {
    const apply = `select sync.apply_result('${premium.uid}', '${uuid(1)}', '${tests.basic}', '${JSON.stringify(answers({ [questions.one]: ['a'] }))}', 30, '2026-11-01T10:00:00Z')`;
    await run(apply);
    const before = await one(`select score, review, xmin::text from public.test_results where id = '${uuid(1)}'`);
    expect(before).toMatchObject({
      score: 33,
      review: [
        { question_id: questions.one, correct: true, correct_options: ['a'], explanation: 'Защото' },
        { correct: false },
        { correct: false },
      ],
    });
    await run(
      `update public.test_questions set options = '[{"id":"a","text":"А","isCorrect":false},{"id":"b","text":"Б","isCorrect":true}]' where id = '${questions.one}'`,
    );
    await run(apply);
    expect(await one(`select score, review, xmin::text from public.test_results where id = '${uuid(1)}'`)).toEqual(
      before,
    );
    await run(
      `update public.test_questions set options = '[{"id":"a","text":"А","isCorrect":true},{"id":"b","text":"Б","isCorrect":false}]' where id = '${questions.one}'`,
    );
  });
});
