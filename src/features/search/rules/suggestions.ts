/** Suggests other readings of a query ("Did you mean?", specification 2 §5). Guarantees: pure; at most `SUGGESTIONS`, the likeliest first. */
import { SUGGESTION_LETTERS, SUGGESTIONS } from '@/shared/app-limits';
import type { Token } from './ranking';
import { latinWords, wordsOf } from './search-text';

export interface Spellings {
  /** True when an indexed document has the word or another form of it. */
  isKnown: (latin: string) => boolean;
  /** The first title word with the phonetic key `sound`. */
  alike: (sound: string) => string | undefined;
  /** Indexed words that differ from `latin` by one letter, the likeliest first. */
  mistyped: (latin: string) => string[];
  /** Spelling of a word in a document; undefined if no document has it. */
  spelling: (latin: string) => string | undefined;
}

/** Suggests the query with each unknown word replaced by the likeliest known word, then single words that sound or look like an unknown word. */
export function suggestionsOf(
  { isKnown, alike, mistyped, spelling }: Spellings,
  query: string,
  tokens: readonly Token[],
  least: number,
): string[] {
  if (query.length < SUGGESTION_LETTERS || tokens.every(({ latin }) => isKnown(latin))) return [];
  const likely = tokens.map(({ latin, sound, similar }) => {
    if (isKnown(latin)) return [latin];
    const sounding = alike(sound);
    const looking = [...similar]
      .filter(([, likeness]) => likeness >= least)
      .sort(([a, x], [b, y]) => y - x || a.length - b.length)
      .map(([word]) => word);
    // Never suggest a word of one letter.
    const words = [...(sounding === undefined ? [] : [sounding]), ...mistyped(latin), ...looking];
    return words.filter((word) => word.length >= SUGGESTION_LETTERS);
  });
  const typed = wordsOf(query).map(({ from, to }) => query.slice(from, to));
  const whole = likely.flatMap(([likeliest], place) =>
    likeliest === undefined ? [] : (spelling(likeliest) ?? typed[place] ?? likeliest),
  );
  const single = likely
    .flatMap((words, place) => (isKnown(tokens[place]?.latin ?? '') ? [] : words))
    .map((word) => spelling(word) ?? word);
  const known = new Set([...latinWords(query), ...tokens.map(({ latin }) => latin)]);
  // A suggestion has at least one word that the query does not have.
  const isOther = (words: string) => latinWords(words).some((latin) => !known.has(latin));
  const lower = [whole.join(' '), ...single].filter(isOther).map((words) => words.toLocaleLowerCase('bg'));
  return [...new Set(lower)].slice(0, SUGGESTIONS);
}
