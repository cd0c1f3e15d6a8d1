/**
 * The search over courses and lessons. Fuse finds misspelt title words; `judge` ranks every course and lesson.
 * Guarantees: the best hits come first. At equal scores courses come before lessons, and lessons in the order of their course.
 */
import Fuse from 'fuse.js';
import { cleanText } from '@/shared/clean-text';
import { type Highlighted, highlighted } from './highlight';
import {
  type CatalogDoc,
  type Entry,
  entryOf,
  FUZZY_THRESHOLD,
  HIGHLIGHT_THRESHOLD,
  judge,
  LEAST_SCORE,
  likeness,
  type Match,
  soundsLike,
  type Token,
  VIDEO_BOOST,
  WORD_LETTERS,
} from './ranking';
import { type Known, readingIn } from './readings';
import { soundOf, type Word, withoutChatLetters, wordsOf } from './search-text';
import { suggestionsOf } from './suggestions';
import { Vocabulary } from './vocabulary';

/** `snippet` is empty when the title matches. */
export interface Hit extends Pick<CatalogDoc, 'kind' | 'id' | 'courseId' | 'title' | 'context'>, Highlighted {
  /** 0 to 1. */
  score: number;
  match: Match;
}

/** A word of the query, and its inflected forms in the catalog. */
interface InflectedToken extends Token {
  forms: ReadonlySet<string>;
  /** Title words that match an inflected form of the word after its chat letters (`search-text.ts`) are replaced. */
  chatForms: readonly string[];
}

interface Judged {
  entry: Entry;
  match: Match;
  score: number;
}

/** The words of the documents that are neither courses nor lessons. */
export interface OtherWords extends Known {
  oneLetterFrom: (latin: string) => string[];
  spelling: (latin: string) => string | undefined;
}

/** Compares code units, because `localeCompare` would take most of the time when thousands of results have the same score. */
const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byRank = (a: Judged, b: Judged) =>
  b.score - a.score ||
  order(a.entry.doc.kind, b.entry.doc.kind) ||
  order(a.entry.doc.courseId, b.entry.doc.courseId) ||
  a.entry.doc.position - b.entry.doc.position ||
  order(a.entry.doc.id, b.entry.doc.id);

export class CatalogIndex {
  readonly #entries: readonly Entry[];
  readonly #titles: Vocabulary;
  readonly #texts: Vocabulary;
  /** Spelling of each title word in the first title that contains it. */
  readonly #spelling = new Map<string, string>();
  readonly #fuse: Fuse<string>;
  readonly #others: OtherWords;
  /** The words of all documents. */
  readonly #known: Known;

