/**
 * The search over courses and lessons: an inverted index finds the candidates, `judge` ranks them.
 * Guarantees: the hits are the same as if `judge` saw every entry; the best come first. At equal scores
 * courses come before lessons, and lessons in the order of their course.
 */
import Fuse from 'fuse.js';
import { Postings } from './postings';
import {
  type CatalogDoc,
  type Entry,
  entryOf,
  FUZZY_THRESHOLD,
  HIGHLIGHT_THRESHOLD,
  highlightsOf,
  judge,
  LEAST_SCORE,
  likeness,
  type Match,
  type Range,
  type Token,
  VIDEO_BOOST,
  WORD_LETTERS,
} from './ranking';
import { soundOf, type Word, withoutChatLetters, wordsOf } from './search-text';
import { snippetOf } from './snippet';
import { suggestionsOf } from './suggestions';
import { Vocabulary } from './vocabulary';

export interface Hit extends Pick<CatalogDoc, 'kind' | 'id' | 'courseId' | 'title' | 'context'> {
  /** 0 to 1. */
  score: number;
  match: Match;
  /** Ranges of the title to highlight. */
  highlights: Range[];
  /** The matching part of the description; empty when the title matches. */
  snippet: string;
  snippetHighlights: Range[];
}

/** A word of the query, and its inflected forms that the index contains. */
interface InflectedToken extends Token {
  forms: ReadonlySet<string>;
  /** Title words that match an inflected form of the word after its chat letters (`search-text.ts`) are replaced. */
  chatForms: readonly string[];
}

const keyOf = ({ kind, id }: Pick<CatalogDoc, 'kind' | 'id'>) => `${kind} ${id}`;
const distinct = (words: string) => new Set(words.split(' ').filter(Boolean));

interface Stored {
  entry: Entry;
  /** Distinct words of the title. */
  title: ReadonlySet<string>;
  /** Distinct words of description, category and instructor. */
  text: ReadonlySet<string>;
}

export interface Judged {
  entry: Entry;
  match: Match;
  score: number;
}

/** The words of the documents that are neither courses nor lessons. */
export interface OtherWords {
  isKnown: (latin: string) => boolean;
  oneLetterFrom: (latin: string) => string[];
  spelling: (latin: string) => string | undefined;
}

/** Compares code units, because `localeCompare` would take most of the time when thousands of results have the same score. */
const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byRank = (a: Judged, b: Judged) =>
  b.score - a.score ||
  order(a.entry.kind, b.entry.kind) ||
  order(a.entry.courseId, b.entry.courseId) ||
  a.entry.position - b.entry.position ||
  order(a.entry.id, b.entry.id);

export class CatalogIndex {
  readonly #entries = new Map<string, Stored>();
  readonly #inTitles = new Postings<Stored>();
  readonly #inTexts = new Postings<Stored>();
  readonly #titles = new Vocabulary();
  readonly #texts = new Vocabulary();
  /** Fuzzy index of the title words; rebuilt after a word was removed. */
  #fuse: Fuse<string> | undefined;
  /** Spelling of each word in the first title that contains it. */
  readonly #spelling = new Map<string, string>();
  readonly #similar = new Map<string, ReadonlyMap<string, number>>();

