// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { openMirror } from '@sync';
import { openOutbox } from '@sync/outbox/open-outbox';
import { cleanup, configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '@/device/session/session-store';
import { CertificatesSection } from '@/features/certificates/certificates-section';
import { useCatalog } from '@/features/courses/queries';
import { CourseGrid } from '@/features/courses/widgets/course-grid';
import { EventsSection } from '@/features/events/events-section';
import { CommentForm } from '@/features/lesson/discussion/comments/comment-form';
import { LessonDiscussion } from '@/features/lesson/discussion/lesson-discussion';
import { LessonResources } from '@/features/lesson/resources/lesson-resources';
import type { LessonView } from '@/features/lessons/queries/queries';
import { AccountButtons } from '@/features/shell/widgets/account-buttons';
import { Toaster } from '@/ui/toaster';

// Error texts of specification 2 §8 for a failing device or server; the real stores run on a simulated broken or full disk.

configure({ asyncUtilTimeout: 10_000 });
const VIDEO = 'd0000000-0000-4000-8000-000000000001';
let account = '';
let accounts = 0;
const identity = (email = 'maria@sloy.test') => ({
  uid: account,
  email,
  full_name: 'Мария',
  plan: 'pro' as const,
  plan_checked_at: Date.now(),
  is_admin: false,
});

beforeEach(async () => {
  account = `11111111-2222-4333-8444-${String(++accounts).padStart(12, '0')}`;
  useSession.setState({ identity: identity(), left: false });
  openMirror(account);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const show = (screen: ReactNode) =>
  render(
    <MemoryRouter>
      {screen}
      <Toaster label="Съобщения" />
    </MemoryRouter>,
  );

/** Makes every read of one table fail with `error`. */
function failReading(table: string, error: unknown) {
  const read = IDBObjectStore.prototype.getAll;
  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (this: IDBObjectStore, ...args) {
    if (this.name === table) throw error;
    return read.apply(this, args);
  });
}

/** Makes every write to IndexedDB fail, as on a full disk. */
function fillDisk() {
  for (const method of ['put', 'add'] as const) {
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError');
    });
  }
}

function Courses() {
  return <CourseGrid catalog={useCatalog()} progress={new Map()} mayRead={() => true} className="" />;
}

test.each([
  ['Failed to fetch courses', new Error('')],
  ['An unknown error occurred', null],
])('courses that cannot be read for an unknown reason: %s', async (words, error) => {
  failReading('courses', error);
  show(<Courses />);
  await screen.findByText('Error fetching courses:');
  screen.getByText(words);
});

test('an account without an e-mail has no billing portal', async () => {
  useSession.setState({ identity: identity('') });
  show(<AccountButtons identity={identity('')} />);
  await userEvent.click(screen.getByRole('button', { name: 'Меню на профила' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Управление на абонамента/ }));
  await screen.findByText('Грешка');
  screen.getByText('Не можем да намерим вашия имейл адрес');
});

