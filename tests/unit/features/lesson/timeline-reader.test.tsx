// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import '../../../helpers/silence-rxdb';
import { openMirror } from '@sync';
import { cleanup, configure, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useSession } from '@/device/session/session-store';
import { TimelineReader } from '@/features/lesson/timeline/timeline-reader';
import type { TimelineItem } from '@/features/player/rules';

configure({ asyncUtilTimeout: 15_000 });
afterEach(cleanup);

const account = '55555555-2222-4333-8444-000000000002';
const VIDEO = 'd0000000-0000-4000-8000-000000000001';
const CHAPTERS = 'WEBVTT\n\n00:00.000 --> 00:05.000\nДюзата';

/** Keeps the timeline in React state, as the lesson screen does. Each new timeline renders this component and the `TimelineReader` again. */
function Lesson() {
  const [timeline, setTimeline] = useState<TimelineItem[]>([]);
  return (
    <>
      <TimelineReader videoId={VIDEO} chapters={CHAPTERS} captions="" onRead={setTimeline} />
      <p>{timeline.map(({ at, text }) => `${at} ${text}`).join(', ')}</p>
    </>
  );
}

test('the lesson gets its chapters, and its pinned comments as they arrive', async () => {
  const identity = { uid: account, email: 'maria@sloy.test', full_name: 'Мария', plan: 'pro' as const };
  useSession.setState({ identity: { ...identity, plan_checked_at: Date.now(), is_admin: false }, left: false });
  render(<Lesson />);
  expect(await screen.findByText('0 Дюзата')).toBeTruthy();
  await openMirror(account).comments.put({
    ...{
      id: 'pinned',
      video_id: VIDEO,
      user_id: account,
      user_name: 'Мария',
      user_avatar: null,
      content: 'Каква дюза?',
    },
    ...{ created_at: '2026-11-01T10:00:00Z', position: 2_000, _scope: `video:${VIDEO}`, _seq: 1 },
  });
  expect(await screen.findByText('0 Дюзата, 2 Каква дюза?')).toBeTruthy();
});
