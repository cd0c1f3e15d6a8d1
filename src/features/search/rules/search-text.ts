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
  ѐ: 'e',
};

const cyrillic = /[а-яѝѐ]/g;

/** Combining stress marks. NFC stores «й» and «ѝ» as single characters, so the pattern does not match them. */
const marks = /[\u0300-\u036f]/g;

/** Lower case, in Latin letters, without stress marks; punctuation and spaces unchanged. */
export function toLatin(text: string): string {
  const lower = text.normalize('NFC').replace(marks, '').toLowerCase();
  return lower.replace(cyrillic, (letter) => latinOf[letter] ?? letter);
}

/** Marks belong to words: a stress mark never divides one. */
const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

export interface Word {
  /** The word in Latin letters, the form that comparisons use. */
  latin: string;
  /** Position of the word's first letter in the text. */
  from: number;
  /** Position after the word's last letter in the text. */
  to: number;
}

export const wordsOf = (text: string): Word[] =>
  [...text.matchAll(wordPattern)].map((match) => ({
    latin: toLatin(match[0]),
    from: match.index,
    to: match.index + match[0].length,
  }));

/** The words of `wordsOf` without their positions, for the index. */
export const latinWords = (text: string): string[] => toLatin(text).match(wordPattern) ?? [];

type Replacement = readonly [pattern: RegExp, letters: string];

/** Chat letters: digits and Latin letters that people type in place of Bulgarian letters, with their transliteration. */
const chatLetters: readonly Replacement[] = [
  [/(?<=[a-z])6|6(?=[a-z])/g, 'sh'],
  [/(?<=[a-z])4|4(?=[a-z])/g, 'ch'],
  [/q/g, 'ya'],
  [/w/g, 'v'],
  [/x/g, 'h'],
];

/** Replacements that give letters that sound alike the same sign; applied in this order. */
const sounds: readonly Replacement[] = [
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
];

/** A voiced consonant at the end of a word sounds voiceless. */
const finalSounds: Readonly<Record<string, string>> = { b: 'p', v: 'f', g: 'k', d: 't', z: 's', Z: 'W' };

function withVoicelessEnd(word: string): string {
  const last = finalSounds[word.at(-1) ?? ''];
  return last === undefined ? word : word.slice(0, -1) + last;
}

/** Approximate phonetic key of a `toLatin` word: «ъ» is «а», «у» is «о», 6 is «ш», 4 is «ч», q is «я», w is «в», the final consonant is voiceless. */
export const soundOf = (latin: string): string =>
  withVoicelessEnd(replaceAll(sounds, withoutChatLetters(latin))).replace(/(.)\1+/g, '$1');

/** One character for each Bulgarian letter whose transliteration has several Latin letters. */
const letterSigns: Readonly<Record<string, string>> = {
  sht: 'S',
  zh: 'Z',
  ch: 'C',
  sh: 'W',
  ts: 'X',
  yu: 'U',
  ya: 'A',
};

/** A `toLatin` word with one character for each Bulgarian letter, so that two words can be compared letter by letter. */
export const lettersOf = (latin: string): string =>
  withoutChatLetters(latin).replace(/sht|[zcs]h|ts|y[ua]/g, (letters) => letterSigns[letters] ?? letters);

/** True if the words differ by one wrong, missing or extra letter, or by two neighbouring letters that are swapped. */
export function isOneLetterApart(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  if (Math.max(a.length, b.length) > shorter + 1) return false;
  let from = 0;
  while (from < shorter && a[from] === b[from]) from++;
  let end = 0;
  while (end < shorter - from && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [x, y] = [a.slice(from, a.length - end), b.slice(from, b.length - end)];
  return x.length + y.length > 0 && ((x.length < 2 && y.length < 2) || (x.length === 2 && y === `${x[1]}${x[0]}`));
}

const hasChatLetters = /[46qwx]/;

/** Replaces the chat letters of a `toLatin` word: "pe4atite" becomes "pechatite". */
export const withoutChatLetters = (latin: string): string =>
  hasChatLetters.test(latin) ? replaceAll(chatLetters, latin) : latin;

const replaceAll = (table: readonly Replacement[], latin: string) =>
  table.reduce((word, [pattern, letters]) => word.replace(pattern, letters), latin);
