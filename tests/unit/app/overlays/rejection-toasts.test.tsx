// @vitest-environment happy-dom

import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RejectionToasts } from '@/app/overlays/rejection-toasts';
import { useRejectedDocs } from '@/device/sync/queries';
import { type Toast, toastsReady } from '@/ui/toast';

vi.mock('@/device/sync/queries', () => ({ useRejectedDocs: vi.fn() }));

type Rejections = NonNullable<ReturnType<typeof useRejectedDocs>>;

let shown: Toast[] = [];

beforeEach(() => {
  shown = [];
  toastsReady((toast) => shown.push(toast));
});
afterEach(cleanup);

function comment(rejected_at: number, at = 1_000): Rejections[number] {
  const data = { video_id: 'lesson', content: 'Каква дюза?', created_at: at, deleted: false };
  const sent = { id: 'comment/1', kind: 'comment' as const, at, active_on: '2026-11-26', rev: 0, data };
  const rejection = { code: 'forbidden', message: '', rejected_at };
  return { id: sent.id, kind: sent.kind, ...rejection, doc: { ...sent, ...rejection, state: 'rejected', queued: 1 } };
}

test('a document that the page and the service worker both sent is announced once, and again after another attempt', () => {
  const listed = (...entries: Rejections) => vi.mocked(useRejectedDocs).mockReturnValue(entries);
  listed();
  const { rerender } = render(<RejectionToasts />);
  const steps: [Rejections, number][] = [
    [[comment(5_000)], 1],
    [[comment(5_020)], 1],
    [[], 1],
    [[comment(9_000)], 2],
    [[comment(9_500, 9_400)], 3],
  ];
  for (const [entries, count] of steps) {
    listed(...entries);
    rerender(<RejectionToasts />);
    expect(shown).toHaveLength(count);
  }
});
