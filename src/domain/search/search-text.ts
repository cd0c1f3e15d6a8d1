/**
 * Normalizes words for the search: Bulgarian is transliterated, so that «печат» and "pechat", "Blender" and «блендер» match.
 * Guarantees: pure; the same text always has the same keys.
 */

/** The official transliteration of Bulgarian (Transliteration Act, 2009), without its exception for final «ия». */
const latinOf: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sht',
  ъ: 'a',
  ь: 'y',
  ю: 'yu',
  я: 'ya',
  ѝ: 'i',
};

/** By code, from „а“ on: a callback for every letter would take most of the time of an index. */
const FIRST = 'а'.charCodeAt(0);
const latinByCode: string[] = [];
for (const [letter, latin] of Object.entries(latinOf)) latinByCode[letter.charCodeAt(0) - FIRST] = latin;

/** Lower case, in Latin letters; punctuation and spaces unchanged. */
export function toLatin(text: string): string {
  let latin = '';
  for (const letter of text.toLowerCase()) latin += latinByCode[letter.charCodeAt(0) - FIRST] ?? letter;
  return latin;
}

const wordPattern = /[\p{L}\p{N}]+/gu;

export interface Word {
  /** As it is compared. */
  latin: string;
  /** Where it stands in the text. */
  from: number;
  to: number;
}

export const wordsOf = (text: string): Word[] =>
  [...text.matchAll(wordPattern)].map((match) => ({
    latin: toLatin(match[0]),
    from: match.index,
    to: match.index + match[0].length,
  }));

/** The same words as `wordsOf`, without their places: for what is indexed. */
export const latinWords = (text: string): string[] => toLatin(text).match(wordPattern) ?? [];

type Replacement = readonly [pattern: RegExp, letters: string];

/** Chat letters: what people write for a letter that their keyboard lacks. */
const chatLetters: readonly Replacement[] = [
  [/(?<=[a-z])6|6(?=[a-z])/g, 'sh'],
  [/(?<=[a-z])4|4(?=[a-z])/g, 'ch'],
  [/q/g, 'ya'],
  [/w/g, 'v'],
  [/x/g, 'h'],
];

/** Letters that sound alike. In this order. */
const sounds: readonly Replacement[] = [
  ...chatLetters,
  [/ph/g, 'f'],
  [/ck/g, 'k'],
  [/j/g, 'zh'],
  [/sht/g, 'S'],
  [/zh/g, 'Z'],
  [/ch/g, 'C'],
  [/sh/g, 'W'],
  [/ts|c/g, 'X'],
  [/iy|yi|ii/g, 'i'],
  [/y/g, 'i'],
  [/u/g, 'o'],
  // At the end of a word a voiced sound is heard as its voiceless twin.
  [/b$/, 'p'],
  [/v$/, 'f'],
  [/g$/, 'k'],
  [/d$/, 't'],
  [/z$/, 's'],
  [/Z$/, 'W'],
  [/(.)\1+/g, '$1'],
];

/** Approximate phonetic key of a `toLatin` word: «ъ» is «а», «у» is «о», 6 is «ш», 4 is «ч», q is «я», w is «в», the final consonant is voiceless. */
export const soundOf = (latin: string): string => replaceAll(sounds, latin);

/** A word of `toLatin` with its chat letters in full: "pe4atite" is "pechatite". */
export const withoutChatLetters = (latin: string): string => replaceAll(chatLetters, latin);

const replaceAll = (table: readonly Replacement[], latin: string) =>
  table.reduce((word, [pattern, letters]) => word.replace(pattern, letters), latin);
