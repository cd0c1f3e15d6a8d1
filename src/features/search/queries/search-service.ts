/**
 * The search of one account: follows the rows of the mirror, builds the index at the first query after a change, and answers queries. Runs in
 * `search-worker.ts`, or on the page if the worker does not start.
 */
import { liveQuery, openMirror } from '@sync';
import type { Plan } from '@/shared/entitlements';
import type { SearchTables } from './documents';
import { type Found, SearchIndex } from './search-index';

/** Messages to the service; the first one is `open`. */
export type ToSearch =
  | { type: 'open'; account: string; plan: Plan }
  | { type: 'notes'; notes: SearchTables['notes'] }
  | { type: 'search'; query: number; text: string };

/** Messages from the service: `changed` when rows or notes have changed, so that queries run again; `found` with the result of a query. */
export type FromSearch = { type: 'changed' } | { type: 'found'; query: number; found: Found };

type Rows = Omit<SearchTables, 'notes'>;

const NO_ROWS: Rows = { courses: [], videos: [], lessons: [], tests: [], news: [], news_bodies: [], events: [] };

async function readRows(account: string): Promise<Rows> {
  const mirror = openMirror(account);
  const [courses, videos, lessons, tests, news, news_bodies, events] = await Promise.all([
    mirror.courses.toArray(),
    mirror.videos.toArray(),
    mirror.lessons.toArray(),
    mirror.tests.toArray(),
    mirror.news.toArray(),
    mirror.news_bodies.toArray(),
    mirror.events.toArray(),
  ]);
  return { courses, videos, lessons, tests, news, news_bodies, events };
}

export interface SearchService {
  receive: (message: ToSearch) => void;
  close: () => void;
}

export function createSearchService(answer: (message: FromSearch) => void): SearchService {
  let plan: Plan = 'free';
  let rows: Rows | undefined;
  let notes: SearchTables['notes'] = [];
  /** Undefined after a change: the next query builds it again. */
  let index: SearchIndex | undefined;
  let reading: { unsubscribe: () => void } | undefined;

  function changed() {
    index = undefined;
    if (rows) answer({ type: 'changed' });
  }
  function open(account: string) {
    reading = liveQuery(() => readRows(account)).subscribe({
      next(now) {
        rows = now;
        changed();
      },
      error(error) {
        console.error('The catalog could not be searched:', error);
        rows ??= NO_ROWS;
        changed();
      },
    });
  }
  return {
    receive(message) {
      if (message.type === 'open') {
        plan = message.plan;
        open(message.account);
      } else if (message.type === 'notes') {
        notes = message.notes;
        changed();
      } else {
        index ??= new SearchIndex({ ...(rows ?? NO_ROWS), notes }, plan);
        answer({ type: 'found', query: message.query, found: index.search(message.text) });
      }
    },
    close: () => reading?.unsubscribe(),
  };
}
