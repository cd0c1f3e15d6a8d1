import 'fake-indexeddb/auto';
import { closeMirror, openMirror } from '@sync';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSearch, type SearchSession } from '@/features/search/queries/search-session';
import { until } from '../../../../helpers/until';

const note = { id: 'note/1', video_id: 'first', text: 'Чист плот', position: 0 };
let session: SearchSession;
let accounts = 0;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  session.close();
  closeMirror();
  vi.unstubAllGlobals();
});

async function account() {
  const name = `session-${++accounts}`;
  const rows = { _scope: 'public', _seq: 1, id: 'basics', title: 'Основи на печата' };
  await openMirror(name).table('courses').put(rows);
  return name;
}
const titles = async (text: string) => {
  const { hits, groups } = await session.search(text);
  return [...hits, ...groups.flatMap((group) => group.hits)].map(({ title }) => title);
};

test('without workers the search runs on the page', async () => {
  session = openSearch(await account(), 'premium');
  await until(() => expect(session.revision.getState()).toBeGreaterThan(0));
  expect(await titles('печат')).toEqual(['Основи на печата']);
  expect(console.warn).toHaveBeenCalledOnce();
});

test('new notes change the revision, the same notes do not', async () => {
  session = openSearch(await account(), 'premium');
  await until(() => expect(session.revision.getState()).toBeGreaterThan(0));
  session.setNotes([note]);
  const revision = session.revision.getState();
  expect(await titles('плот')).toEqual(['Чист плот']);
  session.setNotes([{ ...note }]);
  expect(session.revision.getState()).toBe(revision);
  session.setNotes([{ ...note, text: 'Мръсен плот' }]);
  expect(session.revision.getState()).toBe(revision + 1);
  expect(await titles('плот')).toEqual(['Мръсен плот']);
});

test('when the worker dies, pending queries end and the page searches with the same notes', async () => {
  let fail = () => undefined as unknown;
  class DeadWorker {
    addEventListener(type: string, listener: () => unknown) {
      if (type === 'error') fail = listener;
    }
    postMessage() {}
    terminate() {}
  }
  vi.stubGlobal('Worker', DeadWorker);
  session = openSearch(await account(), 'premium');
  session.setNotes([note]);
  const pending = session.search('печат');
  fail();
  expect(await pending).toEqual({ hits: [], count: 0, groups: [], suggestions: [] });
  await until(() => expect(session.revision.getState()).toBeGreaterThan(0));
  expect(await titles('плот')).toEqual(['Чист плот']);
});
