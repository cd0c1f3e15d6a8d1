// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { closeMirror, openMirror, openOutbox } from '@sync';
import { currentAccount, freshScope } from '@sync/mirror/mirror';
import { act, cleanup, configure, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Live } from '@/device/live/live';
import { useJournal, useJournalDocs } from '@/device/live/use-journal';
import { type LocalStores, localQuery, useLatest, useLive, useLiveObservable } from '@/device/live/use-live';
import { setIdentity, useSession } from '@/device/session/session-store';
import { catchUp, ownScopes } from '../../../helpers/scopes';

configure({ asyncUtilTimeout: 10_000 });
const maria = '00000000-0000-4000-8000-0000000000a1';
const ivan = '00000000-0000-4000-8000-0000000000a2';
const signIn = (uid: string) =>
  setIdentity({ uid, email: 'm@sloy.test', full_name: '', plan: 'pro', plan_checked_at: Date.now(), is_admin: false });
const keep = (uid: string, value: string) => openMirror(uid).meta.put({ key: 'word', value });

const read = vi.fn(async ({ mirror }: LocalStores) => String((await mirror.meta.get('word'))?.value ?? 'nothing'));
const wordQuery = localQuery('word', [], read, { remember: true });
const Word = () => <p>{useLive(wordQuery).data ?? 'reading'}</p>;

const titleQuery = localQuery(
  'title',
  ['plan'],
  async ({ mirror }, id: string) => (await mirror.meta.get(id))?.value ?? 'no row',
);

/** The states that the components have rendered, in order. */
const seen: string[] = [];
const note = ({ status, data, complete }: Live<unknown>) => `${status} ${data} ${complete ? 'complete' : 'incomplete'}`;

function Title({ id }: { id: string }) {
  const words = `${id}: ${note(useLive(titleQuery, id))}`;
  seen.push(words);
  return <p>{words}</p>;
}

beforeEach(async () => {
  read.mockClear();
  seen.length = 0;
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined); // RxDB prints an advertisement
  vi.spyOn(console, 'debug').mockImplementation(() => undefined); // Dexie reports the `pageshow` event
  await signIn(maria);
  await openMirror(maria).scopes.clear();
  await openMirror(maria).subscriptions.clear();
  await keep(maria, 'first');
});

afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  await setIdentity(null);
});

test('a screen that opens again renders its last result at once, and stays live', async () => {
  const { unmount } = render(<Word />);
  expect(screen.getByText('reading')).toBeTruthy();
  await screen.findByText('first');
  unmount();
  render(<Word />);
  expect(screen.getByText('first')).toBeTruthy();
  await keep(maria, 'second');
  expect(await screen.findByText('second')).toBeTruthy();
});

test('a query that is not remembered renders no earlier result', async () => {
  const freshQuery = localQuery('fresh word', [], read);
  const Fresh = () => <p>{useLive(freshQuery).data ?? 'reading'}</p>;
  const { unmount } = render(<Fresh />);
  await screen.findByText('first');
  unmount();
  render(<Fresh />);
  expect(screen.getByText('reading')).toBeTruthy();
  expect(await screen.findByText('first')).toBeTruthy();
});

test('in strict mode a query shows its result and later changes', async () => {
  render(
    <StrictMode>
      <Word />
    </StrictMode>,
  );
  await screen.findByText('first');
  await keep(maria, 'second');
  expect(await screen.findByText('second')).toBeTruthy();
});

/** The event of a page that returns from the back/forward cache; Dexie then runs every live query again. */
const restored = () => Object.assign(new Event('pageshow'), { persisted: true });
const returnToPage = () => act(() => window.dispatchEvent(restored()));

test('a page that returns from the back/forward cache reads again', async () => {
  render(<Word />);
  await screen.findByText('first');
  const before = read.mock.calls.length;
  await returnToPage();
  await vi.waitFor(() => expect(read.mock.calls.length).toBeGreaterThan(before));
  expect(screen.getByText('first')).toBeTruthy();
});

test('a mirror that is closed gives an error as a value, and the next read opens it again', async () => {
  render(<Title id="x" />);
  await screen.findByText('x: ready no row incomplete');
  openMirror(maria).close();
  await returnToPage();
  await screen.findByText('x: error undefined incomplete');
  closeMirror();
  await returnToPage();
  await screen.findByText('x: ready no row incomplete');
});

test('a query that runs again after a sign-out does not open the store of the account that left', async () => {
  render(<Word />);
  await screen.findByText('first');
  const calls = read.mock.calls.length;
  openMirror(ivan);
  // The query runs before React has rendered the sign-out.
  useSession.setState({ identity: null });
  window.dispatchEvent(restored());
  await screen.findByText('reading');
  expect(currentAccount()).toBe(ivan);
  expect(read.mock.calls.length).toBe(calls);
});

test('another account has its own results', async () => {
  render(<Word />);
  await screen.findByText('first');
  await act(() => signIn(ivan));
  expect(screen.getByText('reading')).toBeTruthy();
  expect(await screen.findByText('nothing')).toBeTruthy();
  await act(() => signIn(maria));
  expect(await screen.findByText('first')).toBeTruthy();
});

test('other arguments never show the result of the previous ones', async () => {
  await openMirror(maria).meta.bulkPut([
    { key: 'a', value: 'lesson a' },
    { key: 'b', value: 'lesson b' },
  ]);
  const { rerender } = render(<Title id="a" />);
  await screen.findByText('a: ready lesson a incomplete');
  rerender(<Title id="b" />);
  await screen.findByText('b: ready lesson b incomplete');
  expect(seen).toContain('b: loading undefined incomplete');
  expect(seen.filter((words) => words.startsWith('b:') && words.includes('lesson a'))).toEqual([]);
});

