import { DashboardPage } from '@/features/dashboard/dashboard-page';
import { SectionsProvider } from './sections';

export { readFirst } from '@/features/dashboard/dashboard-page';

/** /dashboard with the table of sections, which public screens do not load. */
export const DashboardScreen = () => (
  <SectionsProvider>
    <DashboardPage />
  </SectionsProvider>
);
