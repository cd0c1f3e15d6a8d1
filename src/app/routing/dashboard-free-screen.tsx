import { DashboardFreePage } from '@/features/dashboard/dashboard-free-page';
import { SectionsProvider } from './sections';

export { readFirst } from '@/features/dashboard/dashboard-free-page';

export const DashboardFreeScreen = () => (
  <SectionsProvider>
    <DashboardFreePage />
  </SectionsProvider>
);
