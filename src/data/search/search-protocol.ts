import type { Plan } from '@/domain/entitlements';
import type { Found, SearchChange } from './search-engine';

/** To the worker of the search. `open` comes first. */
export type ToSearch =
  | { type: 'open'; plan: Plan }
  | { type: 'change'; change: SearchChange }
  | { type: 'search'; query: number; text: string };

/** From the worker: it runs, or the answer to a query. */
export type FromSearch = { type: 'started' } | { type: 'found'; query: number; found: Found };