  constructor(docs: readonly CatalogDoc[], others: OtherWords) {
    this.#entries = docs.map(entryOf);
    this.#others = others;
    this.#titles = new Vocabulary(this.#entries.map(({ titleWords }) => titleWords));
    this.#texts = new Vocabulary(this.#entries.map(({ textWords }) => textWords));
    const all: readonly Known[] = [this.#titles, this.#texts, others];
    this.#known = {
      has: (latin) => all.some((words) => words.has(latin)),
      isKnown: (latin) => all.some((words) => words.isKnown(latin)),
      begins: (latin) => all.some((words) => words.begins(latin)),
    };
    for (const { title } of docs)
      for (const { latin, from, to } of wordsOf(title))
        if (!this.#spelling.has(latin)) this.#spelling.set(latin, title.slice(from, to));
    this.#fuse = new Fuse([...this.#spelling.keys()], {
      includeScore: true,
      ignoreLocation: true,
      shouldSort: false,
      threshold: 1 - HIGHLIGHT_THRESHOLD,
    });
  }

  /** The best `most` hits, the number of all hits, and other words to search for. */
  search(text: string, most: number): { hits: Hit[]; count: number; suggestions: string[] } {
    const query = cleanText(text).trim().replace(/\s+/g, ' ');
    const tokens = wordsOf(query).map(({ latin }) => this.#tokenOf(readingIn(this.#known, latin)));
    if (tokens.length === 0) return { hits: [], count: 0, suggestions: [] };
    const phrase = tokens.map(({ latin }) => latin).join(' ');
    const judged = this.#entries
      .map((entry): Judged => {
        const { score, match } = judge(entry, phrase, adapted(tokens, entry));
        return { entry, match, score: entry.doc.kind === 'video' ? score * VIDEO_BOOST : score };
      })
      .filter(({ score }) => score > LEAST_SCORE)
      .sort(byRank);
    const hits = judged.slice(0, most).map((one) => hitOf(one, query, tokens));
    return { hits, count: judged.length, suggestions: this.#suggestions(judged, tokens, query) };
  }

  /** Suggested words, those of titles before those of the other documents; none if the exact words were found. */
  #suggestions(judged: readonly Judged[], tokens: readonly Token[], query: string): string[] {
    if (judged.some(({ match }) => match === 'exact')) return [];
    const others = this.#others;
    const spellings = {
      isKnown: (latin: string) => this.#titles.isKnown(latin) || others.isKnown(latin),
      alike: (sound: string) => this.#titles.sounding(sound)[0],
      mistyped: (latin: string) => [
        ...(latin.length >= WORD_LETTERS ? this.#titles.oneLetterFrom(latin) : []),
        // The other documents contain many words of three letters, so a query word of three letters would nearly always get a wrong suggestion.
        ...(latin.length > WORD_LETTERS ? others.oneLetterFrom(latin) : []),
      ],
      spelling: (latin: string) => this.#spelling.get(latin) ?? others.spelling(latin),
    };
    // Without any result, suggest less likely words too.
    return suggestionsOf(spellings, query, tokens, judged.length > 0 ? FUZZY_THRESHOLD : HIGHLIGHT_THRESHOLD);
  }

  #tokenOf(latin: string): InflectedToken {
    const plain = withoutChatLetters(latin);
    return {
      latin,
      sound: soundOf(latin),
      similar: this.#similarTo(latin),
      forms: new Set([...this.#titles.formsOf(latin), ...this.#texts.formsOf(latin)]),
      chatForms: plain === latin ? [] : [...this.#titles.formsOf(plain)],
    };
  }

  /** Title words that look like `latin`, with their similarity. Another form of the same word has similarity 1. */
  #similarTo(latin: string): ReadonlyMap<string, number> {
    const found = this.#fuse.search(latin);
    const similar = new Map(found.map(({ item, score = 1 }) => [item, likeness(latin, item, 1 - score)]));
    for (const form of this.#titles.formsOf(latin)) similar.set(form, 1);
    return similar;
  }
}

/** Replaces each token by the form that the entry contains, so that the ranking compares equal forms. */
function adapted(tokens: readonly InflectedToken[], entry: Entry): readonly Token[] {
  const { title, description, other, titleWords, textWords } = entry;
  return tokens.map((token) => {
    const isIn = title.includes(token.latin) || description.includes(token.latin) || other.includes(token.latin);
    const form = isIn ? undefined : [...token.forms].find((word) => titleWords.has(word) || textWords.has(word));
    const chat = token.chatForms.find((word) => titleWords.has(word));
    if (form === undefined && chat === undefined) return token;
    return { ...token, latin: form ?? token.latin, sound: chat === undefined ? token.sound : soundOf(chat) };
  });
}

function hitOf({ entry: { doc }, match, score }: Judged, query: string, tokens: readonly InflectedToken[]): Hit {
  const { kind, id, courseId, title, context, description } = doc;
  const hasPart = ({ latin: part }: Token, { latin }: Word) => part.length > 1 && latin.includes(part);
  const inTitle = (word: Word) =>
    tokens.some(
      (token) =>
        hasPart(token, word) ||
        (token.similar.get(word.latin) ?? 0) >= HIGHLIGHT_THRESHOLD ||
        soundsLike(token, soundOf(word.latin)),
    );
  const inText = (word: Word) => tokens.some((token) => hasPart(token, word) || token.forms.has(word.latin));
  const shown = highlighted(title, description, inTitle, inText);
  const whole = title.toLocaleLowerCase('bg').indexOf(query.toLocaleLowerCase('bg'));
  if (whole >= 0) shown.highlights = [[whole, whole + query.length]];
  const why = shown.highlights.length > 0 ? { ...shown, snippet: '', snippetHighlights: [] } : shown;
  return { kind, id, courseId, title, context, match, score: Math.min(1, score), ...why };
}
