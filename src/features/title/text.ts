import type { titlePages } from '@/shared/paths';

export const titlePageNames: Record<(typeof titlePages)[number], string> = {
  overview: 'Overview',
  students: 'Students',
  courses: 'Courses',
  analytics: 'Analytics',
  community: 'Community',
  revenue: 'Revenue',
  integrations: 'Integrations',
  faq: 'FAQ',
};
