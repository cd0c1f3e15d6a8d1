import 'fake-indexeddb/auto';
import { closeMirror, type MirrorDb, openMirror } from '@sync';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSearchService, type FromSearch, type SearchService } from '@/features/search/queries/search-service';
import { until } from '../../../../helpers/until';

let service: SearchService;
let mirror: MirrorDb;
let changes: number;
let found: Extract<FromSearch, { type: 'found' }>[];
let accounts = 0;

beforeEach(() => {
  changes = 0;
  found = [];
  service = createSearchService((message) => {
    if (message.type === 'changed') changes++;
    else found.push(message);
  });
});
afterEach(() => {
  service.close();
  closeMirror();
});

const put = (kind: 'courses' | 'videos', row: object) => mirror.table(kind).put({ _scope: 'public', _seq: 1, ...row });
const course = { id: 'basics', title: 'Основи на печата' };
const video = { id: 'first', course_id: 'basics', title: 'Първият слой', order_position: 1 };

async function open() {
  const account = `learner-${++accounts}`;
  mirror = openMirror(account);
  await put('courses', course);
  await put('videos', video);
  service.receive({ type: 'open', account, plan: 'premium' });
  await until(() => expect(changes).toBeGreaterThan(0));
}
const changed = async (write: () => Promise<unknown>) => {
  const before = changes;
  await write();
  await until(() => expect(changes).toBeGreaterThan(before));
};
function titles(text: string): string[] {
  service.receive({ type: 'search', query: found.length, text });
  const { hits, groups } = found.at(-1)?.found ?? { hits: [], groups: [] };
  return [...hits, ...groups.flatMap((group) => group.hits)].map(({ title }) => title);
}

test('the stored rows are found, and so is every change of them', async () => {
  await open();
  expect(titles('слой')).toEqual(['Първият слой']);
  await changed(() => put('videos', { ...video, title: 'Вторият слой' }));
  expect(titles('слой')).toEqual(['Вторият слой']);
  await changed(() => put('courses', { ...course, title: 'Начало' }));
  service.receive({ type: 'search', query: 7, text: 'слой' });
  expect(found.at(-1)).toMatchObject({ query: 7, found: { hits: [{ id: 'first', context: 'Начало' }] } });
  await changed(() => mirror.courses.clear());
  expect(titles('слой')).toEqual([]);
});

test('notes are found, and reported once the rows are read', async () => {
  service.receive({ type: 'notes', notes: [{ id: 'note/1', video_id: 'first', text: 'Чист плот', position: 0 }] });
  expect(changes).toBe(0);
  await open();
  expect(titles('плот')).toEqual(['Чист плот']);
  await changed(async () => service.receive({ type: 'notes', notes: [] }));
  expect(titles('плот')).toEqual([]);
});

test('a closed service reads no further changes', async () => {
  await open();
  service.close();
  const before = changes;
  await put('videos', { ...video, title: 'Вторият слой' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(changes).toBe(before);
});

test('if the rows cannot be read, notes are still found', async () => {
  const report = vi.spyOn(console, 'error').mockReturnValue();
  const account = `learner-${++accounts}`;
  mirror = openMirror(account);
  vi.spyOn(mirror.courses, 'toArray').mockRejectedValue(new Error('the disk is full'));
  service.receive({ type: 'open', account, plan: 'premium' });
  service.receive({ type: 'notes', notes: [{ id: 'note/1', video_id: 'first', text: 'Чист плот', position: 0 }] });
  await until(() => expect(changes).toBeGreaterThan(0));
  expect(report).toHaveBeenCalledOnce();
  expect(titles('плот')).toEqual(['Чист плот']);
});
