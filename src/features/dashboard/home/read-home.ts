import { catalogQuery } from '@/data/courses/queries';
import { toldProgressQuery } from '@/data/progress/use-progress';
import { readAhead } from '@/data/session/account-query';

/** The lesson to go on with, from the mirror alone. */
export const readHome = () => Promise.all([readAhead(catalogQuery), readAhead(toldProgressQuery)]);
