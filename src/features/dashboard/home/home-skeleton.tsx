import { classNames } from '@/ui/class-names';
import { Skeleton } from '@/ui/skeleton';
import { home } from '../text';

/** One column. From 75rem there are two columns: the achievements are to the right of the lesson and courses, and events are beside the calendar. */
export const homeGridClass =
  'grid gap-x-6 gap-y-8 min-[75rem]:grid-cols-[minmax(0,1fr)_min(19rem,34%)] min-[75rem]:grid-rows-[auto_1fr]';
export const railClass = 'min-w-0 min-[75rem]:col-start-2 min-[75rem]:row-span-2 min-[75rem]:row-start-1';
export const wideClass = 'min-w-0 min-[75rem]:col-span-2';
export const coursesGridClass = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,12rem),1fr))] gap-4';

/** Placeholders of the home's blocks while their code loads. */
export function HomeSkeleton() {
  return (
    <>
      <div role="status" aria-label={home.loading} className="min-w-0">
        <Skeleton className="mb-4 h-7 w-48" />
        <div className={coursesGridClass}>
          <Skeleton className="h-88 rounded-card!" />
          <Skeleton className="h-88 rounded-card!" />
          <Skeleton className="h-88 rounded-card!" />
        </div>
      </div>
      <Skeleton className={classNames(railClass, 'h-96 rounded-card! min-[75rem]:h-full')} />
      <Skeleton className={classNames(wideClass, 'h-136 rounded-card!')} />
    </>
  );
}

/** Placeholder of any other section while its code loads. */
export const SectionSkeleton = () => (
  <div role="status" aria-label={home.loading} className="mt-2 grid gap-4">
    <Skeleton className="h-60 rounded-card!" />
    <Skeleton className="h-60 rounded-card!" />
  </div>
);
