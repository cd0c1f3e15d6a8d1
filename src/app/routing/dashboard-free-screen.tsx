import { DashboardFreePage } from '@/features/dashboard/dashboard-free-page';
import { SectionsProvider } from './sections';

export const DashboardFreeScreen = () => (
  <SectionsProvider>
    <DashboardFreePage />
  </SectionsProvider>
);
