/**
 * The search of one account: updates the indexes with each change and runs queries. Runs in `search-worker.ts`, or on the page if the
 * worker does not start.
 * Guarantees: the result depends only on the rows, not on the order of their arrival.
 */
import { SEARCH_RESULTS } from '@/config/limits';
import type { Plan } from '@/domain/entitlements';
import { CatalogIndex, type Hit, hitOf } from '@/domain/search/catalog-index';
import { type FurtherDoc, type FurtherGroup, FurtherIndex } from '@/domain/search/further-index';
import type { CatalogDoc } from '@/domain/search/ranking';
import {
  captionDocs,
  courseDoc,
  eventDocs,
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

type Owner = 'course' | 'video' | 'quiz' | 'news' | 'event' | 'note';

interface Docs {
  catalog: CatalogDoc[];
  further: FurtherDoc[];
}

/** Kind of the document to which a row belongs. */
const ownerOf: Record<SearchKind, Owner> = {
  courses: 'course',
  videos: 'video',
  lessons: 'video',
  tests: 'quiz',
  news: 'news',
  news_bodies: 'news',
  events: 'event',
  notes: 'note',
};

export class SearchEngine {
  readonly #plan: Plan;
  readonly #catalog = new CatalogIndex();
  readonly #further = new FurtherIndex();
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
  /** The indexed documents, by owner. */
  readonly #docs = new Map<string, Docs>();

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  apply({ kind, put, removed }: SearchChange): void {
    const rows = this.#rows[kind] as Map<string, SearchRows[SearchKind]>; // The cast is safe because all rows of a change are of `kind`.
    const changed = new Set(removed);
    for (const id of removed) rows.delete(id);
    for (const row of put) {
      rows.set(row.id, row);
      changed.add(row.id);
    }
    const owner = ownerOf[kind];
    for (const id of changed) this.#index(owner, id);
    // Index dependents again: a lesson needs its course and shows the course's title; a quiz and a note show the lesson's title.
    if (kind === 'courses') {
      for (const [id, { course_id }] of this.#rows.videos) if (changed.has(course_id)) this.#index('video', id);
    }
    if (kind === 'courses' || kind === 'videos') {
      for (const [id, { video_id, course_id }] of this.#rows.tests)
        if (changed.has(video_id ?? '') || changed.has(course_id)) this.#index('quiz', id);
      for (const [id, { video_id }] of this.#rows.notes)
        if (changed.has(video_id) || changed.has(this.#rows.videos.get(video_id)?.course_id ?? ''))
          this.#index('note', id);
    }
  }

  search(text: string): Found {
    const { judged, tokens, query } = this.#catalog.search(text);
    const groups = this.#further.search(query);
    return {
      hits: judged.slice(0, SEARCH_RESULTS).map((one) => hitOf(one, query, tokens)),
      count: judged.length,
      groups,
      suggestions: this.#catalog.suggestions(judged, tokens, query, this.#further),
    };
  }

  #index(owner: Owner, id: string): void {
    const key = `${owner} ${id}`;
    const before = this.#docs.get(key);
    const docs = this.#docsOf[owner](id);
    if (before && JSON.stringify(before) === JSON.stringify(docs)) return;
    for (const doc of before?.catalog ?? []) this.#catalog.remove(doc);
    for (const doc of before?.further ?? []) this.#further.remove(doc);
    for (const doc of docs.catalog) this.#catalog.put(doc);
    for (const doc of docs.further) this.#further.put(doc);
    if (docs.catalog.length + docs.further.length === 0) this.#docs.delete(key);
    else this.#docs.set(key, docs);
  }

  readonly #docsOf: Record<Owner, (id: string) => Docs> = {
    course: (id) => {
      const course = this.#rows.courses.get(id);
      return { catalog: course ? courseDoc(course) : [], further: [] };
    },
    video: (id) => {
      const [lesson, place] = [this.#rows.lessons.get(id), this.#place(id)];
      if (!place) return { catalog: [], further: [] };
      return {
        catalog: [lessonDoc(place, lesson)],
        further: lesson ? [...captionDocs(place, lesson), ...resourceDocs(place, lesson, this.#plan)] : [],
      };
    },
    quiz: (id) =>
      this.#beside(this.#rows.tests.get(id), (quiz) =>
        quizDocs(quiz, this.#rows.courses.get(quiz.course_id), this.#rows.videos.get(quiz.video_id ?? '')),
      ),
    news: (id) =>
      this.#beside(this.#rows.news.get(id), (news) => [newsDoc(news, this.#rows.news_bodies.get(id), this.#plan)]),
    event: (id) => this.#beside(this.#rows.events.get(id), (event) => eventDocs(event, this.#plan)),
    note: (id) => this.#beside(this.#rows.notes.get(id), (note) => [noteDoc(note, this.#place(note.video_id))]),
  };

  #beside<T>(row: T | undefined, docs: (row: T) => FurtherDoc[]): Docs {
    return { catalog: [], further: row ? docs(row) : [] };
  }

  #place(videoId: string) {
    const video = this.#rows.videos.get(videoId);
    return placeOf(video, this.#rows.courses.get(video?.course_id ?? ''), this.#rows.lessons.get(videoId));
  }
}
