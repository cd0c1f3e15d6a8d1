import { DashboardFreePage, readFirst as readHome } from '@/features/dashboard/dashboard-free-page';
import { readSection, SectionsProvider } from './sections';

export const readFirst = () => (location.search ? readSection() : readHome());

export const DashboardFreeScreen = () => (
  <SectionsProvider>
    <DashboardFreePage />
  </SectionsProvider>
);
