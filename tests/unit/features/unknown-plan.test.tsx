// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { openMirror, openOutbox } from '@sync';
import { statusStore } from '@sync/engine/status';
import { cleanup, configure, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SectionsProvider } from '@/app/routing/sections';
import { useSession } from '@/device/session/session-store';
import { VideoFreePage } from '@/features/lesson/free/video-free-page';
import { LockedDownloads } from '@/features/offline/locked-downloads';
import { OfflineDashboardPage } from '@/features/offline/offline-dashboard-page';
import { BillingTab } from '@/features/settings/billing/billing-tab';
import { UserPanel } from '@/features/shell/widgets/user-menu';

// A plan that could not be determined is shown as unknown: no offer, no lock and no free limits.

configure({ asyncUtilTimeout: 10_000 });
const account = '55555555-2222-4333-8444-000000000002';
const identity = {
  uid: account,
  email: 'maria@sloy.test',
  full_name: 'Мария',
  plan: null,
  plan_checked_at: null,
  is_admin: false,
};
const known = { ...identity, plan: 'free' as const, plan_checked_at: Date.now() };

beforeEach(async () => {
  // RxDB prints an advertisement.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  useSession.setState({ identity: null, left: false });
  await openMirror(account).scopes.clear();
  await openOutbox(account);
  statusStore.set({ phase: 'waiting', pending: 0, rejected: 0, synced_at: null, restored: false });
});
afterEach(() => {
  cleanup();
  statusStore.reset();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const show = (shown: ReactNode, address = '/') =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <SectionsProvider>{shown}</SectionsProvider>
    </MemoryRouter>,
  );

const freeLesson = (
  <Routes>
    <Route path="/video-free/:videoId" element={<VideoFreePage />} />
  </Routes>
);

const places: Record<string, { shown: ReactNode; address?: string; claim: RegExp }> = {
  'the subscription in the settings': {
    shown: <BillingTab email={identity.email} known="free" />,
    claim: /^Вашият план е Free$/,
  },
  'the free lesson': { shown: freeLesson, address: '/video-free/v1', claim: /^Отключете Pro$/ },
  'an offline section of paid plans': {
    shown: <OfflineDashboardPage />,
    address: '/offline-dashboard?section=achievements',
    claim: /^Отключете|^Вижте плановете$/,
  },
  'downloads that must not be played now': { shown: <LockedDownloads />, claim: /^Вижте плановете$/ },
  'the downloads': { shown: <OfflineDashboardPage />, claim: /^Вижте плановете$/ },
};

test.each(Object.entries(places))('%s: an unknown plan is no free plan', async (_, { shown, address, claim }) => {
  useSession.setState({ identity, left: false });
  show(shown, address);
  await screen.findByRole('heading', { name: 'Планът Ви още не е известен' });
  expect(screen.queryByText(claim)).toBeNull();
  cleanup();
  useSession.setState({ identity: known, left: false });
  show(shown, address);
  expect((await screen.findAllByText(claim)).length).toBeGreaterThan(0);
  expect(screen.queryByRole('heading', { name: 'Планът Ви още не е известен' })).toBeNull();
});

test('a subscription that this device cannot read ends the wait, and the company that has not arrived says why', async () => {
  useSession.setState({ identity: { ...known, plan: 'premium' }, left: false });
  vi.spyOn(openMirror(account).subscriptions, 'get').mockRejectedValue(new Error('The disk is full.'));
  show(<BillingTab email={identity.email} known="premium" />);
  await screen.findByRole('heading', { name: 'План Premium' });
  await screen.findByRole('heading', { name: 'Сървърът не отговаря' });
  expect(screen.queryByRole('status', { name: 'Зарежда се' })).toBeNull();
});

test.each([
  [identity, '/free-settings?tab=billing'],
  [known, '/pricing'],
])('the subscription of the account menu leads to what is known (%#)', async (who, href) => {
  useSession.setState({ identity: who, left: false });
  show(<UserPanel identity={who} onClose={() => undefined} />);
  expect((await screen.findByRole('link', { name: 'Управление на абонамента' })).getAttribute('href')).toBe(href);
});
