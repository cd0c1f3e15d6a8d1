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

/** Lower case, in Latin letters; punctuation and spaces unchanged. */
export const toLatin = (text: string): string =>
  text.toLocaleLowerCase('bg').replace(/[а-ъьюяѝ]/g, (letter) => latinOf[letter] ?? letter);

const wordPattern = /[\p{L}\p{N}]+/gu;

export interface Word {
  /** Normalized form for comparison. */
  latin: string;
  /** Start index in the text. */
  from: number;
  to: number;
}

export const wordsOf = (text: string): Word[] =>
  [...text.matchAll(wordPattern)].map((match) => ({
    latin: toLatin(match[0]),
    from: match.index,
    to: match.index + match[0].length,
  }));

/** Replacements for letters that keyboards lack and letters that sound alike; applied in this order. */
const sounds: readonly [pattern: RegExp, sound: string][] = [
  [/(?<=[a-z])6|6(?=[a-z])/g, 'sh'],
  [/(?<=[a-z])4|4(?=[a-z])/g, 'ch'],
  [/q/g, 'ya'],
  [/w/g, 'v'],
  [/x/g, 'h'],
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
  // A final voiced consonant is pronounced voiceless.
  [/b$/, 'p'],
  [/v$/, 'f'],
  [/g$/, 'k'],
  [/d$/, 't'],
  [/z$/, 's'],
  [/Z$/, 'W'],
  [/(.)\1+/g, '$1'],
];

/** Approximate phonetic key of a `toLatin` word: «ъ» is «а», «у» is «о», 6 is «ш», 4 is «ч», q is «я», w is «в», the final consonant is voiceless. */
export const soundOf = (latin: string): string =>
  sounds.reduce((word, [pattern, sound]) => word.replace(pattern, sound), latin);
