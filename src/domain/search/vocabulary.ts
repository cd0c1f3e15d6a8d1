/**
 * The words of an index with their counts. Finds words by some of their letters, by their sound or by another form.
 * Guarantees: contains exactly the words of the indexed documents.
 */
import { inflectionKeys } from './inflection';
import { isOneLetterApart, lettersOf, otherReadings, soundOf } from './search-text';

/** Maximum number of Latin letters for one Bulgarian letter (щ is sht). `oneLetterFrom` skips words whose length differs by more than this. */
const LETTER_SIGNS = 3;

interface Known {
  /** Number of documents that contain the word. */
  count: number;
  sound: string;
  /** Result of `lettersOf` for the word, computed only when a query needs it. */
  letters?: string;
}

/** A multimap: the words of each key (a sound or an inflection key). */
class Groups {
  readonly #words = new Map<string, Set<string>>();

  add(key: string, word: string): void {
    const group = this.#words.get(key);
    if (group) group.add(word);
    else this.#words.set(key, new Set([word]));
  }

  remove(key: string, word: string): void {
    const group = this.#words.get(key);
    group?.delete(word);
    if (group?.size === 0) this.#words.delete(key);
  }

  get = (key: string): ReadonlySet<string> => this.#words.get(key) ?? new Set();
}

export class Vocabulary {
  readonly #words = new Map<string, Known>();
  readonly #forms = new Groups();
  readonly #sounds = new Groups();

  /** @returns whether the word is new */
  add(word: string): boolean {
    const known = this.#words.get(word);
    if (known) {
      known.count++;
      return false;
    }
    const sound = soundOf(word);
    this.#words.set(word, { count: 1, sound });
    this.#sounds.add(sound, word);
    for (const key of inflectionKeys(word)) this.#forms.add(key, word);
    return true;
  }

  /** @returns whether no document has the word any more */
  remove(word: string): boolean {
    const known = this.#words.get(word);
    if (!known || --known.count > 0) return false;
    this.#words.delete(word);
    this.#sounds.remove(known.sound, word);
    for (const key of inflectionKeys(word)) this.#forms.remove(key, word);
    return true;
  }

  has = (word: string): boolean => this.#words.has(word);

  /** Words that contain the letters. */
  containing = (letters: string): string[] => [...this.#words.keys()].filter((word) => word.includes(letters));

  /** Words whose phonetic key is `sound` or, with `begin`, starts with `sound`. */
  sounding = (sound: string, begin = false): string[] =>
    begin
      ? [...this.#words].filter(([, known]) => known.sound.startsWith(sound)).map(([word]) => word)
      : [...this.#sounds.get(sound)];

  /** Words that differ from `word` by one letter, the most frequent first. */
  oneLetterFrom(word: string): string[] {
    const letters = lettersOf(word);
    const found: [word: string, count: number][] = [];
    for (const [other, known] of this.#words) {
      if (Math.abs(other.length - word.length) > LETTER_SIGNS) continue;
      known.letters ??= lettersOf(other);
      if (isOneLetterApart(letters, known.letters)) found.push([other, known.count]);
    }
    return found.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([other]) => other);
  }

  soundOf = (word: string): string => this.#words.get(word)?.sound ?? soundOf(word);

  /**
   * Other forms of a word: with and without article, singular and plural. The word itself need not be in the vocabulary. If the
   * vocabulary has no form of the word, returns the forms of its other readings.
   */
  formsOf(word: string): Set<string> {
    const forms = this.#inflected(word);
    forms.delete(word);
    if (forms.size > 0 || this.#words.has(word)) return forms;
    return new Set(otherReadings(word).flatMap((reading) => [...this.#inflected(reading)]));
  }

  /** The word, if the vocabulary has it, and its other forms. */
  #inflected(word: string): Set<string> {
    const forms = new Set(this.#words.has(word) ? [word] : []);
    for (const key of inflectionKeys(word)) for (const form of this.#forms.get(key)) forms.add(form);
    return forms;
  }
}
