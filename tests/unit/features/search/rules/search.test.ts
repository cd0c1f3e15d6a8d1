import { expect, test } from 'vitest';
import { isFindable, type SearchRows } from '@/features/search/queries/documents';
import { SearchIndex } from '@/features/search/queries/search-index';
import { readingsOf } from '@/features/search/rules/readings';
import { soundOf, toLatin } from '@/features/search/rules/search-text';

type Course = SearchRows['courses'];
type Video = SearchRows['videos'];

const course = (id: string, title: string, more: Partial<Course> = {}): Course => ({
  id,
  title,
  description: null,
  category: null,
  instructor: null,
  ...more,
});
let position = 0;
const video = (id: string, course_id: string, title: string): Video => ({
  id,
  course_id,
  title,
  order_position: position++,
});

function indexOf(courses: Course[], videos: Video[], descriptions: [id: string, description: string][] = []) {
  const lessons = descriptions.map(([id, description]) => ({ id, description, captions: null, resources: [] }));
  const none = { tests: [], news: [], news_bodies: [], events: [], notes: [] };
  return new SearchIndex({ ...none, courses, lessons, videos }, 'premium');
}

const courses = [
  course('basics', 'Основи на 3D печата', {
    category: 'Печат',
    instructor: 'Мария Стоянова',
    description: 'Как се ражда слоят.',
  }),
  course('calibration', 'Калибриране без догадки', { category: 'Калибриране', instructor: 'Георги Илиев' }),
  course('parts', 'Функционални детайли', { description: 'Хлабини и сглобки.' }),
  course('blender', 'Blender за начинаещи'),
];
const videos = [
  video('layer', 'basics', 'Какво е слой'),
  video('first', 'basics', 'Първият слой'),
  video('heat', 'calibration', 'Температура и ретракция'),
  video('gears', 'parts', 'Зъбни колела'),
];
const index = indexOf(courses, videos, [['first', 'Залепване към плота.']]);
const find = (text: string) =>
  index.search(text).hits.map(({ id, match, score }) => [id, match, Math.round(score * 100)] as const);

test('the scores match the specification', () => {
  expect(find('слой')).toEqual([
    ['layer', 'exact', 100],
    ['first', 'exact', 100],
    ['basics', 'partial', 60],
  ]);
  expect(find('Стоянова')).toEqual([['basics', 'partial', 50]]);
  expect(find('залепване')).toEqual([['first', 'partial', 66]]);
  expect(find('калибрирнае')).toEqual([['calibration', 'similar', 74]]);
  expect(find('първият урок')).toEqual([['first', 'partial', 55]]);
  expect(find('pe4ata')).toEqual([['basics', 'sound', 40]]);
  expect(find('')).toEqual([]);
  expect(find('   ?! ')).toEqual([]);
  expect(find('банан')).toEqual([]);
});

test.each([
  ['pechata', 'basics'],
  ['3d печата', 'basics'],
  ['блендер', 'blender'],
  ['ретракция температура', 'heat'],
  ['zabni kolela', 'gears'],
  ['zubni kulela', 'gears'],
  ['PARVIQT sloi', 'first'],
])('%s finds %s first', (text, id) => {
  expect(find(text)[0]?.[0]).toBe(id);
});

test('the query is highlighted in the title, in any alphabet', () => {
  const marked = (text: string) => {
    const [hit] = index.search(text).hits;
    return hit?.highlights.map(([from, to]) => hit.title.slice(from, to));
  };
  expect(marked('ЗЪБНИ')).toEqual(['Зъбни']);
  expect(marked('zabni kolela')).toEqual(['Зъбни', 'колела']);
  expect(marked('калибрирнае')).toEqual(['Калибриране']);
  expect(marked('pe4ata')).toEqual(['печата']);
});

test('unknown words get at most five suggestions, and none below two letters', () => {
  const meant = (text: string) => index.search(text).suggestions;
  expect(meant('зъпни кулела')[0]).toBe('зъбни колела');
  expect(meant('pe4ata')[0]).toBe('печата');
  expect(meant('слой')).toEqual([]);
  expect(meant('ъ')).toEqual([]);
  for (const text of ['детаили', 'слои', 'калибр', 'фанкции']) expect(meant(text).length).toBeLessThanOrEqual(5);
});

