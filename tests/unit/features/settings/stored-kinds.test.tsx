// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useSession } from '@/device/session/session-store';
import { StoredKinds } from '@/features/settings/device/stored-kinds';
import type { DownloadedVideo } from '@/shared/downloads';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const MEGABYTE = 1024 * 1024;

/** Renders the report of a browser whose answer to `persisted()` is `persisted`; undefined if it cannot answer. */
function show(persisted: boolean | undefined, rows: Partial<DownloadedVideo>[] = []) {
  const estimate = async () => ({ usage: 10 * MEGABYTE, quota: 100 * MEGABYTE });
  const storage = { estimate, ...(persisted === undefined ? {} : { persisted: async () => persisted }) };
  vi.stubGlobal('navigator', { ...navigator, storage });
  useSession.setState({ identity: { uid: `learner ${persisted} ${rows.length}` } as never });
  render(<StoredKinds rows={rows as DownloadedVideo[]} />);
}

test.each([
  [true, 'Браузърът пази записаното'],
  [false, 'Браузърът може да изтрие записаното'],
  [undefined, 'Този браузър не казва дали пази записаното'],
])('says whether the browser keeps the data: %s', async (persisted, words) => {
  show(persisted);
  expect(await screen.findByText(new RegExp(words))).toBeDefined();
});

test('an incomplete download counts with the bytes that are stored, not with the size of its file', async () => {
  const [fileSize, received] = [32 * MEGABYTE, 8 * MEGABYTE];
  show(true, [
    { status: 'downloading', received, fileSize },
    { status: 'completed', received: fileSize, fileSize },
  ]);
  const kind = await screen.findByText('Свалени уроци');
  expect(kind.parentElement?.textContent?.replace('\u00a0', ' ')).toBe('Свалени уроци40,00 MB');
});
