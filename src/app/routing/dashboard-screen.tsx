import { DashboardPage } from '@/features/dashboard/dashboard-page';
import { SectionsProvider } from './sections';

/** /dashboard with the section table, which public screens do not load. */
export const DashboardScreen = () => (
  <SectionsProvider>
    <DashboardPage />
  </SectionsProvider>
);
