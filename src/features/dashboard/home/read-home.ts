import { catalogRows } from '@/data/courses/queries';
import { readAhead } from '@/data/live/use-live';
import { confirmedProgress } from '@/data/progress/use-progress';

/** Prefetches the "continue" card's data, which needs only the mirror. */
export const readHome = () => Promise.all([readAhead(catalogRows), readAhead(confirmedProgress)]);
