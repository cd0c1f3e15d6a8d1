/**
 * Converts rows of the mirror and notes to search documents. Pure.
 * Guarantees: leaves out demo and sample courses with everything that belongs to them; results quote nothing that the plan does not include.
 */
import { isSubscriber, mayReadNews, type Plan } from '@/shared/entitlements';
import type { CourseRow, EventRow, LessonRow, NewsRow, QuizRow, VideoRow } from '@/shared/rows';
import { parseCues } from '@/shared/webvtt';
import type { FurtherDoc } from '../rules/further-index';
import type { CatalogDoc } from '../rules/ranking';

/** The fields that the search reads, by kind. */
export interface SearchRows {
  courses: Pick<CourseRow, 'id' | 'title' | 'description' | 'category' | 'instructor'>;
  lessons: Pick<LessonRow, 'id' | 'description' | 'captions' | 'resources'>;
  videos: Pick<VideoRow, 'id' | 'course_id' | 'title' | 'order_position'>;
  tests: Pick<QuizRow, 'id' | 'video_id' | 'course_id' | 'title' | 'description'>;
  news: Pick<NewsRow, 'id' | 'title' | 'summary' | 'slug'>;
  news_bodies: { id: string; content: string };
  events: Pick<EventRow, 'id' | 'title' | 'description' | 'location'>;
  /** `position` in ms. */
  notes: { id: string; video_id: string; text: string; position: number };
}

export type SearchTables = { [K in keyof SearchRows]: readonly SearchRows[K][] };

// Words that mark courses with test or example content, which specification 2 §5 excludes from the search.
const unfitCourse = /demo|sample|css fundamental|javascript basic|test course|lorem ipsum|dummy|placeholder/i;
// Words that mark test and example lessons.
const unfitVideo = /demo|sample/i;

/** True if the search may return the course. */
export const isFindable = ({ id, title, description, category }: Omit<SearchRows['courses'], 'instructor'>): boolean =>
  id.length > 2 &&
  title.trim() !== '' &&
  ![title, category, description].some((text) => text && unfitCourse.test(text));

export const courseDoc = (course: SearchRows['courses']): CatalogDoc[] =>
  isFindable(course)
    ? [
        {
          kind: 'course',
          id: course.id,
          courseId: course.id,
          title: course.title,
          context: course.category ?? '',
          description: course.description ?? '',
          other: `${course.category ?? ''} ${course.instructor ?? ''}`,
          position: 0,
        },
      ]
    : [];

/** A lesson card with its course. */
export interface LessonPlace {
  video: SearchRows['videos'];
  course: SearchRows['courses'];
}

export function placeOf(
  video: SearchRows['videos'] | undefined,
  course: SearchRows['courses'] | undefined,
  lesson: SearchRows['lessons'] | undefined,
): LessonPlace | undefined {
  if (!video || !course || !isFindable(course)) return undefined;
  return unfitVideo.test(`${video.title} ${lesson?.description ?? ''}`) ? undefined : { video, course };
}

export const lessonDoc = ({ video, course }: LessonPlace, lesson: SearchRows['lessons'] | undefined): CatalogDoc => ({
  kind: 'video',
  id: video.id,
  courseId: course.id,
  title: video.title,
  context: course.title,
  description: lesson?.description ?? '',
  other: '',
  position: video.order_position,
});

const none = { text: '', context: '', courseId: null, at: null };

export const captionDocs = ({ video, course }: LessonPlace, { captions }: SearchRows['lessons']): FurtherDoc[] =>
  parseCues(captions ?? '').map(({ start, text }, line) => ({
    ...none,
    kind: 'caption',
    id: `${video.id}/${line}`,
    title: text,
    context: video.title,
    target: video.id,
    courseId: course.id,
    at: start,
  }));

/** Documents of a lesson's files; none for free accounts, which have no access to files. */
export const resourceDocs = (
  { video, course }: LessonPlace,
  lesson: SearchRows['lessons'],
  plan: Plan,
): FurtherDoc[] =>
  !isSubscriber(plan)
    ? []
    : lesson.resources.map(({ id, title, file_name }) => ({
        ...none,
        kind: 'resource',
        id,
        title,
        text: file_name,
        context: video.title,
        target: video.id,
        courseId: course.id,
      }));

export const quizDocs = (
  quiz: SearchRows['tests'],
  course: SearchRows['courses'] | undefined,
  video: SearchRows['videos'] | undefined,
): FurtherDoc[] =>
  course && isFindable(course) && !unfitVideo.test(`${video?.title ?? ''} ${quiz.title}`)
    ? [
        {
          ...none,
          kind: 'quiz',
          id: quiz.id,
          title: quiz.title,
          text: quiz.description ?? '',
          context: video?.title ?? course.title,
          target: quiz.id,
        },
      ]
    : [];

/** Strips Markdown syntax. */
const plainText = (markdown: string) => markdown.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[#*_`>~]+/g, '');

/** Document of a news item. Only accounts that may read the article can find its summary and text; others only its title. */
export const newsDoc = (
  news: SearchRows['news'],
  body: SearchRows['news_bodies'] | undefined,
  plan: Plan,
): FurtherDoc => ({
  ...none,
  kind: 'news',
  id: news.id,
  title: news.title,
  text: mayReadNews(plan) ? `${news.summary}\n${plainText(body?.content ?? '')}` : '',
  target: news.slug,
});

/** Document of an event; none for free accounts, which have no access to the events section. */
export const eventDocs = (event: SearchRows['events'], plan: Plan): FurtherDoc[] =>
  !isSubscriber(plan)
    ? []
    : [
        {
          ...none,
          kind: 'event',
          id: event.id,
          title: event.title,
          text: `${event.description ?? ''}\n${event.location}`,
          context: event.location,
          target: event.id,
        },
      ];

export const noteDoc = (note: SearchRows['notes'], place: LessonPlace | undefined): FurtherDoc => ({
  ...none,
  kind: 'note',
  id: note.id,
  title: note.text,
  context: place?.video.title ?? '',
  target: note.video_id,
  courseId: place?.course.id ?? null,
  at: note.position / 1_000,
});
