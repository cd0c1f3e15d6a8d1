import { DashboardPage, readFirst as readHome } from '@/features/dashboard/dashboard-page';
import { readSection, SectionsProvider } from './sections';

export const readFirst = () => (location.search ? readSection() : readHome());

/** /dashboard with the section table, which public screens do not load. */
export const DashboardScreen = () => (
  <SectionsProvider>
    <DashboardPage />
  </SectionsProvider>
);
