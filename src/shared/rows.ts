/**
 * The mirror's row types, one per kind, with SQL column names.
 * Guarantees: a row that reached the device has exactly these fields; times are ISO 8601 strings in UTC.
 * Rule: each kind must exist here, in `sync/mirror/mirror-schema.ts` and in the projection functions of `supabase/schemas/feed.sql`.
 */

import type { pushTopics } from '@/shared/kinds';
import type { EventLinkRow, ProfileRow, SubscriptionRow } from './account-rows';
import type { CourseRow, LessonRow, VideoRow } from './course-rows';
import type { QuizRow, ResultRow } from './quiz-rows';

export type { CourseRow, LessonRow, PlanType, ResourceRow, VideoRow } from './course-rows';
export type { OptionRow, QuestionRow, QuizRow, ResultRow } from './quiz-rows';

export type NewsCategory = 'general' | 'update' | 'course' | 'event' | 'store';

export interface NewsRow {
  id: string;
  title: string;
  summary: string;
  slug: string;
  /** Earlier slugs, which still lead to the item. Absent in rows that an older app stored. */
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
  /** Revision number of the event for calendar apps; absent in rows that an older app stored. */
  sequence?: number;
  created_at: string;
  updated_at: string;
}

/** The design of a certificate: everything on it except the learner's name. */
export interface CertificateDrawing {
  title: string;
  description: string | null;
  template_url: string | null;
  /** Position of the name, in percent of the drawing's size. */
  name_position: { x: number; y: number };
  name_font_size: number;
  name_font_color: string;
}

export interface CertificateRow extends CertificateDrawing {
  id: string;
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

export type NotificationTopic = (typeof pushTopics)[number];

export interface NotificationRow {
  id: string;
  title: string;
  message: string;
  type: 'info' | 'success' | 'warning' | 'error';
  /** Absent in rows that an older app stored. */
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
  /** Serial of the newest document issued for the certificate; absent in rows from an older server. */
  serial?: string | null;
  issued_name?: string | null;
  /** Compact JWS over serial, name, title and date; null until the server has signed it. */
  seal?: string | null;
  /** Open Badges 3.0 credential as VC-JWT. */
  credential?: string | null;
  revoked_at?: string | null;
  /** Title and drawing at the time when the certificate was earned; null until then. */
  drawing?: CertificateDrawing | null;
}

export interface CommentRow {
  id: string;
  video_id: string;
  user_id: string;
  user_name: string;
  user_avatar: string | null;
  content: string;
  created_at: string;
  /** Position in the video (ms). This and the next two fields are absent in rows that an older app stored. */
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
  event_links: EventLinkRow;
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
