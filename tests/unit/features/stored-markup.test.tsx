// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import '../../helpers/silence-rxdb';
import { openMirror, openOutbox } from '@sync';
import { statusStore } from '@sync/engine/status';
import { cleanup, configure, render, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { SectionsProvider } from '@/app/routing/sections';
import { useSession } from '@/device/session/session-store';
import { CertificatesSection } from '@/features/certificates/certificates-section';
import { NewsBlock } from '@/features/dashboard/home/news-block';
import { EventsSection } from '@/features/events/events-section';
import { NewsPage } from '@/features/news/news-page';
import { NotificationsSection } from '@/features/notifications/notifications-section';
import { attackArticles, dangerousSelector, dangerousUrls } from '../../helpers/markdown-attacks';
import { catchUp, ownScopes } from '../../helpers/scopes';

// Every screen shows markup and script URLs in the server's rows as plain text. Screens read these rows from the device even when it is online.

configure({ asyncUtilTimeout: 10_000 });
const account = '66666666-2222-4333-8444-000000000001';
const corpus = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '"><iframe srcdoc="<script>alert(1)</script>">',
  '<a href="javascript:alert(1)">тук</a>',
  '[тук](javascript:alert(1))',
  '![](data:image/svg+xml,<svg onload=alert(1)>)',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '<style>@import"javascript:alert(1)"</style>',
  '{{constructor.constructor("alert(1)")()}}',
  '\u202E<b onmouseover=alert(1)>обърнато',
  '&lt;img src=x onerror=alert(1)&gt;',
] as const;
const links = [
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>1</script>',
  '//evil.test',
  'vbscript:1',
];
const idOf = (n: number) => `c0c0c0c0-0000-4000-8000-${String(n).padStart(12, '0')}`;
const at = '2026-11-20T10:00:00Z';
const later = new Date(Date.now() + 86_400_000).toISOString();

beforeAll(async () => {
  // A long list renders only rows near the viewport. This viewport is high enough for every row.
  vi.stubGlobal('innerHeight', 20_000);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const mirror = openMirror(account);
  const stored = { _scope: 'public', _seq: 1 };
  const rows = <T,>(make: (text: string, n: number) => T) =>
    corpus.map((text, n) => ({ id: idOf(n), ...make(text, n), ...stored }));
  await mirror.news.bulkPut(
    rows((text, n) => ({
      ...{ title: text, summary: text, slug: `s${n}`, category: 'general' as const, image_url: links[n] ?? text },
      ...{ reading_minutes: 1, published_at: at, created_at: at },
    })),
  );
  await mirror.news_bodies.bulkPut(rows((text) => ({ content: text })));
  const article = { title: 'Статия', summary: 'x', category: 'general' as const, image_url: null, reading_minutes: 1 };
  const attacks = attackArticles.map((text, n) => ({ id: idOf(100 + n), content: `${text}\n\nКрай ${n}`, ...stored }));
  await mirror.news.bulkPut(
    attacks.map(({ id }, n) => ({ id, ...article, slug: `a${n}`, published_at: at, created_at: at, ...stored })),
  );
  await mirror.news_bodies.bulkPut(attacks);
  await mirror.notifications.bulkPut(
    attacks.map(({ id, content }) => ({
      ...{ id, title: 'Известие', message: content, type: 'info' as const, link: null, is_read: false, created_at: at },
      ...stored,
    })),
  );
  await mirror.events.bulkPut(
    rows((text, n) => ({
      ...{ title: text, description: text, image_url: links[n] ?? text, location: text, type: 'webinar' as const },
      ...{ start_date: later, end_date: new Date(Date.parse(later) + 3_600_000).toISOString(), duration_minutes: 60 },
      ...{ is_free: true, max_participants: null, current_participants: 0, status: 'active' as const },
      ...{ created_at: at, updated_at: at },
    })),
  );
  await mirror.notifications.bulkPut(
    rows((text, n) => ({
      ...{ title: text, message: text, type: 'info' as const, link: links[n] ?? text, is_read: false, created_at: at },
    })),
  );
  await mirror.certificates.bulkPut(
    rows((text) => ({
      ...{ title: text, description: text, template_url: null, name_position: { x: 50, y: 50 }, name_font_size: 30 },
      ...{ name_font_color: '#000000', requirements: [{ test_id: idOf(1), test_title: text, minimum_score: 80 }] },
    })),
  );
  await catchUp(mirror, ...ownScopes(account), 'plan:basic', 'plan:premium');
  await openOutbox(account);
  const identity = {
    ...{ uid: account, email: 'maria@sloy.test', full_name: 'Мария', plan: 'premium' as const },
    ...{ plan_checked_at: Date.now(), is_admin: false },
  };
  useSession.setState({ identity, left: false });
  statusStore.set({ phase: 'idle', pending: 0, rejected: 0, synced_at: 1, restored: true });
});
afterEach(cleanup);

const dangerous = 'script, iframe, object, embed, style, math, [srcdoc], [onerror], [onload], [onmouseover]';
const schemes = /^\s*(javascript|data|vbscript):/i;

function show(Screen: ComponentType, path = '/') {
  const element = <Screen />;
  const router = createMemoryRouter(
    [
      { path: '/news/:slug', element },
      { path: '*', element },
    ],
    { initialEntries: [path] },
  );
  render(
    <SectionsProvider>
      <RouterProvider router={router} />
    </SectionsProvider>,
  );
}

const screens: readonly [string, ComponentType, string, readonly string[]][] = [
  ['events', EventsSection, '/', corpus],
  ['notifications', NotificationsSection, '/', corpus],
  ['certificates', CertificatesSection, '/', corpus],
  ['the news of the home', NewsBlock, '/', corpus.slice(0, 3)],
  ...attackArticles.map((_, n): [string, ComponentType, string, readonly string[]] => [
    `article of attacks ${n}`,
    NewsPage,
    `/news/a${n}`,
    [`Край ${n}`],
  ]),
  ['notifications of attacks', NotificationsSection, '/', attackArticles.map((_, n) => `Край ${n}`)],
  ...corpus.map((text, n): [string, ComponentType, string, readonly string[]] => [
    `article ${n}`,
    NewsPage,
    `/news/s${n}`,
    [text],
  ]),
];

test.each(screens)('%s shows markup as text and opens no script address', async (_, Screen, path, texts) => {
  show(Screen, path);
  const { body } = document;
  await waitFor(() => expect(texts.filter((text) => !body.textContent?.includes(text))).toEqual([]));
  expect(body.querySelectorAll(dangerous)).toHaveLength(0);
  const article = body.querySelector('.article');
  if (article) expect([article.querySelector(dangerousSelector), dangerousUrls(article)]).toEqual([null, []]);
  for (const link of within(body).queryAllByRole('link')) expect(link.getAttribute('href')).not.toMatch(schemes);
  for (const image of body.querySelectorAll('img')) expect(image.getAttribute('src')).not.toMatch(schemes);
});
