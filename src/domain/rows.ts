/**
 * The mirror's row types, one per kind, with SQL column names.
 * Guarantees: a body that reached the device has exactly these fields; times are ISO 8601 strings in UTC.
 * Rule: each kind must exist here, in `sync/mirror/mirror-schema.ts` and in the projection functions of `supabase/schemas/feed.sql`.
 */

import type { ProfileRow, SubscriptionRow } from './account-rows';

export type PlanType = 'free' | 'basic' | 'premium';

/** Card of a published course. Scope `public`. */
export interface CourseRow {
  id: string;
  title: string;
  description: string | null;
  status: 'published' | 'public';
  plan_type: PlanType;
  category: string | null;
  instructor: string | null;
  thumbnail_url: string | null;
  /** Printed object that visualizes the progress: vase, boat, rocket, bulb, cube, gear, pawn. */
  shape: string | null;
  /** Hue of the cover in degrees. */
  hue: number | null;
  lesson_count: number;
  duration_seconds: number;
  creator_id: string | null;
  created_at: string;
  updated_at: string;
}

/** Card of a lesson. Scope `public`; `LessonRow` has the part that depends on the plan. */
export interface VideoRow {
  id: string;
  course_id: string;
  title: string;
  duration_seconds: number;
  order_position: number;
  is_free_preview: boolean;
  thumbnail_url: string | null;
  test_count: number;
  created_at: string;
  updated_at: string;
}

export interface ResourceRow {
  id: string;
  title: string;
  /** Object key in the bucket `resources`, or an absolute https URL. */
  file_url: string;
  file_name: string;
  /** In bytes. */
  file_size: number | null;
  file_type: string | null;
  created_at: string;
}

/** The full part of a lesson; `id` is the video's id. The scope depends on the plan. */
export interface LessonRow {
  id: string;
  course_id: string;
  description: string | null;
  /** Object key in the bucket `videos`, or an absolute https URL. */
  video_url: string | null;
  media_bytes: number | null;
  /** A WebVTT file. */
  captions: string | null;
  /** A WebVTT file whose cues are chapters. Absent in rows that an older version stored. */
  chapters?: string | null;
  resources: ResourceRow[];
}

export type QuestionType = 'multiple_choice' | 'true_false' | 'single';

export interface OptionRow {
  id: string;
  text: string;
}

export interface QuestionRow {
  id: string;
  text: string;
  type: QuestionType;
  points: number;
  order_position: number;
  options: OptionRow[];
  /** Lower-case hex SHA-256 of `<question id>:<correct option ids, sorted, comma-separated>`; absent in a graded quiz. */
  answer_digest?: string;
  /** Object key in the bucket `images`, or an absolute https URL. */
  image_url?: string;
}

/** What an earlier version of a quiz had of its own. */
export type QuizVersionRow = Omit<QuizRow, 'id' | 'video_id' | 'course_id' | 'graded' | 'previous'>;

export interface QuizRow {
  id: string;
  video_id: string | null;
  course_id: string;
  title: string;
  emoji: string | null;
  description: string | null;
  /** Percent. */
  passing_score: number;
  /** Minutes; 0 means unlimited. */
  time_limit: number;
  shuffle: boolean;
  /** Only the server scores it, because a certificate requires it or it is marked as graded. Absent in rows of an earlier version. */
  max_attempts: number;
  /** Only the server scores it: a certificate requires it, or it is flagged. Absent in rows of an earlier version. */
  graded?: boolean;
  /** The published version; 0 before the first. Absent in rows of an earlier version of the app. */
  version?: number;
  /** Versions that were replaced within the last 30 days, the newest first: attempts that began with one go on with it. */
  previous?: QuizVersionRow[];
  questions: QuestionRow[];
}

export type NewsCategory = 'general' | 'update' | 'course' | 'event' | 'store';

export interface NewsRow {
  id: string;
  title: string;
  summary: string;
  slug: string;
  /** The slugs that it had before; they still lead to it. Absent in rows of an earlier version. */
  old_slugs?: string[];
  category: NewsCategory;
  image_url: string | null;
  reading_minutes: number;
  published_at: string | null;
  created_at: string;
}

/** The article of a news item; `id` is the news item's id. Scope `plan:premium` only. */
export interface NewsBodyRow {
  id: string;
  content: string;
}

