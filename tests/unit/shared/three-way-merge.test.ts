import { expect, test } from 'vitest';
import { changedFields, mergeFields, valueAt, withTheirs } from '@/shared/three-way-merge';

const base = { title: 'Печат', level: 1, place: { x: 50, y: 50 } };

test('a field that only one side changed is merged without a question', () => {
  const merge = mergeFields(base, { ...base, title: 'Първи печат' }, { ...base, level: 2 });
  expect(merge).toEqual({
    fields: { title: 'Първи печат', level: 2, place: { x: 50, y: 50 } },
    conflicts: [],
    taken: ['level'],
  });
});

test('a field that both sides changed differently is a conflict and keeps mine', () => {
  const merge = mergeFields(base, { ...base, title: 'Мое' }, { ...base, title: 'Тяхно' });
  expect(merge.conflicts).toEqual(['title']);
  expect(merge.fields.title).toBe('Мое');
});

test('the same change on both sides is no conflict', () => {
  const place = { x: 10, y: 20 };
  expect(mergeFields(base, { ...base, place }, { ...base, place: { ...place } }).conflicts).toEqual([]);
});

test('a patch contains only differences', () => {
  expect(changedFields(base, { ...base, place: { x: 50, y: 51 } })).toEqual({ place: { x: 50, y: 51 } });
  expect(changedFields(base, { ...base, place: { x: 50, y: 50 } })).toEqual({});
});

const question = (id: string, text = id, right = 'o1') => ({
  id,
  text,
  points: 1,
  options: ['o1', 'o2', 'o3'].map((option) => ({ id: option, text: option, isCorrect: option === right })),
});
const quiz = (...questions: ReturnType<typeof question>[]) => ({ title: 'Тест', questions });
const old = quiz(question('a'), question('b'), question('c'));
const withText = (id: string, text: string) => ({
  ...old,
  questions: old.questions.map((one) => (one.id === id ? { ...one, text } : one)),
});

test('two administrators change different questions of one quiz: both changes stay', () => {
  const { fields, conflicts, taken } = mergeFields(old, withText('a', 'мое'), withText('b', 'тяхно'));
  expect(conflicts).toEqual([]);
  expect(taken).toEqual(['questions/b']);
  expect(fields.questions.map(({ text }) => text)).toEqual(['мое', 'тяхно', 'c']);
});

test('a question that both changed is the only conflict, and choosing theirs replaces it alone', () => {
  const mine = {
    ...withText('a', 'мое'),
    questions: withText('a', 'мое').questions.toSpliced(2, 1, question('c', 'мое c')),
  };
  const theirs = withText('a', 'тяхно');
  const { fields, conflicts } = mergeFields(old, mine, theirs);
  expect(conflicts).toEqual(['questions/a']);
  expect(valueAt(fields, 'questions/a')).toMatchObject([{ text: 'мое' }]);
  expect(valueAt(theirs, 'questions/a')).toMatchObject([{ text: 'тяхно' }]);
  expect(withTheirs(fields, theirs, 'questions/a').questions.map(({ text }) => text)).toEqual(['тяхно', 'b', 'мое c']);
});

test('the text and an answer of one question are merged; two different right answers are a conflict', () => {
  const mine = withText('a', 'мое');
  const answers = question('a');
  answers.options = answers.options.map((one) => (one.id === 'o2' ? { ...one, text: 'друг отговор' } : one));
  const merged = mergeFields(old, mine, quiz(answers, question('b'), question('c')));
  expect(merged.conflicts).toEqual([]);
  expect(merged.fields.questions[0]).toMatchObject({ text: 'мое', options: [{}, { text: 'друг отговор' }, {}] });
  const right = (id: string) => quiz(question('a', 'a', id), question('b'), question('c'));
  expect(mergeFields(old, right('o2'), right('o3')).conflicts).toEqual(['questions/a']);
});

test('questions that each side added, removed and moved end up in one list', () => {
  const mine = quiz(question('a'), question('new-mine'), question('b'), question('c'));
  const theirs = quiz(question('c'), question('a'), question('new-theirs'));
  const { fields, conflicts } = mergeFields(old, mine, theirs);
  expect(conflicts).toEqual([]);
  expect(fields.questions.map(({ id }) => id)).toEqual(['c', 'a', 'new-mine', 'new-theirs']);
});

test('a question that one side removed and the other changed is a conflict with either outcome', () => {
  const without = quiz(question('a'), question('c'));
  const changed = withText('b', 'тяхно');
  const merge = mergeFields(old, without, changed);
  expect(merge.conflicts).toEqual(['questions/b']);
  expect(merge.fields.questions.map(({ id }) => id)).toEqual(['a', 'c']);
  expect(withTheirs(merge.fields, changed, 'questions/b').questions.map(({ text }) => text)).toEqual([
    'a',
    'тяхно',
    'c',
  ]);
  const other = mergeFields(old, changed, without);
  expect(other.conflicts).toEqual(['questions/b']);
  expect(withTheirs(other.fields, without, 'questions/b').questions.map(({ id }) => id)).toEqual(['a', 'c']);
});

test('chapters are merged one by one', () => {
  const vtt = (...chapters: string[]) => ({
    chapters: ['WEBVTT', ...chapters.map((title, at) => `00:${at}0.000 --> 00:${at + 1}0.000\n${title}`)].join('\n\n'),
  });
  const merge = mergeFields(vtt('едно', 'две', 'три'), vtt('мое', 'две', 'три'), vtt('едно', 'две', 'тяхно', 'четири'));
  expect(merge).toMatchObject({ fields: vtt('мое', 'две', 'тяхно', 'четири'), conflicts: [] });
  const clash = mergeFields(vtt('едно', 'две'), vtt('мое', 'две'), vtt('тяхно', 'две'));
  expect(clash.conflicts).toEqual(['chapters/00:00.000']);
  expect(withTheirs(clash.fields, vtt('тяхно', 'две'), 'chapters/00:00.000')).toEqual(vtt('тяхно', 'две'));
});
