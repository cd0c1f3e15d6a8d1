/** The letters of each font of the generated PDFs, and the order in which a PDF draws them. Pure; supabase/clips/make-pdf-fonts.mjs cuts the fonts to these letters. */

export type Weight = '400' | '700';
export interface PdfFont {
  /** Also the beginning of the file's name in public/fonts. */
  family: string;
  weights: readonly Weight[];
  has: (code: number) => boolean;
}

/** Code points written as "20-7e 2116". */
function inRanges(ranges: string): PdfFont['has'] {
  const pairs = ranges
    .trim()
    .split(/\s+/)
    .map((range) => range.split('-').map((code) => Number.parseInt(code, 16)));
  return (code) => pairs.some(([from = 0, to = from]) => from <= code && code <= to);
}

/** The letters of a two-byte encoding whose first byte is in `rows`: the national standards list the letters that names and addresses use. */
function inEncoding(encodings: Record<string, readonly [number, number]>): PdfFont['has'] {
  let letters: Set<number> | undefined;
  const all = () => {
    const bytes = (low: number, high: number) => {
      const list: number[] = [];
      for (let row = low; row <= high; row++) for (let cell = 0xa1; cell <= 0xfe; cell++) list.push(row, cell);
      return new Uint8Array(list);
    };
    const words = Object.entries(encodings).map(([name, rows]) => new TextDecoder(name).decode(bytes(...rows)));
    return new Set(Array.from(words.join(''), (letter) => letter.codePointAt(0) ?? 0).filter(isLetterOfEastAsia));
  };
  return (code) => {
    if (!isLetterOfEastAsia(code)) return false;
    letters ??= all();
    return letters.has(code);
  };
}
const isLetterOfEastAsia = inRanges('3041-3096 30a1-30ff 4e00-9fff ac00-d7a3');

const both = ['400', '700'] as const;

/** The first font that has a letter draws it. */
export const PDF_FONTS: readonly [PdfFont, ...PdfFont[]] = [
  {
    family: 'manrope',
    weights: both,
    has: inRanges(
      `20-7e a0-113 116-12b 12e-131 134-137 139-13e 141-148 14a-14d 150-17e 1a0-1a1 1af-1b0 218-21b 386 388-38a 38c
      38e-3a1 3a3-3ce 400-45f 490-491 1e80-1e85 1e9e 1ea0-1ef9 2011 2013-2014 2018-201a 201c-201e 2022 2026 2039-203a
      20ac 2116 2212`,
    ),
  },
  {
    family: 'noto-sans',
    weights: both,
    has: inRanges(
      `114-115 12c-12d 132-133 138 13f-140 149 14e-14f 17f-24f 250-2af 2bb-2bc 370-373 376-377 37b-37d 37f 3cf-3e1
      3f0-3ff 460-481 48a-52f 1e00-1eff 1f00-1f15 1f18-1f1d 1f20-1f45 1f48-1f4d 1f50-1f57 1f59 1f5b 1f5d 1f5f-1f7d
      1f80-1fb4 1fb6-1fbc 1fc2-1fc4 1fc6-1fcc 1fd0-1fd3 1fd6-1fdb 1fe0-1fec 1ff2-1ff4 1ff6-1ffc 2000-200a 2010-2012
      2015 202f 2032-2033`,
    ),
  },
  { family: 'noto-hebrew', weights: both, has: inRanges('5be 5d0-5ea 5f3-5f4') },
  {
    family: 'noto-arabic',
    weights: both,
    has: inRanges(
      `60c 61b 61f 621-63a 641-64a 660-669 679 67e 686 688 691 698 6a9 6af 6ba 6be 6c1 6cc 6d2 6f0-6f9
      fb56-fb59 fb66-fb69 fb7a-fb7d fb88-fb95 fb9e-fb9f fba6-fba9 fbaa-fbaf fbe8-fbe9 fbfc-fbff fe80-fefc`,
    ),
  },
  { family: 'noto-georgian', weights: both, has: inRanges('10d0-10f0') },
  { family: 'noto-armenian', weights: both, has: inRanges('531-556 561-587') },
  {
    family: 'noto-chinese',
    weights: ['700'],
    has: inEncoding({ gb2312: [0xa4, 0xf7], 'euc-jp': [0xb0, 0xcf], big5: [0xa4, 0xc6] }),
  },
  { family: 'noto-korean', weights: ['700'], has: inEncoding({ 'euc-kr': [0xb0, 0xc8] }) },
];

