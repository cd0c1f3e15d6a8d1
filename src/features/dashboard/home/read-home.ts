import { catalogRows } from '@/data/courses/queries';
import { readAhead } from '@/data/live/use-live';
import { confirmedProgress } from '@/data/progress/use-progress';

/** The lesson to go on with, from the mirror alone. */
export const readHome = () => Promise.all([readAhead(catalogRows), readAhead(confirmedProgress)]);
