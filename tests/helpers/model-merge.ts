/**
 * The model server's merge rules: the in-memory counterpart of `sync.merge`, for simulations without a database.
 * Guarantees: each merge rule is idempotent, commutative, associative and total; the merge of two valid documents is valid.
 * Rule: a merge rule depends on values only, never on a clock, a revision or the order of arrival.
 */

import { joinIntervals } from '@/shared/intervals';
import type { AttemptData, JournalData, JournalDoc, Kind, NoteVersion, ProgressData } from '@/shared/journal';
import { ATTEMPT_QUESTIONS, NOTE_VERSIONS } from '@/shared/limits';
import { compareText } from '@/shared/text-order';
import { canonical, compareJson } from './canonical';

export interface MergeRule<K extends Kind> {
  /** Which of the two copies provides `at` and `active_on`. */
  readonly act: 'latest' | 'earliest';
  readonly join: (a: JournalDoc<K>, b: JournalDoc<K>) => JournalData[K];
}

const larger = (a: string, b: string): string => (compareText(a, b) >= 0 ? a : b);

/** The value with the later timestamp; for equal timestamps the larger value. */
function later<T>(a: { at: number; value: T }, b: { at: number; value: T }): T {
  if (a.at !== b.at) return a.at > b.at ? a.value : b.value;
  return compareJson(a.value, b.value) >= 0 ? a.value : b.value;
}

function laterData<K extends Kind>(a: JournalDoc<K>, b: JournalDoc<K>): JournalData[K] {
  return later({ at: a.at, value: a.data }, { at: b.at, value: b.data });
}

/** Union of two records; `choose` resolves keys that both have. */
function joinRecords<T>(a: Record<string, T>, b: Record<string, T>, choose: (a: T, b: T) => T): [string, T][] {
  const joined = new Map(Object.entries(a));
  for (const [key, value] of Object.entries(b)) {
    const other = joined.get(key);
    joined.set(key, other === undefined ? value : choose(other, value));
  }
  return [...joined];
}

function joinProgress(a: ProgressData, b: ProgressData): ProgressData {
  const aLast = a.position_at === b.position_at ? a.position >= b.position : a.position_at > b.position_at;
  const last = aLast ? a : b;
  return {
    video_id: larger(a.video_id, b.video_id),
    course_id:
      a.course_id === null || b.course_id === null ? (a.course_id ?? b.course_id) : larger(a.course_id, b.course_id),
    intervals: joinIntervals(a.intervals, b.intervals),
    position: last.position,
    position_at: last.position_at,
    duration: Math.max(a.duration, b.duration),
    completed: a.completed || b.completed,
    first_watched: Math.min(a.first_watched, b.first_watched),
  };
}

/** Rule: the copy that the server scored wins, because its result never changes. Of two unscored copies, the one finished earlier wins. */
function firstFinish(a: AttemptData, b: AttemptData): AttemptData {
  const [x, y] = [a.scored_at ?? Infinity, b.scored_at ?? Infinity];
  if (x !== y) return x < y ? a : b;
  if (a.finished_at !== b.finished_at) return Number(a.finished_at) < Number(b.finished_at) ? a : b;
  return compareJson(a, b) >= 0 ? a : b;
}

function joinAttempt(a: AttemptData, b: AttemptData): AttemptData {
  if (a.finished_at !== null && b.finished_at !== null) return firstFinish(a, b);
  if (a.finished_at !== null) return a;
  if (b.finished_at !== null) return b;
  const answers = joinRecords(a.answers, b.answers, (x, y) => later({ at: x.at, value: x }, { at: y.at, value: y }));
  return {
    test_id: larger(a.test_id, b.test_id),
    started_at: Math.min(a.started_at, b.started_at),
    finished_at: null,
    time_spent: Math.max(a.time_spent, b.time_spent),
    // If there are too many answers, keep those with the smallest question ids: this choice does not depend on the order of the merges.
    answers: Object.fromEntries(answers.sort(([x], [y]) => compareText(x, y)).slice(0, ATTEMPT_QUESTIONS)),
    ...(a.version === undefined && b.version === undefined
      ? {}
      : { version: Math.max(a.version ?? 0, b.version ?? 0) }),
  };
}

function joinComment(a: JournalData['comment'], b: JournalData['comment']): JournalData['comment'] {
  const words = ({ deleted, ...rest }: JournalData['comment']) => rest;
  const aFirst = a.created_at === b.created_at ? compareJson(words(a), words(b)) <= 0 : a.created_at < b.created_at;
  return { ...words(aFirst ? a : b), deleted: a.deleted || b.deleted };
}

function joinNote(a: JournalData['note'], b: JournalData['note']): JournalData['note'] {
  const versions = new Map<string, NoteVersion>(
    [...a.versions, ...b.versions].map((version) => [canonical(version), version]),
  );
  const newestFirst = [...versions].sort(([x, v], [y, w]) => w.at - v.at || compareText(y, x));
  return {
    video_id: larger(a.video_id, b.video_id),
    versions: newestFirst.slice(0, NOTE_VERSIONS).map(([, version]) => version),
  };
}

function joinProfile(a: JournalData['profile'], b: JournalData['profile']): JournalData['profile'] {
  return {
    fields: Object.fromEntries(
      joinRecords(a.fields, b.fields, (x, y) => later({ at: x.at, value: x }, { at: y.at, value: y })),
    ),
  };
}

/** Of any other kind the later document wins. */
const mergeRules: { readonly [K in Kind]?: MergeRule<K> } = {
  progress: { act: 'latest', join: (a, b) => joinProgress(a.data, b.data) },
  attempt: { act: 'latest', join: (a, b) => joinAttempt(a.data, b.data) },
  day: { act: 'earliest', join: () => ({}) },
  comment: { act: 'latest', join: (a, b) => joinComment(a.data, b.data) },
  note: { act: 'latest', join: (a, b) => joinNote(a.data, b.data) },
  read: {
    act: 'latest',
    join: (a, b) => ({
      notification_id: larger(a.data.notification_id, b.data.notification_id),
      deleted: a.data.deleted || b.data.deleted,
    }),
  },
  profile: { act: 'latest', join: (a, b) => joinProfile(a.data, b.data) },
  view: { act: 'earliest', join: (a, b) => ({ news_id: larger(a.data.news_id, b.data.news_id) }) },
  form: {
    act: 'earliest',
    join: (a, b) => {
      if (a.at !== b.at) return a.at < b.at ? a.data : b.data;
      return compareJson(a.data, b.data) <= 0 ? a.data : b.data;
    },
  },
};

/** `at` and `active_on` of the earlier or the later copy, as `rule.act` says; if both have the same time, the smaller date. */
function dated<K extends Kind>(
  rule: MergeRule<K>,
  a: JournalDoc<K>,
  b: JournalDoc<K>,
): Pick<JournalDoc, 'at' | 'active_on'> {
  const order = rule.act === 'latest' ? b.at - a.at : a.at - b.at;
  const { at, active_on } = (order || compareText(a.active_on, b.active_on)) <= 0 ? a : b;
  return { at, active_on };
}

/** Merges two valid documents with the same id. For documents that are not validated use `mergeDocs`. */
export function mergeValid<K extends Kind>(a: JournalDoc<K>, b: JournalDoc<K>): JournalDoc<K> {
  const rule: MergeRule<K> = mergeRules[a.kind] ?? { act: 'latest', join: laterData };
  return { id: a.id, kind: a.kind, ...dated(rule, a, b), rev: Math.max(a.rev, b.rev), data: rule.join(a, b) };
}
