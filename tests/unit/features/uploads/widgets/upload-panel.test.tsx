// @vitest-environment happy-dom

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { reportPrepared, useLiveUploads } from '@/features/uploads/mutations/live-uploads';
import { UploadPanel } from '@/features/uploads/widgets/upload-panel';
import { doubtWords } from '@/features/uploads/widgets/video-file';
import { answer, startConsole } from '../../console/console-backend';

// The head of the queue says what the rows say. A project's own limit is named when a file is chosen and when the server has rejected it.

const rows = vi.hoisted(() => ({ now: [] as object[] }));
const row = { title: 'Урок', fileName: 'urok.mp4', sent: 0, size: 1_000, state: 'sending', failure: null, detail: '' };
vi.mock('@/features/uploads/queries/use-uploads', () => ({
  useUploads: () => rows.now,
}));
vi.mock('@/device/service/requests', async () => ({
  backendClient: (await import('../../console/console-backend')).backendClient,
}));
// happy-dom has no private files, from which the queue would send.
vi.mock('@/features/uploads/mutations/upload-service', () => ({
  followUploads: () => () => undefined,
  onUploadDone: () => () => undefined,
}));

const MB = 1024 * 1024;
const raise = 'Границата се променя в настройките на хранилището (в Supabase: Storage, Settings).';

/** A storage like that of a Supabase project: a limit (bytes) of its own, which it may not say, and one of the bucket. @returns what it was asked */
async function storageWith({ own, bucket }: { own?: number; bucket: number }): Promise<(string | undefined)[]> {
  const asked: (string | undefined)[] = [];
  startConsole();
  answer('GET storage/v1/bucket/videos', { file_size_limit: bucket });
  const http = createServer(({ method }, response) => {
    response.writeHead(204, {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': 'OPTIONS',
      'Access-Control-Allow-Headers': 'Tus-Resumable',
      'Access-Control-Expose-Headers': 'Tus-Max-Size',
      ...(own ? { 'Tus-Max-Size': String(own) } : {}),
    });
    response.end();
    asked.push(method);
  });
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  vi.stubEnv('VITE_SUPABASE_URL', `http://127.0.0.1:${(http.address() as AddressInfo).port}`);
  vi.stubEnv('VITE_SUPABASE_KEY', 'key');
  onTestFinished(() => {
    http.close();
    vi.unstubAllEnvs();
  });
  return asked;
}

test.each([
  ['of the project', { own: 50 * MB, bucket: 500 * MB }, ' (50,00 MB)'],
  ['of the bucket', { bucket: 60 * MB }, ' (60,00 MB)'],
  ['that the server does not say', { bucket: 500 * MB }, ''],
])('a rejected upload names the limit %s, and where it is changed', async (_, limits, words) => {
  const asked = await storageWith(limits);
  rows.now = [{ ...row, id: 'a', size: 80 * MB, state: 'failed', failure: 'too-large' }];
  render(<UploadPanel />);
  await vi.waitFor(() => expect(asked).toContain('OPTIONS'));
  await screen.findByText(`Файлът е по-голям, отколкото сървърът приема${words}. ${raise}`);
});

test('a chosen file over the limit of the project is named before its upload', async () => {
  await storageWith({ own: 50 * MB, bucket: 500 * MB });
  const sized = (size: number) => Object.defineProperty(new File([], 'a.mp4'), 'size', { value: size });
  expect(await doubtWords(sized(50 * MB))).toBeUndefined();
  expect(await doubtWords(sized(50 * MB + 1))).toBe(
    `Файлът е 50,01\u00a0MB, а сървърът приема до 50,00\u00a0MB. ${raise}`,
  );
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test.each([
  [true, '2 от 2 се качват', 'Качва се, 0 %'],
  [false, 'Чака мрежата', 'Чака мрежата, 0 %'],
])('with a network (%s) the queue says „%s“', (online, head, state) => {
  rows.now = [
    { ...row, id: 'a' },
    { ...row, id: 'b' },
  ];
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  render(<UploadPanel />);
  expect(screen.getByRole('heading').textContent).toBe(`Качвания ${head}`);
  expect(screen.getAllByText((words) => words.startsWith(state))).toHaveLength(2);
});

test('the bar never falls: the preparation has its own figure, and an older row does not turn it back', () => {
  const preparing = { ...row, id: 'a', state: 'preparing' };
  const live = (sent: number) => useLiveUploads.setState({ byId: { a: { sent, left: null } } });
  rows.now = [preparing];
  const { rerender } = render(<UploadPanel />);
  const shown = (state: object) => {
    rows.now = [{ ...preparing, ...state }];
    rerender(<UploadPanel />);
    return [
      Number(screen.getByRole('progressbar').getAttribute('aria-valuenow')),
      screen.getByRole('listitem').textContent?.match(/[0-9]+ %/)?.[0],
    ];
  };
  act(() => reportPrepared('a', 1));
  const seen = [shown({}), shown({ state: 'sending' })];
  act(() => live(300));
  // The row in the database is behind the live figure, and later ahead of it.
  seen.push(shown({ state: 'sending', sent: 240 }), shown({ state: 'sending', sent: 760 }));
  seen.push(shown({ state: 'storing', sent: 760 }));
  expect(seen).toEqual([
    [0, '100 %'],
    [0, '0 %'],
    [30, '30 %'],
    [76, '76 %'],
    [100, undefined],
  ]);
});
