// Rows of courses and lessons in the mirror (see rows.ts).

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

/** The content of a lesson; `id` is the video's id. The scope depends on the plan. */
export interface LessonRow {
  id: string;
  course_id: string;
  description: string | null;
  /** Object key in the bucket `videos`, or an absolute https URL. */
  video_url: string | null;
  media_bytes: number | null;
  /** A WebVTT file. */
  captions: string | null;
  /** A WebVTT file whose cues are chapters. Absent in rows that an older app stored. */
  chapters?: string | null;
  resources: ResourceRow[];
}
