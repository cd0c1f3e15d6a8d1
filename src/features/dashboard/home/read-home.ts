import { catalogRows } from '@/data/courses/queries';
import { readAhead } from '@/data/live/use-live';
import { confirmedProgress } from '@/data/progress/use-progress';

/** Prefetches the data of the "continue" card, all of which is in the mirror. */
export const readHome = () => Promise.all([readAhead(catalogRows), readAhead(confirmedProgress)]);