export interface EventRow {
  id: string;
  title: string;
  description: string | null;
  image_url: string | null;
  location: string;
  start_date: string;
  end_date: string;
  duration_minutes: number;
  type: 'webinar' | 'workshop' | 'lecture' | 'conference' | 'in-person' | 'other';
  is_free: boolean;
  max_participants: number | null;
  current_participants: number;
  status: 'active' | 'cancelled' | 'completed';
  /** Revision for calendars; absent in rows that an earlier version stored. */
  sequence?: number;
  created_at: string;
  updated_at: string;
}

export interface CertificateRow {
  id: string;
  title: string;
  description: string | null;
  template_url: string | null;
  name_position: { x: number; y: number };
  name_font_size: number;
  name_font_color: string;
  requirements: { test_id: string; test_title: string; minimum_score: number }[];
}

export interface AchievementRow {
  id: string;
  name: string;
  description: string;
  icon: string;
  points: number;
  target_value: number;
  type: string;
}

/** Topic of a notification. Twin: the check constraint of `notifications.topic`. */
export type NotificationTopic = 'billing' | 'event' | 'lesson' | 'achievement' | 'comment' | 'admin';

export interface NotificationRow {
  id: string;
  title: string;
  message: string;
  type: 'info' | 'success' | 'warning' | 'error';
  /** Absent in rows that an earlier version stored. */
  topic?: NotificationTopic;
  link: string | null;
  is_read: boolean;
  created_at: string;
}

/** `id` is the account's id. */
export interface StreakRow {
  id: string;
  current_streak: number;
  longest_streak: number;
  /** YYYY-MM-DD, the learner's local date. */
  last_active: string | null;
}

/** `id` is the achievement's id. */
export interface AchievementProgressRow {
  id: string;
  current_value: number;
  completed: boolean;
  completed_at: string | null;
}

/** `id` is the certificate's id. */
export interface CertificateProgressRow {
  id: string;
  completed_requirements: string[];
  progress_percentage: number;
  completed: boolean;
  completed_at: string | null;
  /** The newest document that was issued for it; absent in rows of an earlier version of the server. */
  serial?: string | null;
  issued_name?: string | null;
  /** Compact JWS over serial, name, title and date; null until the server has signed it. */
  seal?: string | null;
  /** Open Badges 3.0 credential as VC-JWT. */
  credential?: string | null;
  revoked_at?: string | null;
}

/** `id` is the attempt's id. The server's score is the authority. */
export interface ResultRow {
  id: string;
  test_id: string;
  /** Percent. */
  score: number;
  passed: boolean;
  /** Seconds. */
  time_spent: number;
  completed_at: string;
  /** True when it counts for a certificate. Absent in rows of an earlier version. */
  counts?: boolean;
  review: {
    question_id: string;
    correct: boolean;
    correct_options: string[];
    explanation: string | null;
    /** The right options and the explanation are hidden: the learner has not passed and may try again. */
    hidden?: boolean;
  }[];
}

export interface CommentRow {
  id: string;
  video_id: string;
  user_id: string;
  user_name: string;
  user_avatar: string | null;
  content: string;
  created_at: string;
  /** The moment of the video (ms). This and the next two fields are absent in rows that an older version stored. */
  position?: number | null;
  parent_id?: string | null;
  /** The author is an administrator. */
  is_teacher?: boolean;
}

/** `id` is the video's id. */
export interface VideoStatsRow {
  id: string;
  likes_count: number;
  comments_count: number;
}

/** Row type of each mirror kind. */
export interface MirrorRows {
  courses: CourseRow;
  videos: VideoRow;
  lessons: LessonRow;
  tests: QuizRow;
  news: NewsRow;
  news_bodies: NewsBodyRow;
  events: EventRow;
  certificates: CertificateRow;
  achievements: AchievementRow;
  notifications: NotificationRow;
  subscriptions: SubscriptionRow;
  profiles: ProfileRow;
  streaks: StreakRow;
  achievement_progress: AchievementProgressRow;
  certificate_progress: CertificateProgressRow;
  results: ResultRow;
  comments: CommentRow;
  video_stats: VideoStatsRow;
}

export type MirrorKind = keyof MirrorRows;
