/**
 * The journal: what the learner did, one document per fact, named by the fact's natural key.
 * Guarantees: doing a thing twice makes one document; two copies of a document merge to the same third in any order (`merge.ts`).
 * Rule: times are integer milliseconds since the epoch and media positions integer milliseconds: no floats, so that SQL and TypeScript agree.
 */

export type Interval = readonly [from: number, to: number];

export interface ProgressData {
  video_id: string;
  course_id: string | null;
  /** Watched stretches in ms of media time: sorted, disjoint, joined where they touch. */
  intervals: Interval[];
  /** Where the learner stopped, ms of media time. */
  position: number;
  position_at: number;
  /** Length of the media, ms. */
  duration: number;
  completed: boolean;
  first_watched: number;
}

export interface AttemptData {
  test_id: string;
  started_at: number;
  finished_at: number | null;
  /** Time spent answering, ms; the clock that a crash or a changed device clock cannot stretch. */
  time_spent: number;
  answers: Record<string, { options: string[]; at: number }>;
}

export interface NoteVersion {
  at: number;
  text: string;
  /** Ms of media time. */
  position: number;
  deleted: boolean;
}

export type ProfileField = 'full_name' | 'bio' | 'job_title' | 'location' | 'website';

/** Kinds of notifications that can be switched off; problems always arrive. Twin: profiles.muted. */
export const mutableKinds = ['info', 'success', 'warning'] as const;
export type MutableKind = (typeof mutableKinds)[number];
/** 'off', or empty for a kind that is wanted. */
export type NotifyField = `notify_${MutableKind}`;

export interface CommentData {
  video_id: string;
  content: string;
  created_at: number;
  deleted: boolean;
  /** The moment of the video that the comment is about (ms). It never changes. */
  position?: number;
  /** The comment that this one answers. */
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
  profile: { fields: Partial<Record<ProfileField | NotifyField, { value: string; at: number }>> };
  cart: { product_id: string; quantity: number };
  view: { news_id: string };
  form: { form: 'launch' | 'demo' | 'report'; payload: Record<string, string> };
}

export type Kind = keyof JournalData;

/** A document as it travels. `rev` is the server's revision, 0 until the server has stored the document. */
export interface JournalDoc<K extends Kind = Kind> {
  id: string;
  kind: K;
  /** When it was done, by the device's clock, ms since the epoch. */
  at: number;
  /** The learner's local date of the act, YYYY-MM-DD. */
  active_on: string;
  rev: number;
  data: JournalData[K];
}

/** A document as the device keeps it. `pending` stays true until the server has confirmed this very state. */
export interface StoredJournalDoc<K extends Kind = Kind> extends JournalDoc<K> {
  pending: boolean;
}
