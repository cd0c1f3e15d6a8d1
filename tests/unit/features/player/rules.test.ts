import { expect, test } from 'vitest';
import { type Comment, threadsOf } from '@/features/comments/rules';
import { filterTimeline, marksOf, type TimelineKind, timelineOf } from '@/features/player/rules';

// The timeline of a lesson sorts its items by time, finds items by words, and merges marks that would overlap.

const comment = (id: string, change: Partial<Comment> = {}): Comment => ({
  id,
  author: 'Ралица',
  avatar: null,
  content: 'А при PETG разликата толкова голяма ли е?',
  created_at: 1,
  mine: false,
  status: 'sent',
  rejection: undefined,
  position: 19_000,
  parent: null,
  isTeacher: false,
  ...change,
});

const answer = comment('b', { author: 'Георги', content: 'Да, наклонът стига 67°.', parent: 'a', created_at: 2 });
const sources = {
  chapters: [
    { start: 14, text: 'Посока на слоевете' },
    { start: 25, text: 'Какво виси' },
  ],
  captions: [
    { start: 14, text: 'затова силата не бива да ги раздалечава.' },
    { start: 28, text: 'Чак сега вижте какво виси' },
  ],
  notes: [{ id: 'n', text: 'Разстояние = един слой', position: 44_000, at: 3, waiting: true, earlier: [] }],
  threads: threadsOf([answer, comment('a'), comment('c', { position: null })]),
};
const items = timelineOf(sources);
const all = new Set<TimelineKind>(['chapter', 'caption', 'note', 'comment']);
const keys = (found: readonly { key: string }[]) => found.map(({ key }) => key);

test('all items with a position are in one list by time, a chapter before its first line', () => {
  expect(keys(items)).toEqual(['chapter 0', 'caption 0', 'comment a', 'chapter 1', 'caption 1', 'note n']);
  expect(items[2]?.replies).toEqual([answer]);
  expect(items[5]).toMatchObject({ at: 44, waiting: true });
});

test('a search finds every word in any order, also in replies and names; filters hide kinds', () => {
  expect(keys(filterTimeline(items, all, 'виси ВИЖТЕ'))).toEqual(['caption 1']);
  expect(keys(filterTimeline(items, all, 'наклонът георги'))).toEqual(['comment a']);
  expect(keys(filterTimeline(items, all, 'naklonat Georgi'))).toEqual(['comment a']);
  expect(keys(filterTimeline(items, new Set(['note', 'chapter']), ''))).toEqual(['chapter 0', 'chapter 1', 'note n']);
  expect(filterTimeline(items, all, 'няма такова')).toEqual([]);
});

test('marks closer than the gap become one that keeps all of its items', () => {
  expect(marksOf(items, 5).map(({ at, items: own }) => [at, own.length])).toEqual([
    [19, 1],
    [44, 1],
  ]);
  expect(marksOf(items, 30).map(({ at, items: own }) => [at, own.length])).toEqual([[19, 2]]);
});

test('a reply whose comment was deleted becomes a comment', () => {
  expect(threadsOf([answer]).map(({ comment: { id }, replies }) => [id, replies.length])).toEqual([['b', 0]]);
});
