/** The worker shows a push message's content only to its account, delays the notification for a visible page, and opens the path on a click. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accountMark } from '@/shared/account-mark';
import { writeDurable } from '@/shared/durable-store';
import { localDate } from '@/shared/local-date';
import { OPEN_PATH, PAGE_ANSWERS, PUSH_KEYS, STORAGE_KEYS, WORKER_MESSAGES } from '@/shared/names';
import { keepActiveDay, pressedNotifications } from '@/shared/push-store';

// Load the worker's code at run time and declare its types here, because the tests' TypeScript project does not load the worker's types.
const { listenForPush } = await vi.importActual<{ listenForPush: () => void }>('../../sw/push');

interface Page {
  url: string;
  visibilityState: 'visible' | 'hidden';
  /** The message with which the page responds; undefined if the page is frozen. */
  answer?: string;
  heard: { type: string; path?: string }[];
  focused: boolean;
}

const ORIGIN = 'https://sloy.test';
let pages: Page[] = [];
let shown: { title: string; options: NotificationOptions & { data?: unknown } }[] = [];
let opened: string[] = [];
let badge: number | undefined;
const listeners = new Map<string, (event: unknown) => void>();

const page = (path: string, answer?: string, visibilityState: Page['visibilityState'] = 'visible'): Page => ({
  ...{ url: ORIGIN + path, visibilityState, heard: [], focused: false },
  ...(answer ? { answer } : {}),
});

function clientOf(own: Page) {
  return {
    ...{ url: own.url, visibilityState: own.visibilityState },
    focus: async () => {
      own.focused = true;
    },
    postMessage: (message: { type: string }, [port]: MessagePort[] = []) => {
      own.heard.push(message);
      if (own.answer) port?.postMessage(own.answer);
    },
  };
}

beforeEach(async () => {
  [pages, shown, opened, badge] = [[], [], [], undefined];
  vi.stubGlobal('self', {
    location: { origin: ORIGIN },
    addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
    clients: {
      matchAll: async () => pages.map(clientOf),
      openWindow: async (path: string) => void opened.push(path),
    },
    registration: {
      showNotification: async (title: string, options: NotificationOptions) => void shown.push({ title, options }),
    },
  });
  vi.stubGlobal('navigator', {
    setAppBadge: async (count: number) => {
      badge = count;
    },
    clearAppBadge: async () => {
      badge = 0;
    },
  });
  listenForPush();
  await writeDurable(STORAGE_KEYS.identity, JSON.stringify({ uid: 'account-a' }));
  await writeDurable(PUSH_KEYS.activeDay, null);
  await writeDurable(PUSH_KEYS.pushReads, null);
});
afterEach(() => vi.unstubAllGlobals());

/** Sends an event to the worker and waits for its `waitUntil` promises. */
async function send(name: string, event: object): Promise<void> {
  let done: Promise<unknown> = Promise.resolve();
  listeners.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => (done = work) });
  await done;
}
const push = (message: object | string) =>
  send('push', { data: { text: () => (typeof message === 'string' ? message : JSON.stringify(message)) } });
const click = (data: unknown) => send('notificationclick', { notification: { close: () => undefined, data } });

const messageFor = async (account: string, data: object = {}) => ({
  web_push: 8030,
  notification: {
    title: 'Нов урок',
    body: 'Опори',
    data: {
      type: 'info',
      link: '/course/1',
      notification_id: 'notice-7',
      unread: '4',
      account: await accountMark(account),
      ...data,
    },
  },
});

describe('a message', () => {
  it('for the signed-in account is shown with its tag and the badge', async () => {
    await push(await messageFor('account-a'));
    expect(shown).toMatchObject([{ title: 'Нов урок', options: { body: 'Опори', tag: 'notice-7' } }]);
    expect(badge).toBe(4);
  });

  it.each([
    ['another account', JSON.stringify({ uid: 'account-b' })],
    ['nobody', null],
    ['an unreadable identity', '{'],
  ])('never shows its content when %s is signed in', async (_, identity) => {
    await writeDurable(STORAGE_KEYS.identity, identity);
    pages = [page('/dashboard')];
    await push(await messageFor('account-a'));
    expect(JSON.stringify([shown, pages])).not.toMatch(/Нов урок|Опори|course|notice-7/);
    expect(shown).toMatchObject([{ title: 'Ново съобщение', options: { body: '' } }]);
    expect(badge).toBeUndefined();
  });

  it('without an account shows no content', async () => {
    await push('здравей');
    await push({ title: 'Чуждо', body: 'x' });
    expect(shown.map(({ title }) => title)).toEqual(['Ново съобщение', 'Ново съобщение']);
  });

  it('is shown by a visible page at once and by the system after a second', async () => {
    pages = [page('/dashboard'), page('/news', undefined, 'hidden')];
    const began = performance.now();
    const sending = push(await messageFor('account-a'));
    await vi.waitFor(() =>
      expect(pages[0]?.heard).toMatchObject([{ type: WORKER_MESSAGES.push, message: { title: 'Нов урок' } }]),
    );
    expect(shown).toEqual([]);
    await sending;
    expect(performance.now() - began).toBeGreaterThanOrEqual(990);
    expect(shown).toHaveLength(1);
    expect(pages[1]?.heard).toEqual([]);
  });
});

describe('the daily reminder', () => {
  it('says that today is done if this device knows it, even if the server does not', async () => {
    const reminder = await messageFor('account-a', { type: 'reminder', notification_id: '' });
    await push(reminder);
    await keepActiveDay(await accountMark('account-a'), localDate(Date.now()));
    await push(reminder);
    await keepActiveDay(await accountMark('account-b'), localDate(Date.now()));
    await push(reminder);
    expect(shown.map(({ title }) => title)).toEqual(['Нов урок', 'Днешният ден е отбелязан', 'Нов урок']);
  });
});

describe('a click', () => {
  const data = async () => {
    await push(await messageFor('account-a'));
    return shown.at(-1)?.options.data;
  };

  it('opens the path in a free page with its router, and is stored as read', async () => {
    const notice = await data();
    pages = [page('/test/7', PAGE_ANSWERS.busy), page('/dashboard', PAGE_ANSWERS.opened, 'hidden')];
    await click(notice);
    expect(pages[1]?.heard).toMatchObject([{ type: OPEN_PATH, path: '/course/1' }]);
    expect(pages.map(({ focused }) => focused)).toEqual([false, true]);
    expect(pages[0]?.heard).toEqual([]);
    expect(opened).toEqual([]);
    expect(await pressedNotifications()).toEqual([{ account: await accountMark('account-a'), id: 'notice-7' }]);
  });

  it('never navigates a lesson or a quiz: it opens another window', async () => {
    const notice = await data();
    pages = [page('/video/1/2', PAGE_ANSWERS.busy)];
    await click(notice);
    expect(pages[0]?.heard).toMatchObject([{ type: OPEN_PATH, message: { title: 'Нов урок' } }]);
    expect(opened).toEqual(['/check?to=%2Fcourse%2F1']);
  });

  it('opens a window when no page is open or the only one is frozen', async () => {
    const notice = await data();
    await click(notice);
    pages = [page('/dashboard')];
    await click(notice);
    expect(opened).toEqual(['/check?to=%2Fcourse%2F1', '/check?to=%2Fcourse%2F1']);
  });

  it('on a message for another account marks nothing and opens the start page', async () => {
    await push(await messageFor('account-b'));
    await click(shown.at(-1)?.options.data);
    expect(opened).toEqual(['/']);
    expect(await pressedNotifications()).toEqual([]);
  });
});
