// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { openMirror } from '@sync';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AccountQuery, readAhead, useAccountQuery } from '@/data/session/account-query';
import { setIdentity } from '@/data/session/session-store';

// One reading for all who ask the same, begun before them, and never anybody else's.

const maria = '00000000-0000-4000-8000-0000000000a1';
const ivan = '00000000-0000-4000-8000-0000000000a2';
const signIn = (uid: string) =>
  setIdentity({ uid, email: 'm@sloy.test', full_name: '', plan: 'pro', plan_checked_at: Date.now(), is_admin: false });
const keep = (uid: string, value: string) => openMirror(uid).meta.put({ key: 'word', value });
const read = vi.fn(async (account: string) => String((await openMirror(account).meta.get('word'))?.value ?? 'nothing'));
const wordQuery: AccountQuery<[], string> = { name: 'word', read };
const Word = () => <p>{useAccountQuery(wordQuery) ?? 'reading'}</p>;

beforeEach(async () => {
  read.mockClear();
  await signIn(maria);
  await keep(maria, 'first');
});

afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  await setIdentity(null);
});

test('what was read ahead is in the first render, is read once for all, and stays live', async () => {
  await readAhead(wordQuery);
  render(
    <>
      <Word />
      <Word />
    </>,
  );
  expect(screen.getAllByText('first')).toHaveLength(2);
  expect(read).toHaveBeenCalledTimes(1);
  await keep(maria, 'second');
  expect(await screen.findAllByText('second')).toHaveLength(2);
});

test('what was read ahead stays live for the screen that took it, however long it stands', async () => {
  await readAhead(wordQuery);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await readAhead(wordQuery);
  await readAhead(wordQuery);
  render(<Word />);
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  await keep(maria, 'third');
  expect(await screen.findByText('third')).toBeTruthy();
});

test('another account has its own answers', async () => {
  await readAhead(wordQuery);
  await signIn(ivan);
  render(<Word />);
  expect(screen.getByText('reading')).toBeTruthy();
  expect(await screen.findByText('nothing')).toBeTruthy();
  await signIn(maria);
  expect(await screen.findByText('first')).toBeTruthy();
});
