// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { openMirror } from '@sync';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SectionsProvider } from '@/app/routing/sections';
import { OFFLINE_LEASE_DAYS } from '@/config/limits';
import { STORAGE_KEYS } from '@/config/persisted-names';
import { saveWatched } from '@/data/progress/mutations';
import type { ScreenSnapshot } from '@/data/session/screen-snapshot';
import { setIdentity } from '@/data/session/session-store';
import { firstName, type LocalIdentity } from '@/domain/identity';
import { DashboardPage } from '@/features/dashboard/dashboard-page';
import { snapshotOf } from '@/features/dashboard/home/home-snapshot';
import { home } from '@/text/home';

const COURSE = 'c0000000-0000-4000-8000-000000000001';
const lessons = ['d0000000-0000-4000-8000-000000000001', 'd0000000-0000-4000-8000-000000000002'];
const at = '2026-01-01T00:00:00Z';
let accounts = 0;
let identity: LocalIdentity;

beforeEach(async () => {
  accounts += 1;
  identity = {
    uid: `00000000-0000-4000-8000-00000000000${accounts}`,
    email: 'maria@sloy.test',
    full_name: 'Мария Илиева',
    plan: 'pro',
    plan_checked_at: Date.now(),
    is_admin: false,
  };
  await setIdentity(identity);
});

afterEach(async () => {
  cleanup();
  await setIdentity(null);
});

/** Stores two lessons and the server's progress for the first one. */
async function hold() {
  const mirror = openMirror(identity.uid);
  const placed = { _scope: 'public', _seq: 1, created_at: at, updated_at: at, thumbnail_url: null };
  const course = {
    id: COURSE,
    title: 'Основи',
    status: 'published',
    plan_type: 'basic',
    lesson_count: 2,
    duration_seconds: 600,
    ...placed,
  } as const;
  await mirror.courses.put({
    ...course,
    description: null,
    category: null,
    instructor: null,
    shape: null,
    hue: null,
    creator_id: null,
  });
  for (const [index, id] of lessons.entries())
    await mirror.videos.put({
      id,
      course_id: COURSE,
      title: `Урок ${id.at(-1)}`,
      duration_seconds: 300,
      order_position: index,
      is_free_preview: false,
      test_count: 0,
      ...placed,
    });
  const data = {
    video_id: lessons[0] ?? '',
    course_id: COURSE,
    intervals: [[0, 300_000] as const],
    position: 300_000,
    position_at: 1,
    duration: 300_000,
    completed: true,
    first_watched: 1,
  };
  const body = {
    id: `progress/${lessons[0]}`,
    kind: 'progress',
    at: 1,
    active_on: '2026-01-01',
    rev: 1,
    data,
  } as const;
  await mirror.progress.put({ ...body, _scope: `journal:${identity.uid}`, _seq: 1 });
}

const opened = async () =>
  (await indexedDB.databases()).map(({ name }) => name ?? '').filter((name) => name.includes(identity.uid));

const openHome = () =>
  render(
    <MemoryRouter initialEntries={['/dashboard']}>
      <SectionsProvider>
        <DashboardPage />
      </SectionsProvider>
    </MemoryRouter>,
  );

describe('the home', () => {
  test('shows the lesson to continue before the outbox is open, and in its first render when it opens again', async () => {
    await hold();
    const { unmount } = openHome();
    await screen.findByRole('heading', { name: /^Урок 2: / });
    expect(screen.getByRole('link', { name: 'Гледайте' }).getAttribute('href')).toBe(`/video/${lessons[1]}/${COURSE}`);
    expect(await opened()).toEqual([`sloy-mirror-${identity.uid}`]);
    unmount();
    openHome();
    expect(screen.getByRole('heading', { name: /^Урок 2: / })).toBeTruthy();
  });

  test('shows no data of the account before', async () => {
    await hold();
    const { unmount } = openHome();
    await screen.findByRole('heading', { name: /^Урок 2: / });
    unmount();
    await setIdentity({ ...identity, uid: identity.uid.replace(/.$/, 'f') });
    openHome();
    expect(screen.queryByRole('heading', { name: /^Урок/ })).toBeNull();
  });
});

