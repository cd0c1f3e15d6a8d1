import { expect, test } from 'vitest';
import { type CourseFilter, type CourseSort, listedCourses } from '@/features/courses/rules/course-list';
import type { ProgressData } from '@/shared/journal';
import type { CourseRow, VideoRow } from '@/shared/rows';

const course = (id: string, title: string, day: number, plan_type: CourseRow['plan_type'] = 'basic') =>
  ({ id, title, plan_type, created_at: `2026-11-0${day}T00:00:00Z` }) as CourseRow;
const courses = [
  course('a', 'Ъгли', 1),
  course('b', 'Блендер', 2, 'free'),
  course('c', 'Материали', 3),
  course('d', 'Празен', 4),
];
const videos = ['a1 a', 'a2 a', 'b1 b', 'c1 c'].map((row) => {
  const [id, course_id] = row.split(' ');
  return { id, course_id } as VideoRow;
});
const watched = (position_at: number, completed: boolean): ProgressData => ({
  video_id: '',
  course_id: null,
  position_at,
  completed,
  intervals: [],
  duration: 1,
  position: 0,
  first_watched: position_at,
});
const progress = new Map([
  ['a1', watched(10, true)],
  ['b1', watched(20, true)],
]);
const ids = (filter: CourseFilter, sort: CourseSort) =>
  listedCourses(courses, videos, progress, filter, sort)
    .map(({ id }) => id)
    .join('');

test('a course is started with its first watched lesson and finished with its last; one without lessons is neither', () => {
  expect(ids('all', 'opened')).toBe('bacd');
  expect(ids('begun', 'opened')).toBe('a');
  expect(ids('finished', 'opened')).toBe('b');
  expect(ids('free', 'opened')).toBe('b');
});

test('titles are sorted by the Bulgarian alphabet, dates newest first', () => {
  expect(ids('all', 'title')).toBe('bcda');
  expect(ids('all', 'newest')).toBe('dcba');
});
