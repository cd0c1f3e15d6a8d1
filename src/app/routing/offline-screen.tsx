import { Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAccount } from '@/device/session/session-store';
import { OfflineDashboardPage } from '@/features/offline/offline-dashboard-page';
import { common } from '@/shared/text/common';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { ScreenFallback } from './screen-fallback';
import { SectionsProvider } from './sections';

const SettingsPage = lazyWithRetry(() =>
  import('@/features/settings/settings-page').then((module) => module.SettingsPage),
);

/** The offline home. `?section=settings` shows the settings: in an installed app without a network, the settings URL redirects here (decision 37). */
export function OfflineScreen() {
  const [query] = useSearchParams();
  const account = useAccount();
  if (account && query.get('section') === 'settings') {
    return (
      <Suspense fallback={<ScreenFallback label={common.loading} />}>
        <SettingsPage />
      </Suspense>
    );
  }
  return (
    <SectionsProvider>
      <OfflineDashboardPage />
    </SectionsProvider>
  );
}
