/**
 * Scores how well a course or a lesson matches a query, and the reason (specification 2 §5, §9; decision 29).
 * Guarantees: pure.
 * Rule: the scores are the specification's; tests/fixtures/search/golden-scores.json freezes them.
 */
import { latinWords, type Word, wordsOf } from './search-text';

/** Scores and thresholds of specification 2 §9. A score of 1 is a full match. */
const SCORES = { exact: 1, fuzzy: 0.9, partialTitle: 0.8, description: 0.6, other: 0.5, sound: 0.4 } as const;
export const VIDEO_BOOST = 1.1;
export const LEAST_SCORE = 0.3;
export const FUZZY_THRESHOLD = 0.7;
export const HIGHLIGHT_THRESHOLD = 0.6;
/** Smallest word length (letters); shorter words occur inside too many others or sound like them. */
export const WORD_LETTERS = 3;

export type Match = 'exact' | 'similar' | 'partial' | 'sound';
export type Range = readonly [from: number, to: number];

/** The searched fields of a course or a lesson. */
export interface CatalogDoc {
  kind: 'course' | 'video';
  id: string;
  courseId: string;
  title: string;
  /** Title of the course for a lesson, category for a course. */
  context: string;
  description: string;
  /** Category and instructor of a course. */
  other: string;
  /** Position of a lesson in its course. */
  position: number;
}

export interface Entry extends Omit<CatalogDoc, 'other'> {
  words: Word[];
  /** Phonetic key of each word. */
  sounds: string[];
  latinTitle: string;
  latinDescription: string;
  latinOther: string;
}

export function entryOf({ other, ...shown }: CatalogDoc, soundOf: (latin: string) => string): Entry {
  const words = wordsOf(shown.title);
  return {
    ...shown,
    words,
    sounds: words.map(({ latin }) => soundOf(latin)),
    latinTitle: words.map(({ latin }) => latin).join(' '),
    latinDescription: latinWords(shown.description).join(' '),
    latinOther: latinWords(other).join(' '),
  };
}

/** A word of the query and its similarity (0 to 1) to words of the vocabulary. */
export interface Token {
  latin: string;
  sound: string;
  similar: ReadonlyMap<string, number>;
}

/** Limits the similarity by the lengths of the two words, because Fuse rates a short word as equal to a long word that contains it. */
export const likeness = (a: string, b: string, similarity: number) =>
  Math.min(similarity, 1 - Math.abs(a.length - b.length) / Math.max(a.length, b.length));

const best = (token: Token, entry: Entry) =>
  entry.words.reduce((most, { latin }) => Math.max(most, token.similar.get(latin) ?? 0), 0);

/** The best score with which an entry matches the query, and the reason for the match. */
export function judge(entry: Entry, phrase: string, tokens: readonly Token[]): { score: number; match: Match } {
  const has = (text: string) => tokens.every(({ latin }) => text.includes(latin));
  const part = () => tokens.some(({ latin }) => latin.length >= WORD_LETTERS && entry.latinTitle.includes(latin));
  const sounds = () =>
    tokens.every(({ sound }) => sound.length >= WORD_LETTERS && entry.sounds.some((other) => other.startsWith(sound)));
  const similarity = tokens.reduce((sum, token) => sum + best(token, entry), 0) / tokens.length;
  const reasons: { score: number; match: Match }[] = [
    { score: entry.latinTitle.includes(phrase) ? SCORES.exact : 0, match: 'exact' },
    { score: similarity >= FUZZY_THRESHOLD ? SCORES.fuzzy * similarity : 0, match: 'similar' },
    { score: has(entry.latinTitle) ? SCORES.partialTitle : 0, match: 'partial' },
    { score: has(entry.latinDescription) ? SCORES.description : 0, match: 'partial' },
    { score: has(entry.latinOther) || part() ? SCORES.other : 0, match: 'partial' },
    { score: sounds() ? SCORES.sound : 0, match: 'sound' },
  ];
  return reasons.reduce((a, b) => (b.score > a.score ? b : a));
}

/** Ranges of the title's words that match the query. */
export function highlightsOf({ title, words, sounds }: Entry, query: string, tokens: readonly Token[]): Range[] {
  const whole = title.toLocaleLowerCase('bg').indexOf(query.toLocaleLowerCase('bg'));
  if (whole >= 0) return [[whole, whole + query.length]];
  return words.flatMap(({ latin, from, to }, index): Range[] => {
    const meant = tokens.some(
      (token) =>
        (token.latin.length > 1 && latin.includes(token.latin)) ||
        (token.similar.get(latin) ?? 0) >= HIGHLIGHT_THRESHOLD ||
        (token.sound.length >= WORD_LETTERS && sounds[index]?.startsWith(token.sound)),
    );
    return meant ? [[from, to]] : [];
  });
}
