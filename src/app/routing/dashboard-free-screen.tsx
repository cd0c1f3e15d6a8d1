import { DashboardFreePage, readFirst as readHome } from '@/features/dashboard/dashboard-free-page';
import { readSection, SectionsProvider } from './sections';

export const readFirst = (params: unknown, section?: string | null) =>
  section ? readSection(params, section) : readHome();

export const DashboardFreeScreen = () => (
  <SectionsProvider>
    <DashboardFreePage />
  </SectionsProvider>
);
