import { classNames } from '@/ui/class-names';
import { cardClass } from './card';

/** Placeholder of content. The surrounding region announces that it is loading. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden="true" className={classNames('skeleton max-w-full', className)} />
);

/** Placeholder of text lines; the last one is shorter. */
export const SkeletonText = ({ lines = 3, className }: { lines?: number; className?: string }) => (
  <div className={classNames('grid gap-2.5', className)}>
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity but their index
      <Skeleton key={line} className={classNames('h-4', line === lines - 1 && lines > 1 ? 'w-3/5' : 'w-full')} />
    ))}
  </div>
);

/** Placeholder of a list row: picture, title and a second line. */
export const SkeletonRow = ({ className }: { className?: string }) => (
  <div className={classNames('flex min-h-14 items-center gap-3 py-2', className)}>
    <Skeleton className="size-10 shrink-0 rounded-full!" />
    <div className="grid grow gap-2">
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-3.5 w-1/3" />
    </div>
  </div>
);

/** Placeholder of a card with a cover. */
export const SkeletonCard = ({ className }: { className?: string }) => (
  <div className={classNames(cardClass, 'overflow-hidden', className)}>
    <Skeleton className="aspect-video w-full rounded-none!" />
    <div className="grid gap-2.5 p-4">
      <Skeleton className="h-5 w-3/4" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="mt-4 h-12 w-2/3" />
    </div>
  </div>
);
