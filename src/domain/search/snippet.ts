/** Returns the part of a text that shows why the search found the document. Pure. */
import { SNIPPET_LETTERS } from '@/config/limits';

/** The sentence around a match, shortened at word boundaries. */
export function snippetOf(text: string, place: number): string {
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
