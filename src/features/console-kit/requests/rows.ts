import * as v from 'valibot';

// Rows of the content tables. The server answers saves and conflicts with a whole row as JSON, so each table has a schema.

const text = v.string();
const maybeText = v.nullable(text);
const number = v.number();
const maybeNumber = v.nullable(number);
const flag = v.boolean();

/** Columns of every content row. */
const row = { id: text, row_version: number, deleted_at: maybeText, created_at: text };

const media = { title: text, description: maybeText, thumbnail_url: maybeText };

export const courseRow = v.object({
  ...{ ...row, ...media, updated_at: text },
  status: v.picklist(['draft', 'published', 'public']),
  plan_type: v.picklist(['free', 'basic', 'premium']),
  category: maybeText,
  instructor: maybeText,
  shape: maybeText,
  hue: maybeNumber,
});
export type CourseRow = v.InferOutput<typeof courseRow>;
export type CourseStatus = CourseRow['status'];
export type PlanType = CourseRow['plan_type'];

export const videoRow = v.object({
  ...{ ...row, ...media, course_id: text },
  video_url: maybeText,
  media_bytes: maybeNumber,
  captions: maybeText,
  chapters: maybeText,
  duration_seconds: number,
  order_position: number,
  is_free_preview: flag,
  status: v.picklist(['draft', 'published']),
});
export type VideoRow = v.InferOutput<typeof videoRow>;

export const quizRow = v.object({
  ...{ ...row, course_id: text, video_id: maybeText, title: text, emoji: maybeText, description: maybeText },
  passing_score: number,
  time_limit: number,
  shuffle: flag,
  max_attempts: number,
  graded: flag,
  status: v.picklist(['draft', 'published']),
  published_version: maybeNumber,
});
export type QuizRow = v.InferOutput<typeof quizRow>;

export const questionTypes = ['single', 'multiple_choice', 'true_false'] as const;

/** A question of a draft. */
export const questionRow = v.object({
  id: text,
  text,
  type: v.picklist(questionTypes),
  points: number,
  explanation: maybeText,
  image_url: maybeText,
  options: v.array(v.object({ id: text, text, isCorrect: flag })),
});
export type Question = v.InferOutput<typeof questionRow>;

/** A quiz with its draft questions in their order. */
export const fullQuiz = v.object({ ...quizRow.entries, questions: v.array(questionRow) });
export type FullQuiz = v.InferOutput<typeof fullQuiz>;

const file = {
  ...{ ...row, title: text, file_url: text, file_name: text },
  file_size: maybeNumber,
  file_type: maybeText,
};
const courseFileRow = v.object({ ...file, course_id: text, is_visible: flag });
export type CourseFileRow = v.InferOutput<typeof courseFileRow>;
const lessonFileRow = v.object({ ...file, video_id: text, course_resource_id: maybeText });
export type LessonFileRow = v.InferOutput<typeof lessonFileRow>;

export const templateRow = v.object({
  ...{ ...row, name: text, description: maybeText },
  /** One draft lesson each, named by a title or by an object with a title; the console shows only their number. */
  modules: v.array(v.unknown()),
});
export type TemplateRow = v.InferOutput<typeof templateRow>;

const certificateFields = {
  title: text,
  template_url: maybeText,
  template_filename: maybeText,
  /** Position of the name as a percentage of the sheet's width and height. */
  name_position: v.object({ x: number, y: number }),
  /** Font size (px) of the name on a sheet 1123 px wide. */
  name_font_size: number,
  name_font_color: text,
  is_active: flag,
};
const requirement = v.object({ test_id: text, minimum_score: number });
export type Requirement = v.InferOutput<typeof requirement>;
const certificateRow = v.object({ ...row, ...certificateFields, description: maybeText });
export const certificateWithRequirements = v.object({
  ...certificateRow.entries,
  requirements: v.array(requirement),
});
export type AdminCertificate = v.InferOutput<typeof certificateWithRequirements>;
export type CertificateFields = Pick<AdminCertificate, keyof typeof certificateFields> & { description: string };

export const newsCategories = ['general', 'update', 'course', 'event', 'store'] as const;
const newsFields = {
  ...{ title: text, summary: text, content: text, image_url: maybeText },
  category: v.picklist(newsCategories),
  status: v.picklist(['draft', 'published']),
};
export const newsRow = v.object({ ...row, ...newsFields, slug: text });
export type AdminNews = v.InferOutput<typeof newsRow>;
export type NewsFields = Pick<AdminNews, keyof typeof newsFields>;

export const eventTypes = ['webinar', 'workshop', 'lecture', 'conference', 'in-person'] as const;
export const eventStatuses = ['active', 'draft', 'cancelled', 'completed'] as const;
const eventFields = {
  ...{ title: text, description: maybeText, image_url: maybeText, location: text },
  /** URL that only registered learners receive. */
  join_url: maybeText,
  start_date: text,
  end_date: text,
  duration_minutes: number,
  type: v.picklist([...eventTypes, 'other']),
  is_free: flag,
  max_participants: maybeNumber,
  status: v.picklist(eventStatuses),
};
export const eventRow = v.object({ ...row, ...eventFields, current_participants: number });
export type AdminEvent = v.InferOutput<typeof eventRow>;
export type EventFields = Pick<AdminEvent, keyof typeof eventFields>;

/** The content tables, whose rows have a version and can be moved to the trash (docs/admin-api.md). */
export const contentRows = {
  courses: courseRow,
  course_templates: templateRow,
  videos: videoRow,
  course_resources: courseFileRow,
  video_resources: lessonFileRow,
  tests: quizRow,
  certificates: certificateRow,
  events: eventRow,
  news: newsRow,
};
export type ContentTable = keyof typeof contentRows;
export type ContentRow<T extends ContentTable = ContentTable> = v.InferOutput<(typeof contentRows)[T]>;
