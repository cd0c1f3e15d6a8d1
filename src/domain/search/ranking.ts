/**
 * Searches the courses and lessons on this device: matches, their scores and the reason (specification 2 §5, §9; decision 29).
 * Guarantees: pure; an empty query finds nothing; best match first, equal matches in catalog order.
 * Rule: demonstration and sample content is never found.
 */
import Fuse from 'fuse.js';
import { SUGGESTION_LETTERS, SUGGESTIONS } from '@/config/limits';
import type { CourseRow, VideoRow } from '../rows';
import { soundOf, toLatin, type Word, wordsOf } from './search-text';

/** Scores and thresholds of specification 2 §9, as shares of 1. */
const SCORES = { exact: 1, fuzzy: 0.9, partialTitle: 0.8, description: 0.6, other: 0.5, sound: 0.4 } as const;
const VIDEO_BOOST = 1.1;
const LEAST_SCORE = 0.3;
const FUZZY_THRESHOLD = 0.7;
const HIGHLIGHT_THRESHOLD = 0.6;
/** Shorter words occur inside too many others and sound like them. */
const WORD_LETTERS = 3;

export type Match = 'exact' | 'similar' | 'partial' | 'sound';
export type Range = readonly [from: number, to: number];

export interface Hit {
  kind: 'course' | 'video';
  id: string;
  courseId: string;
  title: string;
  /** The course of a lesson, or the category of a course. */
  context: string;
  /** 0 to 1. */
  score: number;
  match: Match;
  /** Ranges of the title to highlight. */
  highlights: Range[];
}

export interface Found {
  hits: Hit[];
  /** Alternative queries, most likely first. */
  suggestions: string[];
}

interface Entry extends Pick<Hit, 'kind' | 'id' | 'courseId' | 'title' | 'context'> {
  words: Word[];
  /** Phonetic key of each word. */
  sounds: string[];
  latinTitle: string;
  latinDescription: string;
  latinOther: string;
}

export interface SearchIndex {
  entries: Entry[];
  /** All words of the titles, for finding similar ones. */
  vocabulary: Fuse<string>;
  /** Spelling of each word in the first title that contains it. */
  spelling: ReadonlyMap<string, string>;
  /** First word of the vocabulary with each phonetic key. */
  sounding: ReadonlyMap<string, string>;
}

const unfitCourse = /demo|sample|css fundamental|javascript basic|test course|lorem ipsum|dummy|placeholder/i;
const unfitVideo = /demo|sample/i;

/** True when a course may be found. */
export const isFindable = ({
  id,
  title,
  description,
  category,
}: Pick<CourseRow, 'id' | 'title' | 'description' | 'category'>): boolean =>
  id.length > 2 &&
  title.trim() !== '' &&
  ![title, category, description].some((text) => text && unfitCourse.test(text));

interface Catalog {
  courses: readonly CourseRow[];
  videos: readonly VideoRow[];
  /** Descriptions of the lessons this account may read, by id. */
  descriptions: ReadonlyMap<string, string>;
}

function entryOf(
  shown: Pick<Hit, 'kind' | 'id' | 'courseId' | 'title' | 'context'>,
  description: string,
  other: string,
  sound: (latin: string) => string,
): Entry {
  const words = wordsOf(shown.title);
  return {
    ...shown,
    words,
    sounds: words.map(({ latin }) => sound(latin)),
    latinTitle: words.map(({ latin }) => latin).join(' '),
    latinDescription: toLatin(description),
    latinOther: toLatin(other),
  };
}

export function searchIndex({ courses, videos, descriptions }: Catalog): SearchIndex {
  // Titles share words: compute each phonetic key once.
  const heard = new Map<string, string>();
  const sound = (latin: string) => {
    const known = heard.get(latin) ?? soundOf(latin);
    heard.set(latin, known);
    return known;
  };
  const findable = courses.filter(isFindable);
  const courseOf = new Map(findable.map((course) => [course.id, course]));
  const entries = findable.map((course) =>
    entryOf(
      { kind: 'course', id: course.id, courseId: course.id, title: course.title, context: course.category ?? '' },
      course.description ?? '',
      `${course.category ?? ''} ${course.instructor ?? ''}`,
      sound,
    ),
  );
  for (const video of videos) {
    const course = courseOf.get(video.course_id);
    const description = descriptions.get(video.id) ?? '';
    if (!course || unfitVideo.test(`${video.title} ${description}`)) continue;
    const shown = {
      kind: 'video',
      id: video.id,
      courseId: video.course_id,
      title: video.title,
      context: course.title,
    } as const;
    entries.push(entryOf(shown, description, '', sound));
  }
  const spelling = new Map<string, string>();
  for (const { title, words } of entries)
    for (const { latin, from, to } of words) if (!spelling.has(latin)) spelling.set(latin, title.slice(from, to));
  const vocabulary = new Fuse([...spelling.keys()], {
    includeScore: true,
    ignoreLocation: true,
    threshold: 1 - HIGHLIGHT_THRESHOLD,
  });
  const sounding = new Map([...spelling.keys()].reverse().map((latin) => [sound(latin), latin]));
  return { entries, vocabulary, spelling, sounding };
}

