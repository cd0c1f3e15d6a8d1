/**
 * Opens a PDF page and writes text on it. jsPDF and the fonts (Manrope and Noto, OFL 1.1) load at the first use, a font only when a text
 * needs it.
 * Rule: text enters a PDF through `writeText` alone, because jsPDF drops letters that a font lacks.
 */
import type { jsPDF } from 'jspdf';
import { fontOf, missingLetters, PDF_FONTS, type PdfFont, visualOrder } from './pdf-letters';

/** Thrown when no font has a letter of a text. */
export class LettersMissing extends Error {
  override name = 'LettersMissing';
  readonly letters: readonly string[];
  constructor(letters: readonly string[]) {
    super(`No font has ${letters.join(' ')}`);
    this.letters = letters;
  }
}

interface FontFile {
  family: string;
  style: 'normal' | 'bold';
  file: string;
}

const filesOf = ({ family, weights }: PdfFont): FontFile[] =>
  (['normal', 'bold'] as const).map((style) => {
    const weight = style === 'normal' ? '400' : '700';
    return { family, style, file: `${family}-${weights.includes(weight) ? weight : weights[0]}.ttf` };
  });

/** jsPDF expects a file as a string with one character per byte. */
async function fontFile(file: string): Promise<string> {
  const answer = await fetch(`/fonts/${file}`);
  if (!answer.ok) throw new Error(`font ${file}: ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

/** The files of the fonts that `text` needs. @throws LettersMissing */
function fontsFor(text: string): FontFile[] {
  const missing = missingLetters(text);
  if (missing.length > 0) throw new LettersMissing(missing);
  const needed = new Set([PDF_FONTS[0], ...Array.from(visualOrder(text), fontOf)]);
  return [...needed].flatMap((font) => (font ? filesOf(font) : []));
}

/**
 * Loads the library and the fonts that `text` needs, so that the service worker stores them. The fonts come first: once the import of a module
 * has failed, the browser never requests that module again. @throws Error when a font or the library cannot be reached
 */
export async function cachePdfLibrary(text = ''): Promise<void> {
  const needed = missingLetters(text).length > 0 ? fontsFor('') : fontsFor(text);
  await Promise.all(Array.from(new Set(needed.map(({ file }) => file)), fontFile));
  await import('jspdf');
}

/**
 * An empty A4 page, in millimetres, with the fonts for `text`: the words that people typed. The base font has the product's own texts.
 * @throws LettersMissing when no font has a letter; Error when the library or the fonts are neither cached nor reachable
 */
export async function openPdfPage(
  orientation: 'portrait' | 'landscape',
  text: string,
  compress = true,
): Promise<jsPDF> {
  const fonts = fontsFor(text);
  const names = [...new Set(fonts.map(({ file }) => file))];
  const [library, ...files] = await Promise.all([import('jspdf'), ...names.map(fontFile)]);
  const pdf = new library.jsPDF({ orientation, unit: 'mm', format: 'a4', compress, putOnlyUsedFonts: true });
  for (const [at, name] of names.entries()) pdf.addFileToVFS(name, files[at] ?? '');
  for (const { family, style, file } of fonts) pdf.addFont(file, family, style, 'Identity-H');
  return pdf;
}

interface Ink {
  /** Points. */
  size: number;
  bold?: boolean;
  colour: string;
  align?: 'left' | 'center' | 'right';
  baseline?: 'alphabetic' | 'middle';
}

/** Splits a text in the order of drawing into pieces of one font. */
function piecesOf(text: string): { family: string; words: string }[] {
  const pieces: { family: string; words: string }[] = [];
  for (const letter of visualOrder(text).replace(/\s/g, ' ')) {
    const family = fontOf(letter)?.family;
    if (!family) throw new LettersMissing([letter]);
    const last = pieces.at(-1);
    if (last?.family === family) last.words += letter;
    else pieces.push({ family, words: letter });
  }
  return pieces;
}

function measured(pdf: jsPDF, text: string, { size, bold }: Pick<Ink, 'size' | 'bold'>) {
  const style = bold ? 'bold' : 'normal';
  pdf.setFontSize(size);
  return piecesOf(text).map(({ family, words }) => {
    // jsPDF would silently draw with another font.
    if (!pdf.getFontList()[family]?.includes(style)) throw new Error(`font ${family} is not loaded`);
    return { family, style, words, width: pdf.setFont(family, style).getTextWidth(words) };
  });
}

/** Width of a text in mm. */
export const textWidth = (pdf: jsPDF, text: string, ink: Pick<Ink, 'size' | 'bold'>): number =>
  measured(pdf, text, ink).reduce((sum, { width }) => sum + width, 0);

const ORDERED = { isInputVisual: true, isOutputVisual: true, isInputRtl: false, isOutputRtl: false } as const;

/** Writes one line; `x` is where `align` says. @throws LettersMissing */
export function writeText(pdf: jsPDF, text: string, x: number, y: number, ink: Ink): void {
  const pieces = measured(pdf, text, ink);
  const width = pieces.reduce((sum, piece) => sum + piece.width, 0);
  let left = ink.align === 'center' ? x - width / 2 : ink.align === 'right' ? x - width : x;
  pdf.setTextColor(ink.colour);
  for (const piece of pieces) {
    pdf
      .setFont(piece.family, piece.style)
      .text(piece.words, left, y, { ...ORDERED, baseline: ink.baseline ?? 'alphabetic' });
    left += piece.width;
  }
}

/** Splits a text into lines that fit `width` (mm); a longer word is cut. */
export function linesOf(pdf: jsPDF, text: string, width: number, ink: Pick<Ink, 'size' | 'bold'>): string[] {
  const fits = (words: string) => textWidth(pdf, words, ink) <= width;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/[ \n\t]+/)) {
    const longer = line ? `${line} ${word}` : word;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    line = '';
    for (const letter of word.match(/\P{M}\p{M}*/gu) ?? []) {
      if (line && !fits(line + letter)) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  return [...lines, line];
}