test('a notification that cannot be marked as read', async () => {
  const row = {
    id: VIDEO,
    title: 'Нов курс',
    message: '',
    type: 'info' as const,
    link: null,
    is_read: false,
    created_at: '2026-11-20T10:00:00Z',
  };
  await openMirror(account).notifications.put({ ...row, _scope: `account:${account}`, _seq: 1 } as never);
  await openOutbox(account);
  show(<AccountButtons identity={identity()} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Известия: 1 непрочетено' }));
  fillDisk();
  await userEvent.click(await screen.findByRole('button', { name: /Нов курс/ }));
  await screen.findByText('An unknown error occurred');
});

test('notifications that cannot be read', async () => {
  failReading('notifications', new DOMException('The disk failed', 'UnknownError'));
  show(<AccountButtons identity={identity()} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Известия: Failed to fetch unread count' }));
  await screen.findByText('Failed to fetch notifications');
});

test('events that cannot be read', async () => {
  failReading('events', new DOMException('The disk failed', 'UnknownError'));
  show(<EventsSection />);
  await screen.findByRole('heading', { name: 'Събитията не можаха да се прочетат' });
  expect(screen.queryByText('Няма предстоящи събития')).toBeNull();
});

test('certificates that cannot be read', async () => {
  failReading('certificates', new DOMException('The disk failed', 'UnknownError'));
  show(<CertificatesSection />);
  await screen.findByRole('heading', { name: 'Неуспешно зареждане на сертификати' });
  expect(screen.queryByText('Още няма сертификати')).toBeNull();
});

const view: LessonView = {
  video: {
    id: VIDEO,
    course_id: VIDEO,
    title: 'Урок',
    duration_seconds: 40,
    order_position: 1,
    is_free_preview: false,
    thumbnail_url: null,
    test_count: 0,
    created_at: '2026-11-20T10:00:00Z',
    updated_at: '2026-11-20T10:00:00Z',
  },
  course: undefined,
  lesson: undefined,
  lessons: [],
  readable: new Set(),
};

const talk = (
  <LessonDiscussion view={view} video={null} closed={undefined} allowed>
    {null}
  </LessonDiscussion>
);

test('a like and a comment that the device cannot store', async () => {
  await openOutbox(account);
  show(talk);
  const like = await screen.findByRole('button', { name: /^Харесвам урока/ });
  await vi.waitFor(() => expect(like.hasAttribute('disabled')).toBe(false));
  fillDisk();
  await userEvent.click(like);
  await screen.findByText('Харесването не можа да се запише. Моля, опитайте отново.');
  cleanup();
  show(<CommentForm videoId={VIDEO} closed={undefined} video={null} />);
  await userEvent.type(screen.getByLabelText('Вашият коментар'), 'Какъв ток?');
  await userEvent.click(screen.getByRole('button', { name: 'Публикувайте' }));
  await screen.findByText('Възникна грешка при публикуването на коментара. Моля, опитайте отново.');
  expect((screen.getByLabelText('Вашият коментар') as HTMLTextAreaElement).value).toBe('Какъв ток?');
});

test.each([
  ['unknown_kind', 'The server does not know this kind of document.'],
  ['bad_document', 'The document has another form than its kind.'],
])(
  'a like and a comment that the server rejects with %s, as in tests/db/push-rejections.test.ts',
  async (code, message) => {
    const comment = crypto.randomUUID();
    const outbox = await openOutbox(account);
    await outbox.write('like', VIDEO, () => ({ video_id: VIDEO, liked: true }));
    await outbox.write('comment', comment, (_, at) => ({
      video_id: VIDEO,
      content: 'Какъв ток?',
      created_at: at,
      deleted: false,
    }));
    for (const doc of outbox.docs()) await outbox.reject(doc, code, message);
    show(talk);
    await screen.findByText(/Функцията за харесване не е настроена\./);
    await userEvent.click(screen.getByRole('button', { name: /^Коментари/ }));
    await screen.findByText(/Функцията за коментари не е настроена\. Моля, опитайте отново по-късно\./);
  },
);

test('resources that cannot be read, and then can', async () => {
  const resource = {
    id: VIDEO,
    title: 'Калибрационно кубче',
    file_name: 'cube.stl',
    file_url: 'cube.stl',
    file_size: 1_000,
    created_at: '2026-11-20T10:00:00Z',
  };
  const lesson = { id: VIDEO, course_id: VIDEO, resources: [resource], _scope: 'public', _seq: 1 };
  await openMirror(account).lessons.put(lesson as never);
  const read = IDBObjectStore.prototype.get;
  const disk = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, ...args) {
    if (this.name === 'lessons') throw new DOMException('The disk failed', 'UnknownError');
    return read.apply(this, args);
  });
  show(<LessonResources videoId={VIDEO} />);
  await screen.findByText('Failed to load video resources');
  screen.getByText('Error loading resources');
  disk.mockRestore();
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByText('Калибрационно кубче');
});
