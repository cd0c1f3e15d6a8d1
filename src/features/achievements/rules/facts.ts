/**
 * Counts the facts on this device for each type of achievement.
 * Guarantees: pure; a fact in two stores counts once; a rejected document does not count.
 * Rule: the server is the authority and counts in the same way. Twin: sync.count_facts.
 */

import { daysOfRow, longestStreak } from '@/features/streak/rules/streak';
import type { Kind, ProgressData, StoredJournalDoc } from '@/shared/journal';
import type { CertificateProgressRow, CourseRow, ResultRow, StreakRow, VideoRow } from '@/shared/rows';

export const achievementTypes = [
  'video_watched',
  'course_completed',
  'test_passed',
  'test_perfect',
  'streak',
  'active_days',
  'event',
  'news',
  'comment',
  'like',
  'certificate',
  'note',
] as const;
export type AchievementType = (typeof achievementTypes)[number];

export type FactCounts = Readonly<Record<AchievementType, number>>;

type CountedKind = Extract<Kind, 'progress' | 'day' | 'registration' | 'view' | 'comment' | 'like' | 'note'>;

/** The journal's documents of the kinds that achievements count. */
export type CountedDocs = { [K in CountedKind]: readonly StoredJournalDoc<K>[] };

export type ScoredAttempt = Pick<ResultRow, 'test_id' | 'score' | 'passed' | 'counted'>;

export interface DeviceFacts {
  docs: CountedDocs;
  /** Ids of documents that the server rejected. */
  rejected: ReadonlySet<string>;
  courses: readonly Pick<CourseRow, 'id'>[];
  videos: readonly Pick<VideoRow, 'id' | 'course_id'>[];
  /** The server's results, and attempts that only this device has scored. */
  attempts: readonly ScoredAttempt[];
  streak: Pick<StreakRow, 'current_streak' | 'longest_streak' | 'last_active'> | null;
  certificates: readonly Pick<CertificateProgressRow, 'completed'>[];
}

/** Number of courses whose lessons are all completed. */
function completedCourses({ courses, videos }: DeviceFacts, progress: readonly ProgressData[]): number {
  const completed = new Set(progress.filter((data) => data.completed).map((data) => data.video_id));
  return courses.filter(({ id }) => {
    const lessons = videos.filter(({ course_id }) => course_id === id);
    return lessons.length > 0 && lessons.every((lesson) => completed.has(lesson.id));
  }).length;
}

const distinctQuizzes = (attempts: readonly ScoredAttempt[]): number =>
  new Set(attempts.map(({ test_id }) => test_id)).size;

export function countFacts(facts: DeviceFacts): FactCounts {
  const { docs, rejected, attempts, streak, certificates } = facts;
  const accepted = <K extends CountedKind>(all: readonly StoredJournalDoc<K>[]) =>
    all.filter(({ id }) => !rejected.has(id));
  const progress = accepted(docs.progress).map(({ data }) => data);
  const days = accepted(docs.day).map(({ id }) => id.slice('day/'.length));
  return {
    video_watched: progress.length,
    course_completed: completedCourses(facts, progress),
    test_passed: distinctQuizzes(attempts.filter(({ passed }) => passed)),
    test_perfect: distinctQuizzes(attempts.filter(({ score, counted }) => score === 100 && counted !== false)),
    streak: Math.max(streak?.longest_streak ?? 0, longestStreak([...daysOfRow(streak), ...days])),
    active_days: new Set(days).size,
    event: accepted(docs.registration).filter(({ data }) => data.registered).length,
    news: accepted(docs.view).length,
    comment: accepted(docs.comment).filter(({ data }) => !data.deleted).length,
    like: accepted(docs.like).filter(({ data }) => data.liked).length,
    certificate: certificates.filter(({ completed }) => completed).length,
    note: accepted(docs.note).filter(({ data }) => data.versions[0]?.deleted === false).length,
  };
}
