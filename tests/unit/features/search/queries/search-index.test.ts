import { expect, test } from 'vitest';
import type { SearchRows, SearchTables } from '@/features/search/queries/documents';
import { SearchIndex } from '@/features/search/queries/search-index';
import type { Plan } from '@/shared/entitlements';

const course: SearchRows['courses'] = {
  id: 'basics',
  title: 'Основи на печата',
  description: null,
  category: null,
  instructor: null,
};
const video: SearchRows['videos'] = { id: 'first', course_id: 'basics', title: 'Първият слой', order_position: 1 };
const captions =
  'WEBVTT\n\n00:00.400 --> 00:02.966\nДобрият първи слой е половината успех.\n\n00:03.000 --> 00:06.250\nПочистете плота със спирт.';
const lesson: SearchRows['lessons'] = {
  id: 'first',
  description: 'Залепване',
  captions,
  resources: [
    {
      id: 'file',
      title: 'Лист за стената',
      file_url: 'a',
      file_name: 'first-layer.pdf',
      file_size: 1,
      file_type: null,
      created_at: '',
    },
  ],
};
const news: SearchRows['news'] = { id: 'n', title: 'Филаментът през зимата', summary: 'Пазете го сух.', slug: 'zima' };
const all: SearchTables = {
  courses: [course],
  videos: [video],
  lessons: [lesson],
  tests: [{ id: 'quiz', video_id: 'first', course_id: 'basics', title: 'Първи слой и плот', description: null }],
  news: [news],
  news_bodies: [{ id: 'n', content: '## Силикагел\n\nСложете **силикагел** в кутията.' }],
  events: [{ id: 'e', title: 'Вечер за въпроси', description: 'Подпори', location: 'Варна' }],
  notes: [{ id: 'note/1', video_id: 'first', text: 'Плотът на 60 градуса', position: 12_500 }],
};
const indexOf = (tables: SearchTables, plan: Plan = 'premium') => new SearchIndex(tables, plan);
const further = (index: SearchIndex, text: string) =>
  index
    .search(text)
    .groups.map(({ kind, hits }) => [kind, ...hits.map(({ title, at }) => (at === null ? title : `${title} @${at}`))]);

test('after courses and lessons come captions, files, quizzes, news, events and notes, each with its target', () => {
  const index = indexOf(all);
  expect(further(index, 'плотът')).toEqual([
    ['caption', 'Почистете плота със спирт. @3'],
    ['quiz', 'Първи слой и плот'],
    ['note', 'Плотът на 60 градуса @12.5'],
  ]);
  expect(further(index, 'list')).toEqual([['resource', 'Лист за стената']]);
  expect(further(index, 'варна')).toEqual([['event', 'Вечер за въпроси']]);
  const [hit] = index.search('силикагелът').groups[0]?.hits ?? [];
  expect(hit).toMatchObject({ kind: 'news', target: 'zima', snippet: 'Силикагел' });
  expect(hit?.snippetHighlights).toEqual([[0, 9]]);
});

test('a lesson that its description alone names shows that part of it, also for an inflected word', () => {
  const described = { ...lesson, description: 'Плотът е чист. Залепването на слоя зависи от височината. Край.' };
  const index = indexOf({ ...all, lessons: [described] });
  const [hit] = index.search('височина').hits;
  const snippet = 'Залепването на слоя зависи от височината.';
  const from = snippet.indexOf('височината');
  expect(hit).toMatchObject({ id: 'first', highlights: [], snippet, snippetHighlights: [[from, from + 10]] });
  expect(index.search('слой').hits[0]).toMatchObject({ id: 'first', snippet: '', snippetHighlights: [] });
});

test('a plan finds only what it opens', () => {
  expect(further(indexOf(all, 'premium'), 'силикагел')).toHaveLength(1);
  expect(further(indexOf(all, 'pro'), 'силикагел')).toEqual([]);
  expect(further(indexOf(all, 'pro'), 'филамент')).toEqual([['news', 'Филаментът през зимата']]);
  expect(further(indexOf(all, 'free'), 'варна')).toEqual([]);
  expect(further(indexOf(all, 'free'), 'лист')).toEqual([]);
});

test('particles are ignored, and every other word is searched', () => {
  const index = indexOf(all);
  expect(further(index, 'как да почистя плота със спирт')).toEqual([]);
  expect(further(index, 'със спирт')).toEqual([['caption', 'Почистете плота със спирт. @3']]);
});

test('words of a transcript are known words and get no suggestion', () => {
  expect(indexOf(all).search('спирт').suggestions).toEqual([]);
});

test('a mistyped word of a transcript is suggested as the transcript spells it', () => {
  expect(indexOf(all).search('спярт').suggestions[0]).toBe('спирт');
});

test('a lesson has the title of its course as context, and is not found without its course', () => {
  expect(indexOf(all).search('първият слой').hits[0]).toMatchObject({ id: 'first', context: 'Основи на печата' });
  const rest = indexOf({ ...all, courses: [] });
  expect(rest.search('слой')).toMatchObject({ hits: [], count: 0 });
  expect(further(rest, 'слой')).toEqual([]);
});
