import { type ReactNode, Suspense } from 'react';
import type { SectionRule } from '@/features/shell/widgets/sections';
import { SectionSkeleton } from './home/home-skeleton';

interface SectionViewProps {
  section: SectionRule;
  /** Shown for the section that has no component of its own. */
  home: ReactNode;
  free?: boolean;
}

/** Renders the open section. */
export function SectionView({ section, home, free = false }: SectionViewProps) {
  const { component: Component, id } = section;
  if (!Component) return home;
  return (
    <Suspense key={id} fallback={<SectionSkeleton />}>
      <Component section={section} place="dashboard" free={free} />
    </Suspense>
  );
}
