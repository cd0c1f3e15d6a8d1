import { Suspense } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { lazyWithRetry } from '@/lib/lazy-with-retry';
import { useOnline } from '@/lib/use-online';
import { consoleText as text } from '@/text/admin/console';
import { Notice } from '@/ui/notice';
import { ConsoleFrame } from '@/widgets/admin/console-frame';
import { SkeletonRows } from '@/widgets/admin/remote-states';
import { consoleSections } from './console-sections';

/** /admin/store in its own chunk. */
const StorePage = lazyWithRetry(() =>
  import('@/features/admin/store/store-page').then((module) => module.AdminStorePage),
);
export const AdminStorePage = () => (
  <Suspense fallback={<SectionFallback />}>
    <StorePage />
  </Suspense>
);

export { AdminLoginPage } from '@/features/admin/login/login-page';

/** Without a network, the code of a section that was never opened on this device cannot load. */
const SectionFallback = () =>
  useOnline() ? (
    <SkeletonRows />
  ) : (
    <Notice kind="offline" title={text.offlineTitle}>
      {text.offlineText}
    </Notice>
  );

/** /admin/dashboard: the section of the query, or the console's overview without one. */
export function ConsoleScreen() {
  const [query] = useSearchParams();
  const named = query.get('section') ?? 'dashboard';
  const section = consoleSections.find(({ id }) => id === named) ?? consoleSections[0];
  if (!section) return null;
  const Section = section.component;
  if (!Section) return <Navigate to={section.href} replace />;
  return (
    <ConsoleFrame section={section.id} title={section.title}>
      <Suspense fallback={<SectionFallback />}>
        <Section />
      </Suspense>
    </ConsoleFrame>
  );
}
