// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { openMirror } from '@sync';
import { cleanup, configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { useSession } from '@/device/session/session-store';
import { CommentForm } from '@/features/lesson/discussion/comments/comment-form';
import { NoteForm } from '@/features/lesson/discussion/notes/note-form';

configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);

const [LESSON, OTHER] = ['d0000000-0000-4000-8000-000000000001', 'd0000000-0000-4000-8000-000000000002'];
const signIn = (uid: string) => {
  useSession.setState({
    identity: { uid, email: 'maria@sloy.test', full_name: 'Мария', plan: 'pro', plan_checked_at: 1, is_admin: false },
  });
  openMirror(uid);
};
const MARIA = '11111111-2222-4333-8444-0000000000d1';
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox');

test.each([
  ['comment', (id: string) => <CommentForm videoId={id} closed={undefined} video={null} />, 'Публикувайте'],
  ['note', (id: string) => <NoteForm videoId={id} video={null} />, 'Запишете'],
] as const)('a half-written %s survives a reload, for its lesson and account alone', async (_, form, send) => {
  const open = (element: ReactNode) => {
    cleanup();
    render(<MemoryRouter>{element}</MemoryRouter>);
  };
  signIn(MARIA);
  open(form(LESSON));
  await userEvent.type(field(), 'Каква дюза');
  // A new mount has only the data that the device stores, as after a reload.
  open(form(LESSON));
  expect(field().value).toBe('Каква дюза');
  open(form(OTHER));
  expect(field().value).toBe('');
  signIn('11111111-2222-4333-8444-0000000000d2');
  open(form(LESSON));
  expect(field().value).toBe('');
  signIn(MARIA);
  open(form(LESSON));
  await userEvent.click(screen.getByRole('button', { name: send }));
  // The timeout is long because the first write opens the journal.
  await expect.poll(() => field().value, { timeout: 15_000 }).toBe('');
  open(form(LESSON));
  expect(field().value).toBe('');
});