test.each([
  // In order: a wrong letter, a missing letter, an extra letter, two swapped letters, a word in Latin letters, and a wrong letter that is
  // transliterated with two Latin letters (ж = zh).
  ['сшой', 'слой'],
  ['слй', 'слой'],
  ['слоий', 'слой'],
  ['солй', 'слой'],
  ['sloq', 'слой'],
  ['жъбни', 'зъбни'],
])('the short word %s suggests %s', (typed, meant) => {
  expect(index.search(typed).suggestions).toContain(meant);
});

test('stress marks and decomposed letters in a title do not hide it, and the highlight covers them', () => {
  const marked = indexOf([course('c01', 'Печа\u0301т със сла\u0438\u0306сер')], []);
  for (const text of ['печат', 'слайсер', 'slayser', 'печа\u0301т', 'slicer']) {
    const [hit] = marked.search(text).hits;
    expect(hit?.match, text).toBe('exact');
  }
  const [hit] = marked.search('печат').hits;
  expect(hit?.highlights.map(([from, to]) => hit.title.slice(from, to))).toEqual(['Печа\u0301т']);
});

test.each([
  ['ygyl', ['agal']],
  ['gyrba', ['garba']],
  ['jylt', ['zhalt']],
  ['kalibracia', ['kalibratsiya']],
  ['slicer', ['slayser']],
  [toLatin('фюжън'), ['fusion']],
  [toLatin('солидуъркс'), ['solidworks']],
])('%s may be read as %j', (typed, readings) => {
  expect(readingsOf(typed)).toEqual(expect.arrayContaining(readings));
});

test('a word that is in the catalog is not read otherwise', () => {
  const both = indexOf([course('c01', 'Кула от пясък'), course('c02', 'Кала и глина')], []);
  expect(both.search('kula').hits.map(({ id, match }) => [id, match])[0]).toEqual(['c01', 'exact']);
  expect(both.search('kala').hits.map(({ id, match }) => [id, match])[0]).toEqual(['c02', 'exact']);
});

test('suggestions offer only other words than the query', () => {
  const one = indexOf([course('c01', 'Печат без грешки'), course('c02', 'Печат и грешка')], []);
  for (const text of ['печат грршки', 'печта', 'pechta', 'Грешките', 'печат'])
    for (const words of one.search(text).suggestions) expect(toLatin(words), text).not.toBe(toLatin(text));
  expect(one.search('грршки').suggestions).toContain('грешки');
});

test('demonstration and sample content is never found', () => {
  for (const unfit of [
    course('c01', 'Demo course'),
    course('c01', 'CSS Fundamentals'),
    course('c01', 'Печат', { category: 'sample' }),
    course('c01', 'Печат', { description: 'A JavaScript Basics course' }),
    course('c1', 'Печат'),
    course('c01', '  '),
  ])
    expect(isFindable(unfit), unfit.title).toBe(false);
  expect(isFindable(course('c01', 'Тестове за принтера'))).toBe(true);
  const found = indexOf(courses, [video('s', 'basics', 'Sample video'), video('t', 'gone', 'Тайна')]);
  expect(found.search('sample').hits).toEqual([]);
  expect(found.search('тайна').hits).toEqual([]);
});

test('words match the usual Latin spellings of Bulgarian', () => {
  expect(toLatin('Щъркел, Юни')).toBe('shtarkel, yuni');
  expect(toLatin('Щъркел,  Юни\nи „юли“')).toBe('shtarkel,  yuni\ni „yuli“');
  for (const [a, b] of [
    ['град', 'grat'],
    ['шапка', '6apka'],
    ['час', '4as'],
    ['яма', 'qma'],
    ['вода', 'woda'],
    ['ъгъл', 'агал'],
    ['ум', 'ом'],
  ] as const)
    expect([a, soundOf(toLatin(a))]).toEqual([a, soundOf(toLatin(b))]);
  expect(soundOf('3d')).toBe('3t');
});

test('a large catalog is searched without delay', () => {
  const many = Array.from({ length: 2_000 }, (_, n) =>
    video(`v${n}`, 'basics', `Урок ${n} за слоеве, дюзи и материали ${n % 90}`),
  );
  const { hits, count } = indexOf(courses, many).search('дюзи');
  expect(count).toBe(2_000);
  expect(hits).toHaveLength(50);
  expect(hits.every(({ highlights }) => highlights.length === 1)).toBe(true);
});
