import { classNames } from '@/lib/class-names';

/** A place where something will be. The region around it says that it is loading. */
export const Skeleton = ({ className }: { className?: string }) => <div aria-hidden="true" className={classNames('skeleton', className)} />;
