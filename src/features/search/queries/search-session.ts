/** Page side of the search: starts the worker and queries it. Guarantee: if the worker does not start or dies, the same search runs on the page. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Plan } from '@/shared/entitlements';
import type { SearchTables } from './documents';
import type { Found } from './search-index';
import type { FromSearch, SearchService, ToSearch } from './search-service';

type Answer = (message: FromSearch) => void;

function startWorker(onAnswer: Answer, onFailure: (error: unknown) => void): SearchService {
  const worker = new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<FromSearch>) => onAnswer(data));
  worker.addEventListener('error', onFailure);
  return { receive: (message: ToSearch) => worker.postMessage(message), close: () => worker.terminate() };
}

export interface SearchSession {
  /** Increases when rows or notes change, so that queries run again; 0 until the rows are read. */
  revision: StoreApi<number>;
  search: (text: string) => Promise<Found>;
  setNotes: (notes: SearchTables['notes']) => void;
  close: () => void;
}

const NOTHING: Found = { hits: [], count: 0, groups: [], suggestions: [] };

export function openSearch(account: string, plan: Plan): SearchSession {
  const revision = createStore(() => 0);
  const asked = new Map<number, (found: Found) => void>();
  let notes: SearchTables['notes'] = [];
  let service: SearchService | undefined;
  let queries = 0;
  let closed = false;

  const onAnswer: Answer = (message) => {
    if (message.type === 'changed') return revision.setState((count) => count + 1);
    asked.get(message.query)?.(message.found);
    asked.delete(message.query);
  };
  /** Answers the pending queries; their callers query again when `revision` changes. */
  function settle() {
    for (const resolve of asked.values()) resolve(NOTHING);
    asked.clear();
  }
  function use(next: SearchService) {
    service?.close();
    service = next;
    next.receive({ type: 'open', account, plan });
    next.receive({ type: 'notes', notes });
  }
  async function searchOnPage(reason: unknown) {
    if (closed) return;
    console.warn('The search runs on the page, because its worker failed:', reason);
    settle();
    try {
      const { createSearchService } = await import('./search-service');
      if (!closed) use(createSearchService(onAnswer));
    } catch (error) {
      console.error('The search could not start:', error);
    }
  }
  try {
    use(startWorker(onAnswer, searchOnPage));
  } catch (error) {
    void searchOnPage(error);
  }

  return {
    revision,
    search: (text) =>
      new Promise((resolve) => {
        const query = ++queries;
        asked.set(query, resolve);
        service?.receive({ type: 'search', query, text });
      }),
    setNotes(next) {
      // Each opened search box sets the same notes again, which must not build the index again.
      if (JSON.stringify(next) === JSON.stringify(notes)) return;
      notes = next;
      service?.receive({ type: 'notes', notes });
    },
    close() {
      closed = true;
      service?.close();
      settle();
    },
  };
}
