// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import '../../../helpers/silence-rxdb';
import { openMirror } from '@sync';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useSession } from '@/device/session/session-store';
import { useComments } from '@/features/comments/queries';

const account = '55555555-2222-4333-8444-000000000001';
const VIDEO = 'd0000000-0000-4000-8000-000000000001';
const NEWER = 600;

afterEach(cleanup);

const comment = (id: string, created_at: string, change = {}) => ({
  id,
  video_id: VIDEO,
  user_id: account,
  user_name: 'Мария',
  user_avatar: null,
  content: id,
  created_at,
  _scope: `video:${VIDEO}`,
  _seq: 1,
  ...change,
});

const Pinned = () => (
  <p>{`comments: ${useComments(VIDEO, 'pinned')?.comments.map(({ content }) => content) ?? 'unknown'}`}</p>
);

test('a pinned comment and its reply are read, however many newer comments the lesson has', async () => {
  const identity = { uid: account, email: 'maria@sloy.test', full_name: 'Мария', plan: 'pro' as const };
  useSession.setState({ identity: { ...identity, plan_checked_at: Date.now(), is_admin: false }, left: false });
  await openMirror(account).comments.bulkPut([
    comment('pinned', '2026-11-01T10:00:00Z', { position: 12_000 }),
    comment('reply', '2026-11-02T10:00:00Z', { parent_id: 'pinned' }),
    // More than a page of comments share one timestamp.
    ...Array.from({ length: NEWER }, (_, n) => comment(`newer ${n}`, '2026-11-03T10:00:00Z')),
  ]);
  render(<Pinned />);
  expect(await screen.findByText('comments: reply,pinned', {}, { timeout: 15_000 })).toBeTruthy();
});
