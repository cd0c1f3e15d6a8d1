// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '@/device/session/session-store';
import type { Comment } from '@/features/comments/rules';
import { CommentList } from '@/features/lesson/discussion/comments/comment-list';

/** The lesson, the number of its comments, the height of each comment (px; the list expects the same) and of the scrolling box (px). */
const [LESSON, COMMENTS, ROW_PX, BOX_PX] = ['d0000000-0000-4000-8000-000000000001', 2_000, 150, 600];

/** happy-dom has no layout: each row is `ROW_PX` high. */
beforeEach(() => {
  const identity = { uid: '11111111-2222-4333-8444-0000000000d3', email: 'maria@sloy.test', full_name: 'Мария' };
  useSession.setState({ identity: { ...identity, plan: 'pro', plan_checked_at: 1, is_admin: false } });
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(BOX_PX);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(ROW_PX);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const comment = (n: number): Comment => ({
  id: `comment-${n}`,
  author: 'Иван',
  avatar: null,
  content: `Въпрос ${n}`,
  created_at: Date.UTC(2026, 10, 1) - n * 60_000,
  mine: false,
  status: 'sent',
  rejection: undefined,
  position: null,
  parent: null,
  isTeacher: false,
});
const commentsOf = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => comment(from + index));

const List = ({ comments, total = comments.length }: { comments: Comment[]; total?: number }) => (
  <MemoryRouter>
    <CommentList
      videoId={LESSON}
      comments={{ comments, total, whole: true, failed: false }}
      video={null}
      closed={undefined}
      onMore={() => undefined}
    />
  </MemoryRouter>
);

function scrollTo(y: number) {
  const box = screen.getByRole('region', { name: 'Списък с коментари' });
  act(() => {
    box.scrollTo(0, y);
    box.dispatchEvent(new Event('scroll'));
  });
}

const rowOf = (n: number) => {
  const row = document.querySelector<HTMLElement>(`[data-row="comment-${n}"]`);
  if (!row) throw new Error(`comment ${n} is not in the document`);
  return within(row);
};

test('only the comments near the visible ones are in the document, and each reports its position', () => {
  render(<List comments={commentsOf(1, COMMENTS)} />);
  for (const first of [1, 1_000, COMMENTS - 3]) {
    scrollTo((first - 1) * ROW_PX);
    for (let n = first; n < first + BOX_PX / ROW_PX; n++) expect(rowOf(n).getByText(`Въпрос ${n}`)).toBeTruthy();
    expect(screen.getAllByRole('listitem').length).toBeLessThan(50);
  }
  const last = screen.getAllByRole('listitem').at(-1);
  expect(last?.getAttribute('aria-posinset')).toBe(String(COMMENTS));
  expect(last?.getAttribute('aria-setsize')).toBe(String(COMMENTS));
});

test('the number of comments is unknown to screen readers while older comments are not read', () => {
  render(<List comments={commentsOf(1, 200)} total={COMMENTS} />);
  expect(screen.getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('-1');
  expect(screen.getByRole('button', { name: 'Покажете още' })).toBeTruthy();
});

test('an open reply keeps its text while the reader scrolls away, and when a new comment arrives', async () => {
  const { rerender } = render(<List comments={commentsOf(1, COMMENTS)} />);
  await userEvent.click(rowOf(3).getByRole('button', { name: 'Отговорете' }));
  const field = rowOf(3).getByRole<HTMLTextAreaElement>('textbox', { name: 'Отговор на Иван' });
  await userEvent.type(field, 'Пробвайте');
  act(() => field.blur());
  // The focus in another row, far away, must not remove the reply either.
  scrollTo(1_000 * ROW_PX);
  act(() => rowOf(1_001).getByRole('button', { name: 'Отговорете' }).focus());
  scrollTo(1_500 * ROW_PX);
  rerender(<List comments={commentsOf(0, COMMENTS)} />);
  expect(field.isConnected).toBe(true);
  scrollTo(0);
  expect(rowOf(3).getByRole<HTMLTextAreaElement>('textbox').value).toBe('Пробвайте');
  await userEvent.click(rowOf(3).getByRole('button', { name: 'Отказ' }));
  expect(document.activeElement).toBe(rowOf(3).getByRole('button', { name: 'Отговорете' }));
  scrollTo(1_500 * ROW_PX);
  scrollTo(1_900 * ROW_PX);
  expect(screen.getAllByRole('listitem').length).toBeLessThan(60);
});
