/** The search over all rows of one account, as they were when it was made. Pure. */
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
  type SearchTables,
} from './documents';

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

const byId = <T extends { id: string }>(rows: readonly T[]) => new Map(rows.map((row) => [row.id, row]));

export class SearchIndex {
  readonly #catalog: CatalogIndex;
  readonly #further: FurtherIndex;

  constructor(tables: SearchTables, plan: Plan) {
    const [courses, videos, lessons] = [byId(tables.courses), byId(tables.videos), byId(tables.lessons)];
    const bodies = byId(tables.news_bodies);
    const places = new Map<string, LessonPlace>();
    for (const [id, video] of videos) {
      const place = placeOf(video, courses.get(video.course_id), lessons.get(id));
      if (place) places.set(id, place);
    }
    this.#further = new FurtherIndex([
      ...[...places].flatMap(([id, place]) => {
        const lesson = lessons.get(id);
        return lesson ? [...captionDocs(place, lesson), ...resourceDocs(place, lesson, plan)] : [];
      }),
      ...tables.tests.flatMap((quiz) => quizDocs(quiz, courses.get(quiz.course_id), videos.get(quiz.video_id ?? ''))),
      ...tables.news.map((one) => newsDoc(one, bodies.get(one.id), plan)),
      ...tables.events.flatMap((event) => eventDocs(event, plan)),
      ...tables.notes.map((note) => noteDoc(note, places.get(note.video_id))),
    ]);
    const docs = [
      ...tables.courses.flatMap(courseDoc),
      ...[...places].map(([id, place]) => lessonDoc(place, lessons.get(id))),
    ];
    this.#catalog = new CatalogIndex(docs, this.#further);
  }

  search(text: string): Found {
    return { ...this.#catalog.search(text, SEARCH_RESULTS), groups: this.#further.search(text) };
  }
}
