import { useEffect, useEffectEvent, useState } from 'react';
import { type Live, mapLive } from '@/device/live/live';
import { useJournalDocs } from '@/device/live/use-journal';
import { localQuery, useLive } from '@/device/live/use-live';
import { useRejectedDocs } from '@/device/sync/queries';
import { scoreAttempt } from '@/features/quiz/rules/scoring';
import { attemptId } from '@/shared/quiz-state';
import type { AchievementProgressRow, AchievementRow, QuizRow } from '@/shared/rows';
import { type CountedDocs, countFacts, type DeviceFacts, type ScoredAttempt } from './rules/facts';
import { type AchievementState, achievementStates } from './rules/progress';

type MirroredFacts = Pick<DeviceFacts, 'courses' | 'videos' | 'streak' | 'certificates'> & {
  rows: AchievementRow[];
  confirmed: AchievementProgressRow[];
  results: (ScoredAttempt & { id: string })[];
  quizzes: QuizRow[];
};

const mirroredFacts = localQuery(
  'The achievements could not be read:',
  ['public', 'plan', 'account'],
  async ({ mirror }): Promise<MirroredFacts> => {
    const [rows, confirmed, courses, videos, streaks, certificates, results, quizzes] = await Promise.all([
      mirror.achievements.toArray(),
      mirror.achievement_progress.toArray(),
      mirror.courses.toArray(),
      mirror.videos.toArray(),
      mirror.streaks.limit(1).toArray(),
      mirror.certificate_progress.toArray(),
      mirror.results.toArray(),
      mirror.tests.toArray(),
    ]);
    return { rows, confirmed, courses, videos, streak: streaks[0] ?? null, certificates, results, quizzes };
  },
  {
    fallback: {
      rows: [],
      confirmed: [],
      courses: [],
      videos: [],
      streak: null,
      certificates: [],
      results: [],
      quizzes: [],
    },
    remember: true,
  },
);

const noScores: ScoredAttempt[] = [];

/** Scores, computed on this device, of finished attempts that the server has neither confirmed nor rejected. */
function useOwnScores(facts: MirroredFacts | undefined, rejected: ReadonlySet<string>): ScoredAttempt[] {
  const docs = useJournalDocs('attempt');
  const confirmed = new Set(facts?.results.map(({ id }) => id));
  const quizOf = new Map(facts?.quizzes.map((quiz) => [quiz.id, quiz]));
  const waiting = (docs ?? []).filter(
    (doc) => doc.data.finished_at !== null && !rejected.has(doc.id) && !confirmed.has(attemptId(doc)),
  );
  const [scores, setScores] = useState(noScores);
  const key = facts ? waiting.map(({ id }) => id).join(' ') : '';
  const score = useEffectEvent(() =>
    Promise.all(
      waiting.map(async ({ data }): Promise<ScoredAttempt[]> => {
        const quiz = quizOf.get(data.test_id);
        const made = quiz && (await scoreAttempt(quiz, data.answers).catch(() => null));
        return made ? [{ test_id: data.test_id, score: made.score, passed: made.passed }] : [];
      }),
    ),
  );
  useEffect(() => {
    if (!key) {
      setScores(noScores);
      return;
    }
    let left = false;
    void score().then((made) => !left && setScores(made.flat()));
    return () => {
      left = true;
    };
  }, [key]);
  return scores;
}

/** Every achievement with the learner's progress, unsent writes included; an empty list if the store cannot be read. */
export function useAchievements(): Live<AchievementState[]> {
  const mirrored = useLive(mirroredFacts);
  const rejected = new Set(useRejectedDocs()?.map(({ id }) => id));
  const own = useOwnScores(mirrored.data, rejected);
  const docs: CountedDocs = {
    progress: useJournalDocs('progress') ?? [],
    day: useJournalDocs('day') ?? [],
    registration: useJournalDocs('registration') ?? [],
    view: useJournalDocs('view') ?? [],
    comment: useJournalDocs('comment') ?? [],
    like: useJournalDocs('like') ?? [],
    note: useJournalDocs('note') ?? [],
  };
  return mapLive(mirrored, ({ rows, confirmed, results, ...facts }) =>
    achievementStates(rows, confirmed, countFacts({ ...facts, docs, rejected, attempts: [...results, ...own] })),
  );
}
