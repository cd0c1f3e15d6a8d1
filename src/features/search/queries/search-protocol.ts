import type { Plan } from '@/shared/entitlements';
import type { Found, SearchChange } from './search-engine';

/** Messages to the search worker; the first one is `open`. */
export type ToSearch =
  | { type: 'open'; plan: Plan }
  | { type: 'change'; change: SearchChange }
  | { type: 'search'; query: number; text: string };

/** Messages from the search worker: `started` once it runs, `found` with the result of a query. */
export type FromSearch = { type: 'started' } | { type: 'found'; query: number; found: Found };