test('a growing list keeps its result while the longer one loads, and another list starts empty', async () => {
  const grown: string[] = [];
  const listQuery = localQuery(
    'list',
    [],
    ({ account }, group: string, count: number) => `${group}${count}${account.at(-1)}`,
  );
  function List({ group, count }: { group: string; count: number }) {
    const words = `${group}${count} ${useLatest(useLive(listQuery, group, count), group).data ?? 'empty'}`;
    grown.push(words);
    return <p>{words}</p>;
  }
  const { rerender } = render(<List group="a" count={1} />);
  await screen.findByText('a1 a11');
  rerender(<List group="a" count={2} />);
  await screen.findByText('a2 a21');
  rerender(<List group="b" count={1} />);
  await screen.findByText('b1 b11');
  expect(grown.filter((words) => words.startsWith('a2'))).not.toContain('a2 empty');
  expect(grown).toContain('b1 empty');
  expect(grown).not.toContain('b1 a21');
});

test('a result is complete only when every scope of the query has reached its head; the subscription decides the plan scopes', async () => {
  const mirror = openMirror(maria);
  render(<Title id="x" />);
  await screen.findByText('x: ready no row incomplete');
  await catchUp(mirror, 'plan:basic');
  // Without the subscription row, the device does not know which plan scopes the account follows.
  await expect(screen.findByText('x: ready no row complete', {}, { timeout: 200 })).rejects.toThrow();
  const now = '2026-11-20T10:00:00Z';
  await mirror.transaction('rw', mirror.scopes, mirror.subscriptions, async () => {
    await catchUp(mirror, ...ownScopes(maria));
    await mirror.subscriptions.put({
      id: maria,
      has_pro_plan: true,
      has_premium_plan: false,
      created_at: now,
      updated_at: now,
      _scope: `account:${maria}`,
      _seq: 1,
    } as never);
  });
  await screen.findByText('x: ready no row complete');
  await mirror.subscriptions.update(maria, { has_premium_plan: true });
  await screen.findByText('x: ready no row incomplete');
  await catchUp(mirror, 'plan:premium');
  await screen.findByText('x: ready no row complete');
});

test('no complete result lacks the rows of the last page', async () => {
  const mirror = openMirror(maria);
  await catchUp(mirror, ...ownScopes(maria));
  await mirror.scopes.update('public', { whole: false });
  const newsQuery = localQuery('news', ['public'], async ({ mirror: { meta } }) => (await meta.get('news'))?.value);
  const answers: string[] = [];
  function News() {
    const answer = note(useLive(newsQuery));
    answers.push(answer);
    return <p>{answer}</p>;
  }
  render(<News />);
  await screen.findByText('ready undefined incomplete');
  await mirror.transaction('rw', mirror.scopes, mirror.meta, async () => {
    await mirror.meta.put({ key: 'news', value: 'headline' });
    await mirror.scopes.put({ ...freshScope('public'), whole: true });
  });
  await screen.findByText('ready headline complete');
  expect(answers).not.toContain('ready undefined complete');
});

test('an unreadable store gives the fallback of the query, which is never complete', async () => {
  const error = new Error('The disk failed');
  const fails = () => {
    throw error;
  };
  const broken = localQuery('broken', [], fails);
  const list = localQuery('broken list', [], fails as () => string[], { fallback: [] });
  const answers: Live<unknown>[] = [];
  function Both() {
    answers.push(useLive(broken), useLive(list));
    return <p>{answers.at(-1)?.status}</p>;
  }
  render(<Both />);
  await screen.findByText('error');
  expect(answers.at(-2)).toEqual({ status: 'error', data: undefined, complete: false, error });
  expect(answers.at(-1)).toEqual({ status: 'error', data: [], complete: false, error });
});

test('journal documents may arrive after the mirror, and are complete with the journal scope', async () => {
  const Days = () => {
    const { status, data, complete } = useJournal('day');
    return <p>{`${status} ${data?.map(({ id }) => id).join()} ${complete}`}</p>;
  };
  render(<Days />);
  screen.getByText('loading undefined false');
  await screen.findByText('ready false');
  const outbox = await openOutbox(maria);
  await outbox.write('day', '2026-11-20', () => ({}));
  await screen.findByText('ready day/2026-11-20 false');
  await catchUp(openMirror(maria), ...ownScopes(maria));
  await screen.findByText('ready day/2026-11-20 true');
});

test('another kind never shows the documents of the previous one', async () => {
  const kinds: string[] = [];
  const Documents = ({ kind }: { kind: 'day' | 'view' }) => {
    const words = `${kind} ${useJournalDocs(kind)?.map(({ id }) => id) ?? 'loading'}`;
    kinds.push(words);
    return <p>{words}</p>;
  };
  const { rerender } = render(<Documents kind="day" />);
  await screen.findByText('day day/2026-11-20');
  rerender(<Documents kind="view" />);
  await screen.findByText('view');
  expect(kinds).toContain('view loading');
  expect(kinds).not.toContain('view day/2026-11-20');
});

test('own documents that cannot be read give an error', async () => {
  const failing = {
    subscribe(_: (value: unknown) => void, fail: (error: unknown) => void = () => undefined) {
      fail(new Error('The disk failed'));
      return { unsubscribe: () => undefined };
    },
  };
  const Broken = () => <p>{useLiveObservable('failing', () => failing).status}</p>;
  render(<Broken />);
  await screen.findByText('error');
});
