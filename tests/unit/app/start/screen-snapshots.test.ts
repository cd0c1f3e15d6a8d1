// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepSnapshots, snapshotKey } from '@/app/start/screen-snapshots';
import { setIdentity } from '@/data/session/session-store';
import type { LocalIdentity } from '@/domain/identity';

const identity: LocalIdentity = {
  ...{ uid: '00000000-0000-4000-8000-0000000000e1', email: 'maria@sloy.test', full_name: 'Мария Илиева' },
  ...{ plan: 'premium', plan_checked_at: Date.now(), is_admin: false },
};
const inline =
  /<script>\s*\/\/ Shows the stored snapshot of the home([\s\S]*?)<\/script>/.exec(
    readFileSync('index.html', 'utf8'),
  )?.[1] ?? '';
const screenOf = (content: string) => `<div data-screen><main id="main"><h1>Събития</h1>${content}</main></div>`;
const stored = () => Object.keys(localStorage).filter((key) => key.startsWith('sloy.kept-screen'));
let end: () => void = () => undefined;

/** Opens a URL with the given screen, as the app does, and waits until the screen has settled. */
async function open(url: string, content: string) {
  history.replaceState(null, '', url);
  document.body.innerHTML = `<div id="root">${screenOf(content)}</div>`;
  end = keepSnapshots(identity.uid);
  await vi.advanceTimersByTimeAsync(1_000);
}

/** Simulates a start of the app in the browser: the inline script of index.html runs on an empty page. */
function start(url: string) {
  history.replaceState(null, '', url);
  document.body.innerHTML = '<div id="splash"></div><div id="root"></div>';
  new Function(inline.slice(inline.indexOf('\n')))();
  return document.getElementById('kept')?.querySelector('h1') ?? null;
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await setIdentity(identity);
});
afterEach(async () => {
  end();
  vi.useRealTimers();
  await setIdentity(null);
  history.replaceState(null, '', '/');
});

test.each([
  ['/dashboard?section=events', '/dashboard?section=events'],
  ['/offline-dashboard?section=activity', '/offline-dashboard?section=activity'],
  ['/notifications', '/notifications'],
  ['/dashboard/certificates', '/dashboard/certificates'],
  ['/news/filament', '/news/'],
  ['/news/filament?from=home', null],
  ['/dashboard', null],
  ['/dashboard?section=events&event=1', null],
  ['/settings', null],
])('%s is stored under %s', (url, key) => {
  expect(snapshotKey(new URL(url, 'https://sloy.test'))).toBe(key && `sloy.kept-screen:${key}`);
});

test.each(['/dashboard?section=events', '/notifications', '/news/filament'])(
  'index.html shows %s as it was',
  async (url) => {
    await open(url, '<ul><li>Вечер за въпроси</li></ul>');
    expect(start(url)).not.toBeNull();
    expect(document.getElementById('kept')?.textContent).toContain('Вечер за въпроси');
    expect(start('/dashboard?section=courses')).toBeNull();
    expect(start('/news/another')).toBeNull();
  },
);

test('stays until the real screen has no placeholder, for three seconds at most', async () => {
  const url = '/dashboard?section=events';
  await open(url, '<ul><li>Вечер за въпроси</li></ul>');
  start(url);
  const root = document.getElementById('root') as HTMLElement;
  const isShown = () => document.getElementById('kept')?.querySelector('h1') !== null;
  root.innerHTML = screenOf('<div class="skeleton"></div>');
  await Promise.resolve();
  expect(isShown()).toBe(true);
  root.innerHTML = screenOf('<ul><li>Вечер за въпроси</li></ul>');
  await vi.advanceTimersByTimeAsync(0);
  expect(isShown()).toBe(false);

  start(url);
  expect(isShown()).toBe(true);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(isShown()).toBe(false);
});

test('shows a note about the missing network only without one', async () => {
  await open('/notifications', '<p data-offline hidden>Няма мрежа.</p><ul><li>Първо</li></ul>');
  const network = vi.spyOn(navigator, 'onLine', 'get');
  for (const online of [false, true]) {
    network.mockReturnValue(online);
    start('/notifications');
    expect(document.querySelector<HTMLElement>('#kept [data-offline]')?.hidden).toBe(online);
  }
  network.mockRestore();
});

test('the styles of lazy code are stored with the screen that they apply to', async () => {
  const link = document.head.appendChild(document.createElement('link'));
  const late = document.head.appendChild(document.createElement('link'));
  link.rel = late.rel = 'stylesheet';
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.article p { line-height: 1.65 } .console { color: red }');
  Object.defineProperty(late, 'sheet', { value: sheet });
  await open('/news/filament', '<article class="article"><p>Текст</p></article>');
  const { html } = JSON.parse(localStorage.getItem('sloy.kept-screen:/news/') ?? '{}');
  expect(html).toContain('line-height: 1.65');
  expect(html).not.toContain('.console');
  link.remove();
  late.remove();
});

test.each([
  ['a placeholder', '<ul><li>Вечер</li></ul><div class="skeleton"></div>'],
  [
    'another filter',
    '<label><input type="radio"></label><label><input type="radio" checked></label><ul><li>Вечер</li></ul>',
  ],
  ['a typed search', '<input type="search" value="вечер"><ul><li>Вечер</li></ul>'],
  ['a message instead of data', '<p>Събитията още не са на това устройство</p>'],
])('a screen with %s is not stored', async (_, content) => {
  await open('/dashboard?section=events', content);
  expect(stored()).toEqual([]);
});

test.each([
  ['a sign-out', null],
  ['another plan', { ...identity, plan: 'free' as const }],
])('%s deletes every snapshot', async (_, next) => {
  await open('/notifications', '<ul><li>Първо</li></ul>');
  end();
  await open('/news/filament', '<article><p>Текст само за абонати</p></article>');
  expect(stored()).toHaveLength(2);
  await setIdentity(next);
  expect(stored()).toEqual([]);
});
