/** Other readings of a typed word: the Latin letters that people use for Bulgarian ones, and names of programs as they are pronounced. Pure. */
import { toLatin } from './search-text';

/**
 * Letters of a `toLatin` word that may stand for others: u or y for «ъ», j for «й» or «ж», c for «ц», and the „ия“ that the official
 * transliteration spells iya.
 */
const letters: readonly (readonly [pattern: RegExp, letters: string])[] = [
  [/u/g, 'a'],
  [/(?<![aeiou])y(?![aeiou])/g, 'a'],
  [/j/g, 'y'],
  [/j/g, 'zh'],
  [/c(?!h)/g, 'ts'],
  [/i(?=[ae])/g, 'iy'],
  [/kh/g, 'h'],
];

/** Names of programs in Latin letters, each with its pronunciation in Cyrillic. */
const spoken = [
  ['fusion', 'фюжън'],
  ['fusion', 'фюжен'],
  ['slicer', 'слайсер'],
  ['prusaslicer', 'прусаслайсер'],
  ['orcaslicer', 'оркаслайсер'],
  ['cura', 'кюра'],
  ['freecad', 'фрийкад'],
  ['tinkercad', 'тинкъркад'],
  ['solidworks', 'солидуъркс'],
  ['onshape', 'оншейп'],
].map((pair) => pair.map(toLatin));

/** The readings of a `toLatin` word other than the word itself, the likeliest first. */
export function readingsOf(latin: string): string[] {
  let readings = [latin];
  for (const [pattern, meant] of letters)
    readings = [...new Set(readings.flatMap((word) => [word, word.replace(pattern, meant)]))];
  const names = spoken.filter((pair) => pair.includes(latin)).flat();
  return [...names, ...readings].filter((word) => word !== latin);
}

/** Looks a word up in the indexed documents. */
export interface Known {
  has: (latin: string) => boolean;
  isKnown: (latin: string) => boolean;
  begins: (latin: string) => boolean;
}

/** The word itself if documents have it, a form or a longer word; otherwise its likeliest reading that they have. */
export function readingIn({ has, isKnown, begins }: Known, latin: string): string {
  if (isKnown(latin) || begins(latin)) return latin;
  const readings = readingsOf(latin);
  return readings.find(has) ?? readings.find(isKnown) ?? readings.find(begins) ?? latin;
}
