// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLaunch } from '@/app/overlays/use-launch';
import { OFFER_EVENT } from '@/app/overlays/use-open-path';
import { useSession } from '@/device/session/session-store';
import { keepSharedFile } from '@/shared/shared-model';

// If the operating system opens a shortcut, a link or a model file while a window of the app is open, that window shows it, or offers it in a
// banner during a lesson or a quiz.

vi.mock('@/shared/shared-model', () => ({ keepSharedFile: vi.fn(async () => undefined) }));

interface Launch {
  targetURL?: string;
  files?: { getFile: () => Promise<File> }[];
}

let launch: (params: Launch) => void;
let place = '';
let menu: unknown;
let banners: { link?: string }[] = [];
const collect = (event: Event) => banners.push((event as CustomEvent<object>).detail);

function Consumer() {
  useLaunch();
  const { pathname, search, state } = useLocation();
  menu = state?.menu;
  place = pathname + search;
  return null;
}
const open = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Consumer />
    </MemoryRouter>,
  );
const send = (params: Launch) =>
  act(async () => {
    launch(params);
    await new Promise((done) => setTimeout(done));
  });

beforeEach(() => {
  banners = [];
  Object.assign(window, {
    launchQueue: {
      setConsumer: (consumer: typeof launch) => {
        launch = consumer;
      },
    },
  });
  window.addEventListener(OFFER_EVENT, collect);
});
afterEach(() => {
  cleanup();
  window.removeEventListener(OFFER_EVENT, collect);
  Reflect.deleteProperty(window, 'launchQueue');
});

test('a shortcut opens its path with the page’s router', async () => {
  open('/news');
  await send({ targetURL: `${location.origin}/dashboard?section=courses` });
  expect([place, banners]).toEqual(['/dashboard?section=courses', []]);
});

test('a shortcut opens a free account’s part of its path', async () => {
  const identity = { uid: 'a', email: 'ivan@sloy.test', full_name: 'Иван', is_admin: false } as const;
  useSession.setState({ identity: { ...identity, plan: 'free', plan_checked_at: Date.now() } });
  open('/news');
  await send({ targetURL: `${location.origin}/dashboard?section=courses` });
  expect(place).toBe('/dashboard_free?section=courses');
  useSession.setState({ identity: null });
});

test('a shortcut that loads the page opens a free account’s part of its path instead of the prices', async () => {
  const identity = { uid: 'a', email: 'ivan@sloy.test', full_name: 'Иван', is_admin: false } as const;
  useSession.setState({ identity: { ...identity, plan: 'free', plan_checked_at: Date.now() } });
  const address = `${location.origin}/dashboard?section=achievements`;
  const load = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ name: address } as PerformanceEntry]);
  open('/pricing_mobile');
  await send({ targetURL: address });
  expect(place).toBe('/dashboard_free?section=achievements');
  useSession.setState({ identity: null });
  load.mockRestore();
});

test.each([
  [true, undefined],
  [false, true],
])('the search shortcut opens the menu on a narrow screen only (wide: %s)', async (wide, opened) => {
  const media = vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: wide } as MediaQueryList);
  open('/news');
  await send({ targetURL: `${location.origin}/dashboard?search` });
  expect([place, menu]).toEqual(['/dashboard?search', opened]);
  media.mockRestore();
});

test.each(['/video/1/2', '/test/3', '/video-free/4'])('%s stays open: a banner offers the path', async (busy) => {
  open(busy);
  await send({ targetURL: `${location.origin}/dashboard?section=achievements` });
  expect(place).toBe(busy);
  expect(banners).toMatchObject([{ link: '/dashboard?section=achievements' }]);
});

test.each(['https://evil.test/dashboard', 'not an address', undefined])('the address %s opens nothing', async (url) => {
  open('/news');
  await send(url === undefined ? {} : { targetURL: url });
  expect([place, banners]).toEqual(['/news', []]);
});

test('a model file is stored on the device and opens the viewer', async () => {
  open('/news');
  const file = new File(['solid'], 'скоба.stl');
  await send({ files: [{ getFile: async () => file }] });
  expect(keepSharedFile).toHaveBeenCalledWith(file);
  expect(place).toMatch(/^\/model\?shared=\d+$/);
});

test('a browser without a launch queue starts as usual', () => {
  Reflect.deleteProperty(window, 'launchQueue');
  open('/news');
  expect(place).toBe('/news');
});
