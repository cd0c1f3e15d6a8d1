/**
 * Page side of the search: starts the worker, sends every change of the mirror to it, and queries it.
 * Guarantees: a result covers every row on the device; if the worker does not start or dies, the same search runs on the page.
 */
import { openMirror, type RowChange, watchRows } from '@sync';
import type { Plan } from '@/shared/entitlements';
import type { SearchKind, SearchRows } from './documents';
import type { Found, SearchChange } from './search-engine';
import type { FromSearch, ToSearch } from './search-protocol';

/** Tables to watch, in reading order: `lessons` before `videos`, because a lesson is indexed when its card (`videos`) arrives. */
const kinds = [
  'courses',
  'lessons',
  'videos',
  'tests',
  'news',
  'news_bodies',
  'events',
] as const satisfies SearchKind[];

/** Fields to send to the worker. Whole rows are not sent, because copying them would block the page longer. */
const fields: { [K in (typeof kinds)[number]]: (keyof SearchRows[K])[] } = {
  courses: ['id', 'title', 'description', 'category', 'instructor'],
  lessons: ['id', 'description', 'captions', 'resources'],
  videos: ['id', 'course_id', 'title', 'order_position'],
  tests: ['id', 'video_id', 'course_id', 'title', 'description'],
  news: ['id', 'title', 'summary', 'slug'],
  news_bodies: ['id', 'content'],
  events: ['id', 'title', 'description', 'location'],
};

function changeOf({ kind, put, removed }: RowChange): SearchChange {
  const names: readonly string[] = fields[kind as (typeof kinds)[number]]; // The cast is safe because only the tables in `kinds` are watched.
  const picked = put.map((row) => Object.fromEntries(names.map((name) => [name, Reflect.get(row, name)])));
  return { kind, put: picked, removed } as SearchChange; // The cast is safe because the mirror's table `kind` holds only rows of that kind.
}

interface Port {
  send: (message: ToSearch) => void;
  close: () => void;
}

type Answer = (message: FromSearch) => void;

function workerPort(onAnswer: Answer, onFailure: (error: unknown) => void): Port {
  const worker = new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<FromSearch>) => onAnswer(data));
  worker.addEventListener('error', onFailure);
  return { send: (message) => worker.postMessage(message), close: () => worker.terminate() };
}

async function pagePort(onAnswer: Answer): Promise<Port> {
  const { SearchEngine } = await import('./search-engine');
  let engine: InstanceType<typeof SearchEngine> | undefined;
  return {
    send(message) {
      if (message.type === 'open') engine = new SearchEngine(message.plan);
      else if (message.type === 'change') engine?.apply(message.change);
      else if (engine) onAnswer({ type: 'found', query: message.query, found: engine.search(message.text) });
    },
    close: () => undefined,
  };
}

export interface SearchSession {
  /** A counter that increases when rows or notes change, so that queries run again; 0 until the rows are read. */
  revision: () => number;
  subscribe: (listener: () => void) => () => void;
  search: (text: string) => Promise<Found>;
  setNotes: (notes: readonly SearchRows['notes'][]) => void;
  close: () => void;
}

const NOTHING: Found = { hits: [], count: 0, groups: [], suggestions: [] };

export function openSearch(account: string, plan: Plan): SearchSession {
  const listeners = new Set<() => void>();
  const asked = new Map<number, (found: Found) => void>();
  let notes: readonly SearchRows['notes'][] = [];
  let sentNotes = new Map<string, string>();
  let port: Port | undefined;
  let stopWatching: (() => void) | undefined;
  let queries = 0;
  let revision = 0;
  let closed = false;

  const changed = () => {
    revision++;
    for (const listener of [...listeners]) listener();
  };
  const onAnswer: Answer = (message) => {
    if (message.type !== 'found') return;
    asked.get(message.query)?.(message.found);
    asked.delete(message.query);
  };

  function sendNotes() {
    if (!port) return;
    const next = new Map(notes.map((note) => [note.id, JSON.stringify(note)]));
    const put = notes.filter(({ id }) => next.get(id) !== sentNotes.get(id));
    const removed = [...sentNotes.keys()].filter((id) => !next.has(id));
    sentNotes = next;
    if (put.length + removed.length === 0) return;
    port.send({ type: 'change', change: { kind: 'notes', put, removed } });
    if (revision > 0) changed();
  }

  async function feed(next: Port) {
    port?.close();
    stopWatching?.();
    port = next;
    sentNotes = new Map();
    next.send({ type: 'open', plan });
    sendNotes();
    const stop = await watchRows(
      openMirror(account),
      kinds,
      (change) => next.send({ type: 'change', change: changeOf(change) }),
      changed,
      (error) => {
        console.error('The catalog could not be searched:', error);
        changed();
      },
    );
    if (closed || port !== next) stop();
    else stopWatching = stop;
  }

  const onPage = (reason: unknown) => {
    if (closed) return;
    console.warn('The search runs on the page, because its worker failed:', reason);
    // Settle the pending queries, which the worker will not answer; their callers query again when `revision` changes.
    for (const settle of asked.values()) settle(NOTHING);
    asked.clear();
    pagePort(onAnswer)
      .then((next) => (closed ? undefined : feed(next)))
      .catch((error: unknown) => console.error('The search could not start:', error));
  };
  try {
    void feed(workerPort(onAnswer, (event) => onPage(event))).catch(onPage);
  } catch (error) {
    onPage(error);
  }

  return {
    revision: () => revision,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    search: (text) =>
      new Promise((resolve) => {
        const query = ++queries;
        asked.set(query, resolve);
        port?.send({ type: 'search', query, text });
      }),
    setNotes(next) {
      notes = next;
      sendNotes();
    },
    close() {
      closed = true;
      stopWatching?.();
      port?.close();
      for (const settle of asked.values()) settle(NOTHING);
      listeners.clear();
    },
  };
}
