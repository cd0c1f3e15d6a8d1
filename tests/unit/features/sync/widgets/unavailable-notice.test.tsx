// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { openMirror } from '@sync';
import { statusStore } from '@sync/engine/status';
import type { SyncPhase } from '@sync/protocol/types';
import { cleanup, configure, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useSession } from '@/device/session/session-store';
import { CourseMissing } from '@/features/courses/course/course-missing';
import { CourseGrid } from '@/features/courses/widgets/course-grid';
import { LessonMissing } from '@/features/lesson/lesson-missing';
import { QuizMissing } from '@/features/quiz/quiz-missing';

// A device that has not caught up cannot know whether a row exists: it shows why, and says "not found" only after it has caught up.

configure({ asyncUtilTimeout: 10_000 });
const ID = 'd0000000-0000-4000-8000-000000000001';
const account = '33333333-2222-4333-8444-000000000001';

beforeEach(() => {
  const identity = {
    uid: account,
    email: 'maria@sloy.test',
    full_name: 'Мария',
    plan: 'pro' as const,
    plan_checked_at: Date.now(),
    is_admin: false,
  };
  useSession.setState({ identity, left: false });
  openMirror(account);
});
afterEach(() => {
  cleanup();
  statusStore.reset();
});

const shown = (complete: boolean) => ({
  course: <CourseMissing complete={complete} />,
  lesson: <LessonMissing courseId={undefined} complete={complete} />,
  test: <QuizMissing testId={ID} complete={complete} begun={null} />,
  courses: (
    <CourseGrid
      catalog={{ status: 'ready', data: { courses: [], videos: [] }, complete }}
      progress={new Map()}
      mayRead={() => true}
      className=""
    />
  ),
});
type Place = keyof ReturnType<typeof shown>;

const unanswered = 'Сървърът не отговаря';
const failed = 'Хранилището на устройството не се чете';
const signedOut = 'Authentication required';
const texts: Record<Place, Partial<Record<SyncPhase | 'whole', string>>> = {
  course: {
    failed,
    waiting: unanswered,
    'signed-out': signedOut,
    offline: 'Няма мрежа, а този курс още не е на устройството',
    whole: 'Course not found',
  },
  lesson: {
    failed,
    waiting: unanswered,
    'signed-out': signedOut,
    offline: 'Урокът още не е на това устройство',
    whole: 'Видеото не е намерено',
  },
  test: {
    failed,
    waiting: unanswered,
    'signed-out': signedOut,
    offline: 'Тестът още не е на това устройство',
    whole: 'Test not found',
  },
  courses: {
    failed,
    waiting: unanswered,
    'signed-out': signedOut,
    offline: 'Няма мрежа, а това устройство още няма курсове',
    whole: 'Още няма курсове',
  },
};

const states = ['syncing', 'failed', 'waiting', 'offline', 'signed-out', 'whole'] as const;
const cases = (Object.keys(shown(true)) as Place[]).flatMap((place) => states.map((state) => [place, state] as const));

test.each(cases)('%s, not on this device: %s', async (place, state) => {
  const whole = state === 'whole';
  statusStore.set({
    phase: whole ? 'idle' : state,
    pending: 0,
    rejected: 0,
    synced_at: whole ? 1 : null,
    restored: whole,
  });
  render(<MemoryRouter>{shown(whole)[place]}</MemoryRouter>);
  const words = texts[place][state];
  if (words) await screen.findByRole('heading', { name: words });
  else expect((await screen.findByRole('status')).getAttribute('aria-label')).toMatch(/зарежда|свалят/);
});