/** A word of the query and its similarity (0 to 1) to words of the vocabulary. */
interface Token {
  latin: string;
  sound: string;
  similar: Map<string, number>;
}

function tokensOf(index: SearchIndex, query: string): Token[] {
  return wordsOf(query).map(({ latin }) => ({
    latin,
    sound: soundOf(latin),
    similar: new Map(
      index.vocabulary.search(latin).map(({ item, score = 1 }) => [item, likeness(latin, item, 1 - score)]),
    ),
  }));
}

/** Fuse rates a short word inside a long one as equal; scale the similarity by their lengths. */
const likeness = (a: string, b: string, similarity: number) =>
  Math.min(similarity, 1 - Math.abs(a.length - b.length) / Math.max(a.length, b.length));

const best = (token: Token, entry: Entry) =>
  entry.words.reduce((most, { latin }) => Math.max(most, token.similar.get(latin) ?? 0), 0);

/** The best score and reason for which an entry matches the query. */
function judge(entry: Entry, phrase: string, tokens: readonly Token[]): { score: number; match: Match } {
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
function highlightsOf({ title, words, sounds }: Entry, query: string, tokens: readonly Token[]): Range[] {
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

/** The query with each unknown word replaced by the most similar known one, then single known words that sound or look like an unknown one. */
function suggestionsOf(
  { spelling, sounding }: SearchIndex,
  query: string,
  tokens: readonly Token[],
  least: number,
): string[] {
  if (query.length < SUGGESTION_LETTERS || tokens.every(({ latin }) => spelling.has(latin))) return [];
  const likely = tokens.map(({ latin, sound, similar }) => {
    if (spelling.has(latin)) return [latin];
    const alike = sounding.get(sound);
    const looking = [...similar]
      .filter(([, likeness]) => likeness >= least)
      .sort(([a, x], [b, y]) => y - x || a.length - b.length)
      .map(([word]) => word);
    // Suggesting a single letter is useless.
    return (alike === undefined ? looking : [alike, ...looking]).filter((word) => word.length >= SUGGESTION_LETTERS);
  });
  const whole = likely.flatMap(([likeliest]) => likeliest ?? []).map((latin) => spelling.get(latin) ?? latin);
  const single = likely
    .flatMap((words, place) => (spelling.has(tokens[place]?.latin ?? '') ? [] : words))
    .map((latin) => spelling.get(latin) ?? latin);
  const lower = [whole.join(' '), ...single].filter(Boolean).map((words) => words.toLocaleLowerCase('bg'));
  return [...new Set(lower)].slice(0, SUGGESTIONS);
}

export function search(index: SearchIndex, text: string): Found {
  const query = text.trim().replace(/\s+/g, ' ');
  const tokens = tokensOf(index, query);
  if (tokens.length === 0) return { hits: [], suggestions: [] };
  const phrase = tokens.map(({ latin }) => latin).join(' ');
  const judged = index.entries.map((entry) => {
    const { score, match } = judge(entry, phrase, tokens);
    return { entry, match, score: entry.kind === 'video' ? score * VIDEO_BOOST : score };
  });
  const hits = judged
    .filter(({ score }) => score > LEAST_SCORE)
    .sort((a, b) => b.score - a.score)
    .map(({ entry, match, score }): Hit => {
      const { kind, id, courseId, title, context } = entry;
      return {
        kind,
        id,
        courseId,
        title,
        context,
        score: Math.min(1, score),
        match,
        highlights: highlightsOf(entry, query, tokens),
      };
    });
  // An exact match needs no suggestions; a query without matches also gets less similar ones.
  if (hits.some(({ match }) => match === 'exact')) return { hits, suggestions: [] };
  return {
    hits,
    suggestions: suggestionsOf(index, query, tokens, hits.length > 0 ? FUZZY_THRESHOLD : HIGHLIGHT_THRESHOLD),
  };
}
