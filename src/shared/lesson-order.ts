/**
 * The order of lessons in a course, the same on every screen and in a course download.
 * Guarantees: pure; a total order, so that lessons with the same position never change places between two reads.
 */
import type { VideoRow } from './rows';

type Positioned = Pick<VideoRow, 'id' | 'order_position'>;

export const byPosition = (a: Positioned, b: Positioned): number =>
  a.order_position - b.order_position || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