/** Composed letters without the invisible marks that only steer a screen's layout. */
const clean = (text: string) =>
  text.normalize('NFC').replace(/\u200d|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '');

export const fontOf = (letter: string): PdfFont | undefined =>
  PDF_FONTS.find(({ has }) => has(letter.codePointAt(0) ?? 0));

/** The letters that no font has, each once and with its combining marks. */
export function missingLetters(text: string): string[] {
  const letters =
    clean(text)
      .replaceAll('\u200c', '')
      .match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];
  return [...new Set(letters.filter((letter) => letter.trim() && ![...letter].every(fontOf)))];
}

/** Isolated, final, initial and medial form of each Arabic letter; a letter with two forms does not join the next one. */
let arabicForms: Map<string, string[]> | undefined;
function formsOf(letter: string | undefined): readonly string[] {
  if (!arabicForms) {
    arabicForms = new Map();
    // Unicode lists the forms of a letter in this order, and NFKC leads from a form to its letters.
    for (const [from, to] of [
      [0xfe80, 0xfefc],
      [0xfb50, 0xfbb1],
      [0xfbe8, 0xfbe9],
      [0xfbfc, 0xfbff],
    ] as const)
      for (let code = from; code <= to; code++) {
        const form = String.fromCharCode(code);
        const base = form.normalize('NFKC');
        arabicForms.set(base, [...(arabicForms.get(base) ?? []), form]);
      }
  }
  return arabicForms.get(letter ?? '') ?? [];
}

/** Replaces Arabic letters with the joined forms that a PDF needs, because it has no text engine. */
function joined(word: string): string {
  const letters = word.match(/\u0644[\u0622\u0623\u0625\u0627]|./gu) ?? [];
  return letters
    .map((letter, at) => {
      const forms = formsOf(letter);
      const before = forms.length > 1 && formsOf(letters[at - 1]).length === 4;
      const after = forms.length === 4 && formsOf(letters[at + 1]).length > 1;
      return forms[Number(before) + 2 * Number(after)] ?? letter;
    })
    .join('')
    .replaceAll('\u200c', '');
}

const FROM_RIGHT = String.raw`[\p{Script=Hebrew}\p{Script=Arabic}\u200c]`;
const MIRRORED: Record<string, string> = { '(': ')', ')': '(', '[': ']', ']': '[', '«': '»', '»': '«' };
const reversed = (text: string) =>
  Array.from(text, (letter) => MIRRORED[letter] ?? letter)
    .reverse()
    .join('');

/** The text in the order in which it is drawn from left to right. */
export function visualOrder(logical: string): string {
  const text = clean(logical);
  if (!new RegExp(FROM_RIGHT, 'u').test(text)) return text;
  const startsRight = new RegExp(FROM_RIGHT, 'u').test(/\p{L}/u.exec(text)?.[0] ?? '');
  // Blanks and punctuation between two words from the right belong to them, digits are read from the left.
  const runs = text.split(new RegExp(`(${FROM_RIGHT}+(?:[\\s\\p{P}]+${FROM_RIGHT}+)*)`, 'u')).filter(Boolean);
  const drawn = runs.flatMap((run) => {
    if (new RegExp(FROM_RIGHT, 'u').test(run))
      return [/^[\u0660-\u0669\u06f0-\u06f9]+$/.test(run) ? run : reversed(joined(run))];
    if (!startsRight) return [run];
    const [, before = '', middle = '', after = ''] = /^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{N}]*)$/su.exec(run) ?? [];
    return [reversed(before), middle, reversed(after)];
  });
  return (startsRight ? drawn.reverse() : drawn).join('');
}
