/**
 * The journal: the learner's documents, one per fact, named by the fact's natural key.
 * Guarantees: a repeated fact is the same document; the server merges the copies of two devices (`sync.merge`).
 * Rule: timestamps and media positions are integer milliseconds, so that SQL and TypeScript compute the same.
 */

import type { mutableKinds, pushTopics } from '@/shared/kinds';

export type Interval = readonly [from: number, to: number];

export interface ProgressData {
  video_id: string;
  course_id: string | null;
  /** Watched intervals (ms of media time): sorted, disjoint, merged where they touch. */
  intervals: Interval[];
  /** Last position (ms of media time). */
  position: number;
  position_at: number;
  /** Length of the media (ms). */
  duration: number;
  completed: boolean;
  first_watched: number;
}

export interface AttemptData {
  test_id: string;
  started_at: number;
  finished_at: number | null;
  /** Time spent on the attempt (ms); `attempt-time.ts` has the rules for crashes and changed clocks. */
  time_spent: number;
  answers: Record<string, { options: string[]; at: number }>;
  /** Version of the quiz with which the attempt began; absent in attempts of an older app. */
  version?: number;
  /** When the server scored the attempt. Only the server sets this field; a copy that has it never changes again. */
  scored_at?: number;
}

export interface NoteVersion {
  at: number;
  text: string;
  /** Ms of media time. */
  position: number;
  deleted: boolean;
}

export type ProfileField = 'full_name' | 'bio' | 'job_title' | 'location' | 'website';

export type MutableKind = (typeof mutableKinds)[number];
/** Profile field of a kind of notification: 'off', or empty when the kind is not muted. */
export type NotifyField = `notify_${MutableKind}`;

export type PushTopic = (typeof pushTopics)[number];
/** `push_<topic>`: 'off', or empty. `daily_reminder`: 'on', or empty. `quiet_hours`: 'HH:MM-HH:MM', 'off', or empty for the default. */
export type PushField = `push_${PushTopic}` | 'daily_reminder' | 'quiet_hours';

export interface CommentData {
  video_id: string;
  content: string;
  created_at: number;
  deleted: boolean;
  /** Position in the video to which the comment refers (ms). It never changes. */
  position?: number;
  /** Id of the comment to which this comment replies. */
  parent_id?: string;
}

export interface JournalData {
  progress: ProgressData;
  attempt: AttemptData;
  day: Record<string, never>;
  registration: { event_id: string; registered: boolean };
  like: { video_id: string; liked: boolean };
  comment: CommentData;
  note: { video_id: string; versions: NoteVersion[] };
  read: { notification_id: string; deleted: boolean };
  profile: { fields: Partial<Record<ProfileField | NotifyField | PushField, { value: string; at: number }>> };
  cart: { product_id: string; quantity: number };
  view: { news_id: string };
  form: {
    form: 'launch' | 'demo' | 'report' | 'contact';
    payload: Record<string, string>;
    /** Log of the sync engine, if the sender of a contact request attached it. */
    log?: string;
  };
}

export type Kind = keyof JournalData;

/**
 * Every kind, and what a screen shows after the server has rejected a document: `true` keeps what the learner wrote, `false` shows the server's
 * state again.
 */
export const keepsRejected: Readonly<Record<Kind, boolean>> = {
  progress: true,
  attempt: true,
  day: true,
  registration: false,
  like: false,
  comment: true,
  note: true,
  read: false,
  profile: true,
  cart: false,
  view: false,
  form: true,
};

/** The kinds of journal documents, in SQL `sync.journal_kinds()`. */
export const journalKinds = Object.keys(keepsRejected) as Kind[]; // the cast is safe because the record has exactly the kinds as keys

export function isKind(kind: unknown): kind is Kind {
  return typeof kind === 'string' && Object.hasOwn(keepsRejected, kind);
}

/** A document as it is sent. `rev` is the server's revision, 0 until the server has stored it. */
export interface JournalDoc<K extends Kind = Kind> {
  id: string;
  kind: K;
  /** Time of the action by the device's clock (Unix time in ms). */
  at: number;
  /** The learner's local date of the action (YYYY-MM-DD). */
  active_on: string;
  rev: number;
  data: JournalData[K];
}

/** A document as screens see it. `pending` is true until the server has answered. */
export interface StoredJournalDoc<K extends Kind = Kind> extends JournalDoc<K> {
  pending: boolean;
}
