// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { closeMirror, openMirror, startSync, stopSync } from '@sync';
import { cleanup, configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useAccountWatch } from '@/app/start/use-account-watch';
import { useSession } from '@/device/session/session-store';
import { useErasedAt, useProfile } from '@/features/accounts/queries/profile';
import { useComments } from '@/features/comments/queries';
import { useDownloads } from '@/features/downloads/queries/use-downloads';
import { CommentList } from '@/features/lesson/discussion/comments/comment-list';
import { useCaptions, useLesson } from '@/features/lessons/queries/use-lesson';
import { useLike } from '@/features/likes/queries';
import { AppBarEnd } from '@/features/shell/widgets/app-bar';
import { SyncChip } from '@/features/sync/widgets/sync-chip';
import { SilentErrorBoundary } from '@/ui/silent-error-boundary';

// On a full or broken disk, a secondary part of a screen must not crash the screen; an error that the part cannot show is logged.

const patient = { timeout: 10_000 };
configure({ asyncUtilTimeout: patient.timeout });
const VIDEO = 'd0000000-0000-4000-8000-000000000001';
let account = '';
let accounts = 0;

beforeEach(() => {
  account = `22222222-2222-4333-8444-${String(++accounts).padStart(12, '0')}`;
  const identity = {
    uid: account,
    email: 'maria@sloy.test',
    full_name: 'Мария',
    plan: 'pro' as const,
    plan_checked_at: Date.now(),
    is_admin: false,
  };
  useSession.setState({ identity, left: false });
  closeMirror();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const fail = (name: string) => () => {
  throw new DOMException('The disk failed', name);
};

/** How a store can fail: it cannot be opened (no space for its first file), read or written. */
const disks = {
  'does not open': () => void vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(fail('QuotaExceededError')),
  'cannot be read': () => {
    for (const method of ['get', 'getAll', 'getAllKeys', 'openCursor', 'count'] as const)
      vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(fail('UnknownError'));
    for (const method of ['getAll', 'openCursor', 'count'] as const)
      vi.spyOn(IDBIndex.prototype, method).mockImplementation(fail('UnknownError'));
  },
  'is full': () => {
    for (const method of ['put', 'add'] as const)
      vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(fail('QuotaExceededError'));
  },
};

/** Runs the data hooks of a screen's secondary parts without rendering anything. */
function Beside() {
  useAccountWatch(account);
  useErasedAt();
  useProfile();
  useDownloads();
  useLike(VIDEO);
  useCaptions(VIDEO);
  return null;
}

function Talk() {
  const comments = useComments(VIDEO, 50);
  return <CommentList videoId={VIDEO} comments={comments} video={null} closed={undefined} onMore={() => undefined} />;
}

function Lesson() {
  const { status, data } = useLesson(VIDEO);
  return <p>урок: {data === null ? 'missing' : status}</p>;
}

const show = (shown: ReactNode) => render(<MemoryRouter>{shown}</MemoryRouter>);

test.each<[keyof typeof disks, RegExp, string, string]>([
  ['does not open', /^Известия: Failed to fetch unread count$/, 'Коментарите не можаха да се прочетат', 'error'],
  ['cannot be read', /^Известия: Failed to fetch unread count$/, 'Коментарите не можаха да се прочетат', 'error'],
  ['is full', /^Известия$/, 'Коментарите се зареждат', 'missing'],
])('a disk that %s does not crash the screen', async (disk, bell, comments, lesson) => {
  disks[disk]();
  openMirror(account);
  show(
    <>
      <AppBarEnd />
      <Beside />
      <Talk />
      <Lesson />
    </>,
  );
  await screen.findByText(`урок: ${lesson}`);
  await screen.findByRole('button', { name: bell });
  await vi.waitFor(
    () => expect(screen.queryByText(comments) ?? screen.queryByRole('status', { name: comments })).not.toBeNull(),
    patient,
  );
  await vi.waitFor(
    () =>
      expect(vi.mocked(console.error).mock.calls.map(([words]) => words)).toContain('The outbox could not be read:'),
    patient,
  );
  expect(screen.getByRole('button', { name: bell })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Серия' }));
  await screen.findByText('Серията не можа да се прочете');
});

test.each<keyof typeof disks>(['does not open', 'cannot be read', 'is full'])(
  'on a disk that %s the chip shows that sync did not start, and its button starts it',
  async (disk) => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined)); // the server never answers
    disks[disk]();
    const config = { url: 'http://localhost:9', key: 'key' };
    await startSync({ account, config }).catch((error: unknown) => console.error('Sync did not start:', error));
    show(<SyncChip />);
    await userEvent.click(await screen.findByRole('button', { name: 'Синхронизация: Не тръгна' }));
    await screen.findByText(/не може да се прочете и синхронизацията не тръгна/);
    expect(screen.queryByText(/Нищо не чака/)).toBeNull();
    const again = await screen.findByRole('button', { name: 'Опитайте пак', hidden: true });
    await userEvent.click(again);
    await vi.waitFor(
      () =>
        expect(
          vi.mocked(console.error).mock.calls.filter(([words]) => /Sync did not start|The engine ended/.test(words)),
        ).toHaveLength(2),
      patient,
    );
    await screen.findByRole('button', { name: 'Синхронизация: Не тръгна', hidden: true });
    vi.restoreAllMocks();
    await userEvent.click(again);
    await screen.findByRole('button', { name: /Синхронизация: (Синхронизира се|Сървърът не отговаря)/, hidden: true });
    await screen.findByText('Всичко е изпратено. Нищо не чака.');
    await stopSync();
    vi.unstubAllGlobals();
  },
);

function Part({ sound }: { sound: boolean }) {
  if (!sound) throw new Error('broken');
  return <p>частта</p>;
}

function Screen() {
  const [sound, setSound] = useState(false);
  return (
    <>
      <h1>екранът</h1>
      <SilentErrorBoundary
        instead={(retry) => (
          <button
            type="button"
            onClick={() => {
              setSound(true);
              retry();
            }}
          >
            отново
          </button>
        )}
      >
        <Part sound={sound} />
      </SilentErrorBoundary>
      <SilentErrorBoundary>
        <Part sound={false} />
      </SilentErrorBoundary>
    </>
  );
}

test('an error in one part of a screen does not affect the others, and that part can be retried', async () => {
  show(<Screen />);
  screen.getByText('екранът');
  await userEvent.click(screen.getByRole('button', { name: 'отново' }));
  screen.getByText('частта');
});
