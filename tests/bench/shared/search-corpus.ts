/** Generates 5,000 search documents from the sentences of the seed's transcripts. The documents are the same in every run. */
import type { SearchTables } from '@/features/search/queries/documents';
import { Random } from '../../helpers/random';

const COURSES = 100;
const LESSONS = 1_400;
const LINES_PER_LESSON = 2;
const NEWS = 400;
const EVENTS = 300;

const pick = <T>(random: Random, list: readonly T[]): T => list[random.below(list.length)] as T; // the list is not empty

export function corpus(sentences: readonly string[]): { tables: SearchTables; documents: number } {
  const random = new Random(5_000);
  const words = [...new Set(sentences.flatMap((text) => text.match(/\p{L}{3,}/gu) ?? []))];
  const title = () => Array.from({ length: 3 + random.below(3) }, () => pick(random, words)).join(' ');
  const text = () => Array.from({ length: 2 }, () => pick(random, sentences)).join(' ');
  const ids = (count: number, letter: string) =>
    Array.from({ length: count }, (_, n) => `${letter}${String(n).padStart(6, '0')}`);
  const courses = ids(COURSES, 'c').map((id) => ({
    id,
    title: title(),
    description: text(),
    category: pick(random, words),
    instructor: title(),
  }));
  const lessonIds = ids(LESSONS, 'd');
  const cue = (n: number) =>
    `00:${String(n).padStart(2, '0')}.000 --> 00:${String(n + 1).padStart(2, '0')}.000\n${pick(random, sentences)}`;
  const lessons = lessonIds.map((id) => ({
    id,
    description: text(),
    captions: `WEBVTT\n\n${Array.from({ length: LINES_PER_LESSON }, (_, n) => cue(n)).join('\n\n')}`,
    resources: [],
  }));
  const videos = lessonIds.map((id, n) => ({
    id,
    course_id: courses[n % COURSES]?.id ?? '',
    title: title(),
    order_position: n,
  }));
  const news = ids(NEWS, 'n').map((id) => ({ id, title: title(), summary: text(), slug: id }));
  const events = ids(EVENTS, 'f').map((id) => ({ id, title: title(), description: text(), location: 'Онлайн' }));
  const tables = { courses, lessons, videos, news, events, tests: [], news_bodies: [], notes: [] };
  return { tables, documents: COURSES + LESSONS * (1 + LINES_PER_LESSON) + NEWS + EVENTS };
}
