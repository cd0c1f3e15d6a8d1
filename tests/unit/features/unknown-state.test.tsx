// @vitest-environment happy-dom

import { SectionsProvider } from '@/app/routing/sections';
import 'fake-indexeddb/auto';
import { openMirror, openOutbox } from '@sync';
import { statusStore } from '@sync/engine/status';
import type { SyncPhase } from '@sync/protocol/types';
import { cleanup, configure, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '@/device/session/session-store';
import { EventsSection } from '@/features/events/events-section';
import { NotificationsSection } from '@/features/notifications/notifications-section';
import { NotificationsPanel } from '@/features/notifications/widgets/notifications-panel';
import { OfflineDashboardPage } from '@/features/offline/offline-dashboard-page';
import { BillingTab } from '@/features/settings/billing/billing-tab';
import { NotificationsTab } from '@/features/settings/notifications-tab';
import { ProfileCard } from '@/features/settings/profile-card';
import { ActivitySection } from '@/features/streak/activity-section';
import { useStreakDays } from '@/features/streak/queries/streak';
import { StreakPanel } from '@/features/streak/widgets/streak-panel';
import { catchUp, ownScopes } from '../../helpers/scopes';

// A device that has not caught up must say so instead of showing an empty profile, the free plan or a streak of 0.

configure({ asyncUtilTimeout: 10_000 });
const account = '55555555-2222-4333-8444-000000000001';
const identity = {
  uid: account,
  email: 'maria@sloy.test',
  full_name: 'Мария',
  plan: 'premium' as const,
  plan_checked_at: Date.now(),
  is_admin: false,
};

beforeEach(async () => {
  // RxDB prints an advertisement.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  // Switching to a new account clears the caches of the previous test.
  useSession.setState({ identity: null, left: false });
  await openMirror(account).scopes.clear();
  await openOutbox(account);
  useSession.setState({ identity, left: false });
});
afterEach(() => {
  cleanup();
  statusStore.reset();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const Streak = () => <StreakPanel streak={useStreakDays()} onClose={() => undefined} />;

/** For each screen: the text before the device has caught up, and the text that may appear only afterwards. */
const places: Record<string, { shown: ReactNode; before: RegExp; claim: RegExp }> = {
  profile: {
    shown: <ProfileCard email={identity.email} />,
    before: /^Сървърът не отговаря$/,
    claim: /^Не е попълнено$/,
  },
  'switches of notifications': { shown: <NotificationsTab />, before: /^Сървърът не отговаря$/, claim: /^Напомняния$/ },
  plan: {
    shown: <BillingTab email={identity.email} known="premium" />,
    before: /^План Premium$/,
    claim: /^Вашият план е Free$/,
  },
  streak: { shown: <Streak />, before: /^Серията още не е на това устройство$/, claim: /^0 дни$/ },
  activity: {
    shown: <ActivitySection />,
    before: /^Серията още не е на това устройство$/,
    claim: /^0 активни дни$/,
  },
  events: {
    shown: <EventsSection />,
    before: /^Събитията още не са на това устройство$/,
    claim: /^Няма предстоящи събития$/,
  },
  notifications: {
    shown: <NotificationsSection />,
    before: /^Известията още не са на това устройство$/,
    claim: /^No notifications$/,
  },
  bell: {
    shown: <NotificationsPanel free={false} onClose={() => undefined} />,
    before: /^Известията още не са на това устройство$/,
    claim: /^No notifications$/,
  },
};

const status = (phase: SyncPhase, restored: boolean) =>
  statusStore.set({ phase, pending: 0, rejected: 0, synced_at: restored ? 1 : null, restored });

test.each(Object.entries(places))(
  '%s: before the first complete result nothing is claimed',
  async (_, { shown, before, claim }) => {
    status('waiting', false);
    render(<MemoryRouter>{shown}</MemoryRouter>);
    await screen.findAllByText(before);
    expect(screen.queryByText(claim)).toBeNull();
    cleanup();
    status('idle', true);
    await catchUp(openMirror(account), ...ownScopes(account));
    render(<MemoryRouter>{shown}</MemoryRouter>);
    expect((await screen.findAllByText(claim)).length).toBeGreaterThan(0);
    expect(screen.queryByText(before)).toBeNull();
  },
);

test.each(['activity', 'events', 'notifications'])(
  '%s of an ended session asks for a sign-in, and of a silent server offers another try',
  async (place) => {
    status('signed-out', false);
    render(<MemoryRouter>{places[place]?.shown}</MemoryRouter>);
    const links = await screen.findAllByRole('link', { name: 'Влезте отново' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/login']);
    cleanup();
    status('waiting', false);
    render(<MemoryRouter>{places[place]?.shown}</MemoryRouter>);
    await screen.findByRole('button', { name: 'Опитайте отново' });
  },
);

test('the offline home of a signed-out device links to the sign-in', async () => {
  useSession.setState({ identity: null });
  render(
    <MemoryRouter>
      <SectionsProvider>
        <OfflineDashboardPage />
      </SectionsProvider>
    </MemoryRouter>,
  );
  await screen.findByRole('heading', { name: 'Не сте влезли на това устройство' });
  expect(screen.getByRole('link', { name: 'Към входа' }).getAttribute('href')).toBe('/login');
  expect(screen.queryByRole('status')).toBeNull();
});

const plans = [
  ['premium', 'Тестовете, с резултат веднага', 'Към курсовете', '/dashboard?section=courses'],
  ['pro', 'Тестовете, с резултат веднага', 'Вижте плановете', '/pricing'],
  ['free', 'Напредъкът и серията Ви', 'Вижте плановете', '/pricing'],
] as const;

test.each(plans)(
  'the offline home of a %s account lists what its plan includes, and links back',
  async (plan, promised, action, href) => {
    useSession.setState({ identity: { ...identity, plan } });
    status('idle', true);
    await catchUp(openMirror(account), ...ownScopes(account));
    render(
      <MemoryRouter>
        <SectionsProvider>
          <OfflineDashboardPage />
        </SectionsProvider>
      </MemoryRouter>,
    );
    await screen.findByRole('heading', { name: 'No Offline Videos' });
    screen.getByText(promised);
    expect(screen.queryAllByText(/^Тестовете/)).toHaveLength(plan === 'free' ? 0 : 1);
    expect(screen.getByRole('link', { name: action }).getAttribute('href')).toBe(href);
    expect(screen.getByRole('link', { name: 'Към таблото' }).getAttribute('href')).toBe('/check');
  },
);