  put(doc: CatalogDoc): void {
    const key = keyOf(doc);
    this.remove(doc);
    const entry = entryOf(doc, this.#titles.soundOf);
    const title = distinct(entry.latinTitle);
    const text = distinct(`${entry.latinDescription} ${entry.latinOther}`);
    const stored = { entry, title, text };
    this.#entries.set(key, stored);
    for (const { latin, from, to } of entry.words)
      if (!this.#spelling.has(latin)) this.#spelling.set(latin, entry.title.slice(from, to));
    for (const word of title) {
      this.#inTitles.add(word, stored);
      if (this.#titles.add(word)) this.#titlesGrew(word);
    }
    for (const word of text) {
      this.#inTexts.add(word, stored);
      this.#texts.add(word);
    }
  }

  remove(doc: Pick<CatalogDoc, 'kind' | 'id'>): void {
    const key = keyOf(doc);
    const stored = this.#entries.get(key);
    if (!stored) return;
    this.#entries.delete(key);
    for (const word of stored.title) {
      this.#inTitles.remove(word, stored);
      if (this.#titles.remove(word)) this.#titlesShrank(word);
    }
    for (const word of stored.text) {
      this.#inTexts.remove(word, stored);
      this.#texts.remove(word);
    }
  }

  #titlesGrew(word: string): void {
    this.#fuse?.add(word);
    this.#similar.clear();
  }

  #titlesShrank(word: string): void {
    this.#spelling.delete(word);
    this.#fuse = undefined;
    this.#similar.clear();
  }

  /** Every hit, best first, without highlights: `hitOf` computes them for the few hits that are shown. */
  search(text: string): { judged: Judged[]; tokens: readonly InflectedToken[]; query: string } {
    const query = text.trim().replace(/\s+/g, ' ');
    const tokens = wordsOf(query).map(({ latin }) => this.#tokenOf(latin));
    if (tokens.length === 0) return { judged: [], tokens, query };
    const phrase = tokens.map(({ latin }) => latin).join(' ');
    const judged = this.#candidates(tokens)
      .map((stored): Judged => {
        const { entry } = stored;
        const { score, match } = judge(entry, phrase, adapted(tokens, stored));
        return { entry, match, score: entry.kind === 'video' ? score * VIDEO_BOOST : score };
      })
      .filter(({ score }) => score > LEAST_SCORE)
      .sort(byRank);
    return { judged, tokens, query };
  }

  /** Suggested words, those of titles before those of the other documents; none if the exact words were found. */
  suggestions(judged: readonly Judged[], tokens: readonly Token[], query: string, others: OtherWords): string[] {
    if (judged.some(({ match }) => match === 'exact')) return [];
    const spellings = {
      isKnown: (latin: string) =>
        this.#titles.has(latin) || this.#titles.formsOf(latin).size > 0 || others.isKnown(latin),
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
    const cached = this.#similar.get(latin);
    if (cached) return cached;
    this.#fuse ??= new Fuse([...this.#spelling.keys()], {
      includeScore: true,
      ignoreLocation: true,
      shouldSort: false,
      threshold: 1 - HIGHLIGHT_THRESHOLD,
    });
    const found = this.#fuse.search(latin);
    const similar = new Map(found.map(({ item, score = 1 }) => [item, likeness(latin, item, 1 - score)]));
    for (const form of this.#titles.formsOf(latin)) similar.set(form, 1);
    this.#similar.set(latin, similar);
    return similar;
  }

  /** The candidates for `judge`: all entries that `judge` can accept, and possibly others. */
  #candidates(tokens: readonly InflectedToken[]): Stored[] {
    const long = tokens.filter(({ latin }) => latin.length >= WORD_LETTERS);
    // The similarity of a title is the average over all words. If the share of short words is below the threshold, a title that is similar only
    // to short words cannot reach the threshold, so look for the long words only.
    const telling = (tokens.length - long.length) / tokens.length < FUZZY_THRESHOLD ? long : tokens;
    const titleWords = new Set(telling.flatMap((token) => [...this.#titleWords(token)]));
    const textWords = tokens.map(({ latin, forms }) => [...this.#texts.containing(latin), ...forms]);
    const found = this.#inTitles.withAny(titleWords);
    const [first, ...others] = textWords.map((words) => this.#inTexts.withAny(words)).sort((a, b) => a.size - b.size);
    for (const stored of first ?? []) if (others.every((documents) => documents.has(stored))) found.add(stored);
    return [...found];
  }

  #titleWords({ latin, sound, similar, forms, chatForms }: InflectedToken): Set<string> {
    const sounding = sound.length >= WORD_LETTERS ? this.#titles.sounding(sound, true) : [];
    return new Set([...this.#titles.containing(latin), ...similar.keys(), ...forms, ...chatForms, ...sounding]);
  }
}

/** Replaces each token by the form that the entry contains, so that the ranking compares equal forms. */
function adapted(tokens: readonly InflectedToken[], { entry, title, text }: Stored): readonly Token[] {
  const has = (letters: string) =>
    entry.latinTitle.includes(letters) ||
    entry.latinDescription.includes(letters) ||
    entry.latinOther.includes(letters);
  return tokens.map((token) => {
    const form = has(token.latin) ? undefined : [...token.forms].find((word) => title.has(word) || text.has(word));
    const chat = token.chatForms.find((word) => title.has(word));
    if (form === undefined && chat === undefined) return token;
    return { ...token, latin: form ?? token.latin, sound: chat === undefined ? token.sound : soundOf(chat) };
  });
}

export function hitOf({ entry, match, score }: Judged, query: string, tokens: readonly InflectedToken[]): Hit {
  const { kind, id, courseId, title, context, description } = entry;
  const highlights = highlightsOf(entry, query, tokens);
  const isMatched = ({ latin }: Word) =>
    tokens.some((token) => (token.latin.length > 1 && latin.includes(token.latin)) || token.forms.has(latin));
  const first = highlights.length === 0 ? wordsOf(description).find(isMatched) : undefined;
  const snippet = first ? snippetOf(description, first.from) : '';
  const snippetHighlights = wordsOf(snippet)
    .filter(isMatched)
    .map(({ from, to }): Range => [from, to]);
  const shown = { kind, id, courseId, title, context, match, highlights, snippet, snippetHighlights };
  return { ...shown, score: Math.min(1, score) };
}
