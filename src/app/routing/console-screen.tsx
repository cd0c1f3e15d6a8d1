import { Suspense } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { common } from '@/text/common';
import { consoleSections } from './console-sections';
import { ScreenFallback } from './screen-fallback';

/** /admin/dashboard: the section of the query, or the console's overview without one. */
export function ConsoleScreen() {
  const [query] = useSearchParams();
  const named = query.get('section') ?? 'dashboard';
  const section = consoleSections.find(({ id }) => id === named) ?? consoleSections[0];
  if (!section) return null;
  if (section.path) return <Navigate to={section.path} replace />;
  return (
    <Suspense fallback={<ScreenFallback label={common.loading} />}>
      <section.component />
    </Suspense>
  );
}
