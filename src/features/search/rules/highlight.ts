/** Shows why the search found a document: the matching words of its title, and the matching part of its text. Pure. */
import { SNIPPET_LETTERS } from '@/shared/app-limits';
import { type Word, wordsOf } from './search-text';

export type Range = readonly [from: number, to: number];

export interface Highlighted {
  /** Ranges of the title to highlight. */
  highlights: Range[];
  /** The matching part of the text; empty when the text does not match. */
  snippet: string;
  snippetHighlights: Range[];
}

type IsMatched = (word: Word) => boolean;

const rangesOf = (text: string, isMatched: IsMatched) =>
  wordsOf(text)
    .filter(isMatched)
    .map(({ from, to }): Range => [from, to]);

export function highlighted(title: string, text: string, inTitle: IsMatched, inText = inTitle): Highlighted {
  const first = wordsOf(text).find(inText);
  const snippet = first ? snippetOf(text, first.from) : '';
  return { highlights: rangesOf(title, inTitle), snippet, snippetHighlights: rangesOf(snippet, inText) };
}

/** The sentence around a match, shortened at word boundaries. */
function snippetOf(text: string, place: number): string {
  const before = Math.max(...['. ', '! ', '? ', '\n'].map((end) => text.lastIndexOf(end, place) + 1));
  const rest = text.slice(before).trimStart();
  const begin = text.length - rest.length;
  const end = rest.search(/[.!?](\s|$)|\n/);
  const sentence = end < 0 ? rest : rest.slice(0, end + 1).trimEnd();
  if (sentence.length <= SNIPPET_LETTERS) return sentence;
  // If the match is far from the start of the sentence, begin a few words before the match.
  const at = place - begin;
  const from = at > SNIPPET_LETTERS / 2 ? sentence.lastIndexOf(' ', at - SNIPPET_LETTERS / 4) + 1 : 0;
  const cut = sentence.slice(from, from + SNIPPET_LETTERS);
  const whole = from + SNIPPET_LETTERS >= sentence.length ? cut : `${cut.slice(0, cut.lastIndexOf(' '))}…`;
  return from > 0 ? `…${whole}` : whole;
}
