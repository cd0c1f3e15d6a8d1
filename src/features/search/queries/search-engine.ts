/**
 * The search of one account: keeps the rows, indexes them at the first query after a change, and runs queries. Runs in `search-worker.ts`, or on
 * the page if the worker does not start.
 */
import { SEARCH_RESULTS } from '@/shared/app-limits';
import type { Plan } from '@/shared/entitlements';
import { CatalogIndex, type Hit } from '../rules/catalog-index';
import { type FurtherGroup, FurtherIndex } from '../rules/further-index';
import {
  captionDocs,
  courseDoc,
  eventDocs,
  type LessonPlace,
  lessonDoc,
  newsDoc,
  noteDoc,
  placeOf,
  quizDocs,
  resourceDocs,
  type SearchKind,
  type SearchRows,
} from './documents';

export type SearchChange = {
  [K in SearchKind]: { kind: K; put: SearchRows[K][]; removed: string[] };
}[SearchKind];

export interface Found {
  /** Courses and lessons to show, best first. */
  hits: Hit[];
  /** Number of all matching courses and lessons, including those not shown. */
  count: number;
  /** Matches of all other kinds, grouped by kind. */
  groups: FurtherGroup[];
  /** Alternative words to search for, best first. */
  suggestions: string[];
}

export class SearchEngine {
  readonly #plan: Plan;
  readonly #rows: { [K in SearchKind]: Map<string, SearchRows[K]> } = {
    courses: new Map(),
    videos: new Map(),
    lessons: new Map(),
    tests: new Map(),
    news: new Map(),
    news_bodies: new Map(),
    events: new Map(),
    notes: new Map(),
  };
  /** Undefined after a change: the next query builds both indexes again. */
  #indexes: { catalog: CatalogIndex; further: FurtherIndex } | undefined;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  apply({ kind, put, removed }: SearchChange): void {
    const rows = this.#rows[kind] as Map<string, SearchRows[SearchKind]>; // The cast is safe because all rows of a change are of `kind`.
    for (const id of removed) rows.delete(id);
    for (const row of put) rows.set(row.id, row);
    this.#indexes = undefined;
  }

  search(text: string): Found {
    this.#indexes ??= this.#build();
    const { catalog, further } = this.#indexes;
    return { ...catalog.search(text, SEARCH_RESULTS), groups: further.search(text) };
  }

  #build() {
    const { courses, videos, lessons, tests, news, news_bodies, events, notes } = this.#rows;
    const plan = this.#plan;
    const places = new Map<string, LessonPlace>();
    for (const [id, video] of videos) {
      const place = placeOf(video, courses.get(video.course_id), lessons.get(id));
      if (place) places.set(id, place);
    }
    const further = new FurtherIndex([
      ...[...places].flatMap(([id, place]) => {
        const lesson = lessons.get(id);
        return lesson ? [...captionDocs(place, lesson), ...resourceDocs(place, lesson, plan)] : [];
      }),
      ...[...tests.values()].flatMap((quiz) =>
        quizDocs(quiz, courses.get(quiz.course_id), videos.get(quiz.video_id ?? '')),
      ),
      ...[...news.values()].map((one) => newsDoc(one, news_bodies.get(one.id), plan)),
      ...[...events.values()].flatMap((event) => eventDocs(event, plan)),
      ...[...notes.values()].map((note) => noteDoc(note, places.get(note.video_id))),
    ]);
    const docs = [
      ...[...courses.values()].flatMap(courseDoc),
      ...[...places].map(([id, place]) => lessonDoc(place, lessons.get(id))),
    ];
    return { catalog: new CatalogIndex(docs, further), further };
  }
}
