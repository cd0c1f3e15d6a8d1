import { Suspense } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { ConsoleFrame } from '@/features/console/widgets/console-frame';
import { adminStoreText } from '@/features/console-kit/text/settings';
import { CodeFallback } from '@/features/console-kit/widgets/code-fallback';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { sectionOf } from './console-sections';

/** /admin/store in its own chunk. */
const StorePage = lazyWithRetry(() =>
  import('@/features/store/console/store-page').then((module) => module.AdminStorePage),
);
export const AdminStorePage = () => (
  <Suspense
    fallback={
      <ConsoleFrame section={undefined} title={adminStoreText.title}>
        <CodeFallback />
      </ConsoleFrame>
    }
  >
    <StorePage />
  </Suspense>
);

/** /admin/dashboard: shows the section that the query names; if the query names no section, shows the console's overview. */
export function ConsoleScreen() {
  const [query] = useSearchParams();
  const section = sectionOf(query);
  if (!section) return null;
  const Section = section.component;
  if (!Section) return <Navigate to={section.href} replace />;
  return (
    <ConsoleFrame section={section.id} title={section.title}>
      <Suspense fallback={<CodeFallback />}>
        <Section />
      </Suspense>
    </ConsoleFrame>
  );
}
