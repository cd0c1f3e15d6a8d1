/**
 * The search over everything except courses and lessons: captions, files, quizzes, news, events and notes.
 * Guarantees: a result contains every significant word of the query: exact, inflected, misspelt or by its sound; within a kind the best
 * come first.
 */
import MiniSearch, { type Query, type SearchResult } from 'minisearch';
import { FURTHER_RESULTS } from '@/shared/app-limits';
import { cleanText } from '@/shared/clean-text';
import { type Highlighted, highlighted } from './highlight';
import { WORD_LETTERS } from './ranking';
import { readingIn } from './readings';
import { latinWords, soundOf, type Word, withoutChatLetters, wordsOf } from './search-text';
import { Vocabulary } from './vocabulary';

export const furtherKinds = ['caption', 'resource', 'quiz', 'news', 'event', 'note'] as const;
export type FurtherKind = (typeof furtherKinds)[number];

/** A searched document, and the target to which its result leads. */
export interface FurtherDoc {
  kind: FurtherKind;
  /** Unique within the kind. */
  id: string;
  title: string;
  /** Searched text; the results show its matching part below the title. */
  text: string;
  /** Title of the lesson that the caption, file or note belongs to. Shown, not searched. */
  context: string;
  /** Id of the lesson, quiz or event; slug of a news item. */
  target: string;
  courseId: string | null;
  /** Position in the lesson (s). */
  at: number | null;
}

export type FurtherHit = Omit<FurtherDoc, 'text'> & Highlighted;

export interface FurtherGroup {
  kind: FurtherKind;
  /** The best results. */
  hits: FurtherHit[];
  /** Number of all results. */
  count: number;
}

/** Weight of a match by the way it was found. */
const WEIGHTS = { word: 4, form: 3, sound: 1.5 } as const;
const FUZZY = 0.25;
const FUZZY_LETTERS = 5;

/** Stop words. */
const particles = new Set(
  wordsOf(
    'а без ви в във до и за из или как какво какъв към ли на не от по при с са се си със съм това че ще the a of and',
  ).map(({ latin }) => latin),
);

export class FurtherIndex {
  readonly #docs: readonly FurtherDoc[];
  readonly #vocabulary: Vocabulary;
  readonly #index = new MiniSearch<{ id: number; title: string; text: string }>({
    fields: ['title', 'text'],
    tokenize: (words) => words.split(' '),
    processTerm: (word) => word,
    searchOptions: { boost: { title: 2 } },
  });

  constructor(docs: readonly FurtherDoc[]) {
    this.#docs = docs;
    const words = docs.map(({ title, text }) => ({
      title: new Set(latinWords(title)),
      text: new Set(latinWords(text)),
    }));
    this.#vocabulary = new Vocabulary(words.map(({ title, text }) => new Set([...title, ...text])));
    this.#index.addAll(
      words.map(({ title, text }, id) => ({ id, title: [...title].join(' '), text: [...text].join(' ') })),
    );
  }

  has = (latin: string): boolean => this.#vocabulary.has(latin);

  isKnown = (latin: string): boolean => this.#vocabulary.isKnown(latin);

  begins = (latin: string): boolean => this.#vocabulary.begins(latin);

  oneLetterFrom = (latin: string): string[] => this.#vocabulary.oneLetterFrom(latin);

  /** Spelling of a word in the document that matches the word best. */
  spelling(latin: string): string | undefined {
    const [result] = this.#index.search(latin);
    const doc = this.#docs[result?.id];
    if (!doc) return undefined;
    const words = `${doc.title} ${doc.text}`;
    const place = wordsOf(words).find((word) => word.latin === latin);
    return place && words.slice(place.from, place.to);
  }

  search(text: string): FurtherGroup[] {
    const all = latinWords(cleanText(text)).map((latin) => readingIn(this, latin));
    const telling = all.filter((word) => !particles.has(word));
    const words = telling.length > 0 ? telling : all;
    if (words.length === 0) return [];
    const results = this.#index.search({ combineWith: 'AND', queries: words.map((word) => this.#query(word)) });
    return furtherKinds.flatMap((kind) => {
      const found = results.filter(({ id }) => this.#docs[id]?.kind === kind);
      const hits = found.slice(0, FURTHER_RESULTS).flatMap((result) => this.#hitOf(result));
      return hits.length > 0 ? [{ kind, hits, count: found.length }] : [];
    });
  }

  #query(latin: string): Query {
    const plain = withoutChatLetters(latin);
    const forms = new Set([...this.#vocabulary.formsOf(latin), ...this.#vocabulary.formsOf(plain)]);
    const sound = soundOf(latin);
    const sounding = sound.length >= WORD_LETTERS ? this.#vocabulary.sounding(sound) : [];
    const itself: Query = {
      queries: [latin],
      prefix: latin.length >= WORD_LETTERS,
      fuzzy: latin.length >= FUZZY_LETTERS ? FUZZY : false,
      boostTerm: () => WEIGHTS.word,
    };
    const others = (queries: readonly string[], weight: number): Query[] =>
      queries.length > 0 ? [{ queries: [...queries], boostTerm: () => weight }] : [];
    return {
      combineWith: 'OR',
      queries: [itself, ...others([...forms], WEIGHTS.form), ...others(sounding, WEIGHTS.sound)],
    };
  }

  #hitOf({ id, terms }: SearchResult): FurtherHit[] {
    const doc = this.#docs[id];
    if (!doc) return [];
    const { text, ...shown } = doc;
    const matched = new Set(terms);
    return [{ ...shown, ...highlighted(doc.title, text, ({ latin }: Word) => matched.has(latin)) }];
  }
}
