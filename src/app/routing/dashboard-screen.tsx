import { DashboardPage } from '@/features/dashboard/dashboard-page';
import { SectionsProvider } from './sections';

export { readFirst } from '@/features/dashboard/dashboard-page';

/** /dashboard with the section table, which public screens do not load. */
export const DashboardScreen = () => (
  <SectionsProvider>
    <DashboardPage />
  </SectionsProvider>
);
