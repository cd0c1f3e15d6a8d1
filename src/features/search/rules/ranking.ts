/**
 * Scores how well a course or a lesson matches a query, and the reason (specification 2 §5, §9; decision 29).
 * Guarantees: pure.
 * Rule: the scores are the specification's; tests/fixtures/search/golden-scores.json freezes them.
 */
import { latinWords, soundOf } from './search-text';

/** Scores and thresholds of specification 2 §9. A score of 1 is a full match. */
const SCORES = { exact: 1, fuzzy: 0.9, partialTitle: 0.8, description: 0.6, other: 0.5, sound: 0.4 } as const;
export const VIDEO_BOOST = 1.1;
export const LEAST_SCORE = 0.3;
export const FUZZY_THRESHOLD = 0.7;
export const HIGHLIGHT_THRESHOLD = 0.6;
/** Smallest word length (letters); shorter words occur inside too many others or sound like them. */
export const WORD_LETTERS = 3;

export type Match = 'exact' | 'similar' | 'partial' | 'sound';

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

/** A course or a lesson with its words in Latin letters. */
export interface Entry {
  doc: CatalogDoc;
  titleWords: ReadonlySet<string>;
  /** Words of description, category and instructor. */
  textWords: ReadonlySet<string>;
  /** Phonetic key of each title word. */
  sounds: string[];
  title: string;
  description: string;
  other: string;
}

export function entryOf(doc: CatalogDoc): Entry {
  const [title, description, other] = [latinWords(doc.title), latinWords(doc.description), latinWords(doc.other)];
  return {
    doc,
    titleWords: new Set(title),
    textWords: new Set([...description, ...other]),
    sounds: title.map(soundOf),
    title: title.join(' '),
    description: description.join(' '),
    other: other.join(' '),
  };
}

/** A word of the query and its similarity (0 to 1) to title words. */
export interface Token {
  latin: string;
  sound: string;
  similar: ReadonlyMap<string, number>;
}

/** Limits the similarity by the lengths of the two words, because Fuse rates a short word as equal to a long word that contains it. */
export const likeness = (a: string, b: string, similarity: number) =>
  Math.min(similarity, 1 - Math.abs(a.length - b.length) / Math.max(a.length, b.length));

const best = ({ similar }: Token, { titleWords }: Entry) =>
  [...titleWords].reduce((most, word) => Math.max(most, similar.get(word) ?? 0), 0);

/** True if a word whose phonetic key is `other` sounds like the word of the query or begins like it. */
export const soundsLike = ({ sound }: Token, other: string) => sound.length >= WORD_LETTERS && other.startsWith(sound);

/** The best score with which an entry matches the query, and the reason for the match. */
export function judge(entry: Entry, phrase: string, tokens: readonly Token[]): { score: number; match: Match } {
  const has = (text: string) => tokens.every(({ latin }) => text.includes(latin));
  const part = () => tokens.some(({ latin }) => latin.length >= WORD_LETTERS && entry.title.includes(latin));
  const sounds = () => tokens.every((token) => entry.sounds.some((other) => soundsLike(token, other)));
  const similarity = tokens.reduce((sum, token) => sum + best(token, entry), 0) / tokens.length;
  const reasons: { score: number; match: Match }[] = [
    { score: entry.title.includes(phrase) ? SCORES.exact : 0, match: 'exact' },
    { score: similarity >= FUZZY_THRESHOLD ? SCORES.fuzzy * similarity : 0, match: 'similar' },
    { score: has(entry.title) ? SCORES.partialTitle : 0, match: 'partial' },
    { score: has(entry.description) ? SCORES.description : 0, match: 'partial' },
    { score: has(entry.other) || part() ? SCORES.other : 0, match: 'partial' },
    { score: sounds() ? SCORES.sound : 0, match: 'sound' },
  ];
  return reasons.reduce((a, b) => (b.score > a.score ? b : a));
}
