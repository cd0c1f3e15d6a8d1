// Schema of a course archive. Each lesson and quiz is a separate file, so that an error can name its file.
// Rule: ids, states and versions are not part of an archive; an import creates a draft with new ids.
import * as v from 'valibot';
import { isBlank } from '@/shared/is-blank';

export const FORMAT = 'sloy-course';
export const MANIFEST = 'course.json';
const MOST_PARTS = 1_000;

const title = v.pipe(
  v.string(),
  v.check((title) => !isBlank(title)),
  v.maxLength(300),
);
const text = v.nullable(v.pipe(v.string(), v.maxLength(100_000)));
const int = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
const path = v.pipe(v.string(), v.maxLength(300));

/** A media file. `source`: its storage key or URL on the server that exported it; `file`: its path in this archive, null if not included. */
const media = v.strictObject({
  source: v.pipe(v.string(), v.maxLength(2_000), v.regex(/^(https:\/\/|(?![a-z]+:)(?!\/\/))/i)),
  file: v.nullable(path),
});

const attachment = {
  title,
  file_name: v.pipe(v.string(), v.maxLength(300)),
  file_type: v.nullable(v.pipe(v.string(), v.maxLength(200))),
  media,
};

export const manifestSchema = v.strictObject({
  format: v.literal(FORMAT),
  version: v.literal(1),
  course: v.strictObject({
    title,
    description: text,
    plan_type: v.picklist(['free', 'basic', 'premium']),
    category: text,
    instructor: text,
    shape: text,
    hue: v.nullable(int(0, 360)),
    cover: v.nullable(media),
  }),
  lessons: v.pipe(v.array(path), v.maxLength(MOST_PARTS)),
  quizzes: v.pipe(v.array(path), v.maxLength(MOST_PARTS)),
  files: v.pipe(v.array(v.strictObject({ ...attachment, is_visible: v.boolean() })), v.maxLength(MOST_PARTS)),
});

export const lessonSchema = v.strictObject({
  title,
  description: text,
  duration_seconds: int(0, 28_800),
  is_free_preview: v.boolean(),
  video: v.nullable(media),
  poster: v.nullable(media),
  captions: v.nullable(path),
  chapters: v.nullable(path),
  /** Files of the lesson. `course_file`: number (from 1) of a course file that the lesson links; null if the file belongs to the lesson only. */
  files: v.pipe(
    v.array(v.strictObject({ ...attachment, course_file: v.nullable(int(1, MOST_PARTS)) })),
    v.maxLength(100),
  ),
});

const option = v.strictObject({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  text: v.string(),
  isCorrect: v.boolean(),
});

export const quizSchema = v.strictObject({
  /** Number (from 1) of the lesson that the quiz belongs to; null if the quiz belongs to the course. */
  lesson: v.nullable(int(1, MOST_PARTS)),
  title,
  emoji: v.nullable(v.pipe(v.string(), v.maxLength(16))),
  description: text,
  passing_score: int(0, 100),
  time_limit: int(0, 1_440),
  shuffle: v.boolean(),
  max_attempts: int(0, 10_000),
  graded: v.boolean(),
  questions: v.pipe(
    v.array(
      v.strictObject({
        text: v.pipe(v.string(), v.maxLength(5_000)),
        type: v.picklist(['multiple_choice', 'true_false', 'single']),
        points: int(0, 1_000),
        explanation: text,
        picture: v.nullable(media),
        options: v.pipe(v.array(option), v.maxLength(50)),
      }),
    ),
    v.maxLength(200),
  ),
});

export type Media = v.InferOutput<typeof media>;
export type Manifest = v.InferOutput<typeof manifestSchema>;
type LessonPart = v.InferOutput<typeof lessonSchema>;
export type QuizPart = v.InferOutput<typeof quizSchema>;

/** A lesson whose `captions` and `chapters` hold the WebVTT texts instead of file paths. */
export type ArchivedLesson = Omit<LessonPart, 'captions' | 'chapters'> & {
  captions: string | null;
  chapters: string | null;
};

export interface CourseArchive {
  course: Manifest['course'];
  files: Manifest['files'];
  lessons: ArchivedLesson[];
  quizzes: QuizPart[];
}

/** Every media file that an archive names, with its storage bucket. */
export function mediaOf({ course, files, lessons, quizzes }: CourseArchive): { media: Media; bucket: Bucket }[] {
  const found: [Media | null, Bucket][] = [
    [course.cover, 'images'],
    ...files.map(({ media: one }): [Media, Bucket] => [one, 'resources']),
    ...lessons.flatMap(({ video, poster, files: own }): [Media | null, Bucket][] => [
      [video, 'videos'],
      [poster, 'images'],
      ...own.map(({ media: one }): [Media, Bucket] => [one, 'resources']),
    ]),
    ...quizzes.flatMap(({ questions }) => questions.map(({ picture }): [Media | null, Bucket] => [picture, 'images'])),
  ];
  return found.flatMap(([one, bucket]) => (one ? [{ media: one, bucket }] : []));
}

export type Bucket = 'videos' | 'images' | 'resources';
