import { describe, expect, test } from 'vitest';
import type { SearchRows } from '@/features/search/queries/documents';
import { type SearchChange, SearchEngine } from '@/features/search/queries/search-engine';
import type { Plan } from '@/shared/entitlements';
import { Random } from '../../../../helpers/random';

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
const all: SearchChange[] = [
  { kind: 'courses', put: [course], removed: [] },
  { kind: 'videos', put: [video], removed: [] },
  { kind: 'lessons', put: [lesson], removed: [] },
  {
    kind: 'tests',
    put: [{ id: 'quiz', video_id: 'first', course_id: 'basics', title: 'Първи слой и плот', description: null }],
    removed: [],
  },
  { kind: 'news', put: [news], removed: [] },
  { kind: 'news_bodies', put: [{ id: 'n', content: '## Силикагел\n\nСложете **силикагел** в кутията.' }], removed: [] },
  {
    kind: 'events',
    put: [{ id: 'e', title: 'Вечер за въпроси', description: 'Подпори', location: 'Варна' }],
    removed: [],
  },
  {
    kind: 'notes',
    put: [{ id: 'note/1', video_id: 'first', text: 'Плотът на 60 градуса', position: 12_500 }],
    removed: [],
  },
];
function engineOf(changes: readonly SearchChange[], plan: Plan = 'premium') {
  const engine = new SearchEngine(plan);
  for (const change of changes) engine.apply(change);
  return engine;
}
const further = (engine: SearchEngine, text: string) =>
  engine
    .search(text)
    .groups.map(({ kind, hits }) => [kind, ...hits.map(({ title, at }) => (at === null ? title : `${title} @${at}`))]);

test('after courses and lessons come captions, files, quizzes, news, events and notes, each with its target', () => {
  const engine = engineOf(all);
  expect(further(engine, 'плотът')).toEqual([
    ['caption', 'Почистете плота със спирт. @3'],
    ['quiz', 'Първи слой и плот'],
    ['note', 'Плотът на 60 градуса @12.5'],
  ]);
  expect(further(engine, 'list')).toEqual([['resource', 'Лист за стената']]);
  expect(further(engine, 'варна')).toEqual([['event', 'Вечер за въпроси']]);
  const [hit] = engine.search('силикагелът').groups[0]?.hits ?? [];
  expect(hit).toMatchObject({ kind: 'news', target: 'zima', snippet: 'Силикагел' });
  expect(hit?.snippetHighlights).toEqual([[0, 9]]);
});

test('a lesson that its description alone names shows that part of it, also for an inflected word', () => {
  const described = { ...lesson, description: 'Плотът е чист. Залепването на слоя зависи от височината. Край.' };
  const engine = engineOf([...all, { kind: 'lessons', put: [described], removed: [] }]);
  const [hit] = engine.search('височина').hits;
  const snippet = 'Залепването на слоя зависи от височината.';
  const from = snippet.indexOf('височината');
  expect(hit).toMatchObject({ id: 'first', highlights: [], snippet, snippetHighlights: [[from, from + 10]] });
  expect(engine.search('слой').hits[0]).toMatchObject({ id: 'first', snippet: '', snippetHighlights: [] });
});

test('a plan finds only what it opens', () => {
  expect(further(engineOf(all, 'premium'), 'силикагел')).toHaveLength(1);
  expect(further(engineOf(all, 'pro'), 'силикагел')).toEqual([]);
  expect(further(engineOf(all, 'pro'), 'филамент')).toEqual([['news', 'Филаментът през зимата']]);
  expect(further(engineOf(all, 'free'), 'варна')).toEqual([]);
  expect(further(engineOf(all, 'free'), 'лист')).toEqual([]);
});

test('particles are ignored, and every other word is searched', () => {
  const engine = engineOf(all);
  expect(further(engine, 'как да почистя плота със спирт')).toEqual([]);
  expect(further(engine, 'със спирт')).toEqual([['caption', 'Почистете плота със спирт. @3']]);
});

test('words of a transcript are known words and get no suggestion', () => {
  expect(engineOf(all).search('спирт').suggestions).toEqual([]);
});

test('a mistyped word of a transcript is suggested as the transcript spells it', () => {
  expect(engineOf(all).search('спярт').suggestions[0]).toBe('спирт');
});

test('a renamed course renames the context of its lessons, and deleted rows are not found', () => {
  const engine = engineOf(all);
  engine.apply({ kind: 'courses', put: [{ ...course, title: 'Начало' }], removed: [] });
  expect(engine.search('първият слой').hits[0]).toMatchObject({ id: 'first', context: 'Начало' });
  engine.apply({ kind: 'courses', put: [], removed: ['basics'] });
  expect(engine.search('слой')).toMatchObject({ hits: [], count: 0 });
  expect(further(engine, 'слой')).toEqual([]);
});

describe('the order of the changes does not matter', () => {
  const words = 'слой слоеве печат печата дюза дюзите подпори пълнеж плот ретракция PETG стена'.split(' ');
  const queries = [...words, 'слоят печат', 'dyuza', 'pe4at', 'подпорта', 'pla petg', 'стените на', 'ст'];
  test.each(Array.from({ length: 30 }, (_, seed) => seed))(
    'an index that is updated by changes answers like a new one (seed %i)',
    (seed) => {
      const random = new Random(seed);
      const title = () =>
        Array.from({ length: 1 + random.below(4) }, () => words[random.below(words.length)]).join(' ');
      const kept = new SearchEngine('premium');
      const rows = {
        courses: new Map<string, SearchRows['courses']>(),
        videos: new Map<string, SearchRows['videos']>(),
      };
      const lessons = new Map<string, SearchRows['lessons']>();
      const set = <K extends 'courses' | 'videos' | 'lessons'>(
        kind: K,
        map: Map<string, SearchRows[K]>,
        row: SearchRows[K],
      ) => {
        const isRemoved = random.chance(0.2);
        if (isRemoved) map.delete(row.id);
        else map.set(row.id, row);
        kept.apply({
          kind,
          put: isRemoved ? [] : [row],
          removed: isRemoved ? [row.id] : [],
        } as SearchChange);
      };
      for (let step = 0; step < 60; step++) {
        const id = `row${random.below(8)}`;
        if (random.chance(0.3))
          set('courses', rows.courses, { ...course, id: `course${random.below(3)}`, title: title() });
        else if (random.chance(0.5))
          set('videos', rows.videos, {
            id,
            course_id: `course${random.below(3)}`,
            title: title(),
            order_position: random.below(9),
          });
        else set('lessons', lessons, { id, description: title(), captions, resources: [] });
      }
      const fresh = engineOf([
        { kind: 'videos', put: [...rows.videos.values()], removed: [] },
        { kind: 'lessons', put: [...lessons.values()], removed: [] },
        { kind: 'courses', put: [...rows.courses.values()], removed: [] },
      ]);
      for (const query of queries) {
        const [a, b] = [kept.search(query), fresh.search(query)];
        expect([query, a.hits]).toEqual([query, b.hits]);
        expect([query, a.groups.map(({ kind, count }) => [kind, count])]).toEqual([
          query,
          b.groups.map(({ kind, count }) => [kind, count]),
        ]);
      }
    },
  );
});