describe('the snapshot of the home in index.html', () => {
  const kept = (): ScreenSnapshot => ({
    path: location.pathname,
    uid: identity.uid,
    plan: 'pro',
    full_name: identity.full_name,
    until: Date.now() + 1_000,
    app: false,
    wide: matchMedia('(min-width: 48rem)').matches,
    html: '<main><h1>Здравейте, Мария</h1></main>',
  });
  const script =
    /<script>\s*\/\/ Shows the stored snapshot of the home([\s\S]*?)<\/script>/.exec(
      readFileSync('index.html', 'utf8'),
    )?.[1] ?? '';
  /** Simulates a start of the app in the browser: the inline script of index.html runs on an empty page. */
  function start(one: ScreenSnapshot | null) {
    document.body.innerHTML = '<div id="splash"></div><div id="root"></div>';
    localStorage.setItem(STORAGE_KEYS.keptHome, JSON.stringify(one));
    const body = script.slice(script.indexOf('\n'));
    // Fail if somebody changed the comment in index.html by which this test finds the script: the test would run an empty script.
    expect(body).toContain(STORAGE_KEYS.keptHome);
    new Function(body)();
    return document.getElementById('kept');
  }

  test('stays until the screen has a heading and the lesson to continue', async () => {
    expect(start(kept())?.textContent).toContain('Здравейте, Мария');
    const root = document.getElementById('root');
    root?.append(document.createElement('p'));
    await Promise.resolve();
    expect(document.getElementById('kept')?.querySelector('h1')).not.toBeNull();
    root?.insertAdjacentHTML('beforeend', '<h1>Здравейте</h1><div data-home><div><i class="skeleton"></i></div></div>');
    await Promise.resolve();
    expect(document.getElementById('kept')?.querySelector('h1')).not.toBeNull();
    root?.querySelector('.skeleton')?.remove();
    await expect.poll(() => document.getElementById('kept')?.querySelector('h1')).toBeNull();
  });

  test.each<[string, Partial<ScreenSnapshot>]>([
    ['another account', { uid: '00000000-0000-4000-8000-0000000000ff' }],
    ['another plan', { plan: 'premium' }],
    ['another name', { full_name: 'Друг Човек' }],
    ['an answer about the plan that is too old', { until: Date.now() - 1 }],
    ['another address', { path: '/dashboard_free' }],
    ['a window of another width', { wide: !matchMedia('(min-width: 48rem)').matches }],
  ])('is not shown to %s', (_, change) => {
    expect(start({ ...kept(), ...change })).toBeNull();
  });

  test('is empty if nothing is stored, except for the greeting on the account’s own home', () => {
    expect(start(null)).toBeNull();
    const before = location.pathname;
    for (const [path, greeting] of [
      ['/dashboard', 'Здравейте, Мария'],
      ['/dashboard_free', undefined],
      ['/dashboard?section=courses', undefined],
    ] as const) {
      history.replaceState(null, '', path);
      const shown = start(null);
      expect(shown?.querySelector('h1')?.textContent).toBe(greeting);
      expect(shown?.querySelector('p')?.textContent).toBe(greeting && home.firstVisit);
    }
    history.replaceState(null, '', before);
  });

  test('the greeting of index.html has the lease, the name and the placeholder of the app', () => {
    const before = location.pathname;
    history.replaceState(null, '', '/dashboard');
    const signedIn = (change: Partial<LocalIdentity>) => {
      localStorage.setItem(STORAGE_KEYS.identity, JSON.stringify({ ...identity, ...change }));
      return start(null);
    };
    for (const full_name of ['Мария Илиева', ' Мария ', ''])
      expect(signedIn({ full_name })?.querySelector('h1')?.textContent).toBe(
        home.greeting(firstName({ ...identity, full_name })),
      );
    const lease = OFFLINE_LEASE_DAYS * 86_400_000;
    expect(signedIn({ plan_checked_at: Date.now() - lease + 60_000 })).not.toBeNull();
    expect(signedIn({ plan_checked_at: Date.now() - lease })).toBeNull();
    expect(signedIn({ plan_checked_at: Date.now() + 60_000 })).toBeNull();
    localStorage.setItem(STORAGE_KEYS.stored, '{}');
    const shown = signedIn({});
    localStorage.removeItem(STORAGE_KEYS.stored);
    expect(shown?.querySelector('p')).toBeNull();
    expect(shown?.querySelector('.skeleton')).not.toBeNull();
    history.replaceState(null, '', before);
  });

  test('at the first visit, the console has a heading and a reason to wait, for administrators only', () => {
    const before = location.pathname;
    history.replaceState(null, '', '/admin/dashboard?section=users');
    const signedIn = (is_admin: boolean) => {
      localStorage.setItem(STORAGE_KEYS.identity, JSON.stringify({ ...identity, is_admin }));
      return start(null);
    };
    const shown = signedIn(true);
    expect(shown?.querySelector('h1')?.textContent).toBe('Отваряме конзолата');
    expect(shown?.querySelector('p')?.textContent).toMatch(/^Сваляме кода ѝ на това устройство\./);
    expect(signedIn(false)).toBeNull();
    localStorage.setItem(STORAGE_KEYS.stored, '{}');
    expect(signedIn(true)).toBeNull();
    localStorage.removeItem(STORAGE_KEYS.stored);
    history.replaceState(null, '', before);
  });

  test('is removed when a lesson is watched, and with the account', async () => {
    localStorage.setItem(STORAGE_KEYS.keptHome, JSON.stringify(kept()));
    openMirror(identity.uid);
    await saveWatched(identity.uid, {
      videoId: lessons[0] ?? '',
      courseId: COURSE,
      watched: [],
      position: 1,
      duration: 2,
    });
    expect(localStorage.getItem(STORAGE_KEYS.keptHome)).toBeNull();
    localStorage.setItem(STORAGE_KEYS.keptHome, JSON.stringify(kept()));
    await setIdentity(null);
    expect(localStorage.getItem(STORAGE_KEYS.keptHome)).toBeNull();
  });

  test('contains neither temporary content nor content below the top', () => {
    document.body.innerHTML =
      '<div id="root"><div data-screen tabindex="-1"><div data-passing>3 чакат</div><main id="main" tabindex="-1"><h1>Здравейте</h1><div data-home><a href="/video/1">Гледайте</a><section>Новини</section></div></main></div><section>Успешно влязохте</section></div>';
    const still = snapshotOf(document.getElementById('root') as Element);
    expect(still).toBe(
      '<div data-screen=""><main><h1>Здравейте</h1><div data-home=""><a href="/video/1">Гледайте</a></div></main></div>',
    );
  });
});
