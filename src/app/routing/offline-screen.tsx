import { OfflineDashboardPage } from '@/features/offline/offline-dashboard-page';
import { SectionsProvider } from './sections';

export const OfflineScreen = () => (
  <SectionsProvider>
    <OfflineDashboardPage />
  </SectionsProvider>
);
