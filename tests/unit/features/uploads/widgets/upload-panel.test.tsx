// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { UploadPanel } from '@/features/uploads/widgets/upload-panel';

// The head of the queue says what the rows say.

const row = { title: 'Урок', fileName: 'urok.mp4', sent: 0, size: 1_000, state: 'sending', failure: null, detail: '' };
vi.mock('@/features/uploads/queries/use-uploads', () => ({
  useUploads: () => [
    { ...row, id: 'a' },
    { ...row, id: 'b' },
  ],
}));
// happy-dom has no private files, from which the queue would send.
vi.mock('@/features/uploads/mutations/upload-service', () => ({
  followUploads: () => () => undefined,
  onUploadDone: () => () => undefined,
}));

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test.each([
  [true, '2 от 2 се качват', 'Качва се, 0 %'],
  [false, 'Чака мрежата', 'Чака мрежата, 0 %'],
])('with a network (%s) the queue says „%s“', (online, head, state) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  render(<UploadPanel />);
  expect(screen.getByRole('heading').textContent).toBe(`Качвания ${head}`);
  expect(screen.getAllByText((words) => words.startsWith(state))).toHaveLength(2);
});
