/** The words of documents. Finds words by their sound, by one different letter or by another form. */
import { inflectionKeys } from './inflection';
import { isOneLetterApart, lettersOf, soundOf } from './search-text';

/** Maximum number of Latin letters for one Bulgarian letter (щ is sht). `oneLetterFrom` skips words whose length differs by more than this. */
const LETTER_SIGNS = 3;
/** Smallest number of Latin letters of a word's beginning that says which word is meant. */
const PREFIX_LETTERS = 3;

export class Vocabulary {
  /** Number of documents that contain each word. */
  readonly #counts = new Map<string, number>();
  /** Words by inflection key. */
  readonly #forms = new Map<string, string[]>();
  /** Words by phonetic key. */
  readonly #sounds = new Map<string, string[]>();
  /** Cached results of `lettersOf`; computed at the first query that needs them. */
  #letters: [word: string, letters: string][] | undefined;

  /** @param documents the distinct words of each document */
  constructor(documents: Iterable<ReadonlySet<string>>) {
    for (const words of documents) for (const word of words) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
    for (const word of this.#counts.keys()) {
      list(this.#sounds, soundOf(word)).push(word);
      for (const key of inflectionKeys(word)) list(this.#forms, key).push(word);
    }
  }

  has = (word: string): boolean => this.#counts.has(word);

  /** True when a document contains the word or another form of it. */
  isKnown = (word: string): boolean => this.has(word) || this.formsOf(word).size > 0;

  /** True when a word of a document begins with `start`. */
  begins = (start: string): boolean =>
    start.length >= PREFIX_LETTERS && [...this.#counts.keys()].some((word) => word.startsWith(start));

  /** Words whose phonetic key is `sound`. */
  sounding = (sound: string): readonly string[] => this.#sounds.get(sound) ?? [];

  /** Words that differ from `word` by one letter, the most frequent first. */
  oneLetterFrom(word: string): string[] {
    const letters = lettersOf(word);
    this.#letters ??= [...this.#counts.keys()].map((one) => [one, lettersOf(one)]);
    const count = (one: string) => this.#counts.get(one) ?? 0;
    return this.#letters
      .filter(([one, its]) => Math.abs(one.length - word.length) <= LETTER_SIGNS && isOneLetterApart(letters, its))
      .map(([one]) => one)
      .sort((a, b) => count(b) - count(a) || (a < b ? -1 : 1));
  }

  /** Other forms of a word: with and without article, singular and plural. The word itself need not be in the vocabulary. */
  formsOf(word: string): Set<string> {
    const forms = new Set(inflectionKeys(word).flatMap((key) => this.#forms.get(key) ?? []));
    forms.delete(word);
    return forms;
  }
}

/** The list of a key, which is created if needed. */
function list(lists: Map<string, string[]>, key: string): string[] {
  const known = lists.get(key);
  if (known) return known;
  const created: string[] = [];
  lists.set(key, created);
  return created;
}
