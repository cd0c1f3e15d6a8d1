import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { answerDigest, scoreAttempt } from '@/features/quiz/rules/scoring';
import { seedOfRun } from '../../../../helpers/journal-arbitraries';

const Q1 = 'e1000000-0000-4000-8000-000000000001';
const Q2 = 'e1000000-0000-4000-8000-000000000002';
const Q3 = 'e1000000-0000-4000-8000-000000000003';

async function question(id: string, right: string[]) {
  return {
    id,
    text: '',
    type: 'multiple_choice' as const,
    points: 1,
    order_position: 0,
    options: [],
    answer_digest: await answerDigest(id, right),
  };
}

const answered = (options: string[]) => ({ options, at: 1 });

describe('the digest of an answer', () => {
  it('is the SHA-256 of the question and its sorted options, as the server writes it', async () => {
    const expected = createHash('sha256').update(`${Q1}:A,Z,a,b`).digest('hex');
    expect(await answerDigest(Q1, ['b', 'a', 'Z', 'A'])).toBe(expected);
  });

  it('is the same on plain http, where the browser has no Web Crypto', async () => {
    const choices = [[], ['a'], ['b', 'a', 'Z'], ['щ']];
    const own = await Promise.all(choices.map((chosen) => answerDigest(Q1, chosen)));
    vi.spyOn(crypto, 'subtle', 'get').mockReturnValue(undefined as never);
    const other = await Promise.all(choices.map((chosen) => answerDigest(Q1, chosen)));
    vi.restoreAllMocks();
    expect(other).toEqual(own);
  });

  it('is the same for one set of options in any order and differs for any other set', async () => {
    const set = fc.subarray(['a', 'b', 'c', 'A', '1']);
    await fc.assert(
      fc.asyncProperty(set, set, fc.boolean(), async (a, b, turned) => {
        const one = await answerDigest(Q1, turned ? [...a].reverse() : a);
        const other = await answerDigest(Q1, b);
        expect(one === other).toBe(a.join() === b.join());
      }),
      { seed: seedOfRun('answer digest'), numRuns: 1_000 },
    );
  });
});

describe('the score of an attempt', () => {
  it('counts a question only when exactly the right options are chosen', async () => {
    const test = { passing_score: 50, questions: [await question(Q1, ['a', 'b'])] };
    expect((await scoreAttempt(test, { [Q1]: answered(['a', 'b']) })).score).toBe(100);
    for (const wrong of [['a'], ['a', 'b', 'c'], ['a', 'c'], []]) {
      expect((await scoreAttempt(test, { [Q1]: answered(wrong) })).score).toBe(0);
    }
  });

  it('is the rounded percent of right questions and passes at the passing score', async () => {
    const test = {
      passing_score: 67,
      questions: [await question(Q1, ['a']), await question(Q2, ['b']), await question(Q3, ['c'])],
    };
    expect(await scoreAttempt(test, { [Q1]: answered(['a']), [Q2]: answered(['b']) })).toEqual({
      score: 67,
      passed: true,
      correct: [Q1, Q2],
    });
    expect(await scoreAttempt(test, { [Q3]: answered(['c']) })).toEqual({ score: 33, passed: false, correct: [Q3] });
  });

  it('is empty for a quiz without questions and counts unanswered questions as wrong', async () => {
    expect(await scoreAttempt({ passing_score: 0, questions: [] }, {})).toEqual({
      score: 0,
      passed: false,
      correct: [],
    });
    expect(await scoreAttempt({ passing_score: 1, questions: [await question(Q1, ['a'])] }, {})).toEqual({
      score: 0,
      passed: false,
      correct: [],
    });
  });

  it('ignores answers to questions that the quiz does not have', async () => {
    const test = { passing_score: 70, questions: [await question(Q1, ['a'])] };
    expect((await scoreAttempt(test, { [Q1]: answered(['a']), [Q2]: answered(['a']) })).score).toBe(100);
  });
});

it('a quiz without digests is not scored on the device, not even as failed', async () => {
  const { answer_digest: _, ...graded } = await question(Q1, ['a']);
  const quiz = { passing_score: 0, questions: [graded, await question(Q2, ['b'])] };
  await expect(scoreAttempt(quiz, { [Q1]: answered(['a']), [Q2]: answered(['b']) })).rejects.toThrow('Only the server');
});
