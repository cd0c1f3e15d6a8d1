import { readFile } from 'node:fs/promises';
import { jsPDF } from 'jspdf';
import { beforeEach, expect, test, vi } from 'vitest';
import { LettersMissing, linesOf, openPdfPage, textWidth, writeText } from '@/device/pdf';
import { missingLetters, PDF_FONTS, visualOrder } from '@/device/pdf-letters';
import { pdfText } from '../../helpers/pdf-text';

let loaded: string[] = [];
beforeEach(() => {
  loaded = [];
  vi.stubGlobal('fetch', async (path: string) => {
    loaded.push(path);
    return new Response(new Uint8Array(await readFile(`public${path}`)));
  });
  return () => vi.unstubAllGlobals();
});

const INK = { size: 20, bold: true, colour: '#000000' } as const;
async function written(text: string) {
  const pdf = await openPdfPage('landscape', text, false);
  writeText(pdf, text, 20, 20, INK);
  return { pdf, words: pdfText(Buffer.from(pdf.output('arraybuffer')).toString('latin1')).join('') };
}
/** The forms of Arabic letters as their letters, as a PDF reader's search does. */
const plain = (drawn: string) => drawn.normalize('NFKC').normalize('NFC');

test.each(
  PDF_FONTS.flatMap(({ family, weights, has }) => weights.map((weight) => ({ file: `${family}-${weight}`, has }))),
)('$file has every letter that it is used for', async ({ file, has }) => {
  const bytes = (await readFile(`public/fonts/${file}.ttf`)).toString('latin1');
  const pdf = new jsPDF();
  pdf.addFileToVFS('a.ttf', bytes);
  pdf.addFont('a.ttf', 'A', 'normal', 'Identity-H');
  pdf.setFont('A');
  const { cmap } = pdf.getFont().metadata as { cmap: { unicode: { codeMap: Record<number, number> } } };
  const lacking = Array.from({ length: 0x10000 }, (_, code) => code).filter(
    (code) => has(code) && !cmap.unicode.codeMap[code],
  );
  expect(lacking.map((code) => code.toString(16))).toEqual([]);
});

test.each([
  ['Ștefan Țurcanu', 'manrope'],
  ['Nguyễn Thị Ánh Dương', 'manrope'],
  ['Γιώργος Παπαδόπουλος', 'manrope'],
  ['Щъркелова-Юнг Ѝ', 'manrope'],
  ['Ĕva Ǆurđević Ḿ', 'noto-sans'],
  ['გიორგი ბერიძე', 'noto-georgian'],
  ['Արամ Խաչատրյան', 'noto-armenian'],
  ['王小明', 'noto-chinese'],
  ['陳怡君', 'noto-chinese'],
  ['さくら 山田', 'noto-chinese'],
  ['김민수', 'noto-korean'],
  ['Ivan 王 Ștefan', 'noto-chinese'],
])('%s is drawn whole, with %s and the base font', async (name, family) => {
  const { words } = await written(name);
  expect(words).toBe(name);
  const others = loaded.filter((path) => !path.includes('/manrope-'));
  expect(others.every((path) => path.includes(`/${family}-`))).toBe(true);
  expect(others.length > 0).toBe(family !== 'manrope');
});

test.each([
  ['שלום כהן', 'ןהכ םולש'],
  ['محمد علي', 'يلع دمحم'],
  ['علاء', 'ءلاع'],
  ['Иван محمد علي', 'Иван يلع دمحم'],
  ['محمد علي (Иван)', '(Иван) يلع دمحم'],
  ['محمد 12 علي', 'يلع 12 دمحم'],
])('%s is drawn from the right', async (name, seen) => {
  const { words } = await written(name);
  // The ligature of lam and alef is one sign.
  expect(plain(words.replaceAll('\ufefc', 'ال').replaceAll('\ufefb', 'ال'))).toBe(seen.replaceAll('لا', 'ال'));
});

test.each([
  ['محمد', 'ﺪﻤﺤﻣ'],
  ['شيء', 'ءﻲﺷ'],
  ['علاء', 'ءﻼﻋ'],
  ['گیتی', 'ﯽﺘﯿﮔ'],
])('the letters of %s join', (name, forms) => {
  expect(visualOrder(name).replaceAll('\ufe80', 'ء')).toBe(forms);
});

test('a decomposed name is drawn with its composed letters', async () => {
  expect((await written('Нико\u0306 й Ștefan'.normalize('NFD').replace('о\u0306', 'о'))).words).toBe('Нико й Ștefan');
});

test.each([
  ['Иван 😀', ['😀']],
  ['Ива\u0301н สมชาย', ['а\u0301', 'ส', 'ม', 'ช', 'า', 'ย']],
  ['Мария Илиева', []],
])('the letters without a font in %s are named before anything is loaded', async (name, letters) => {
  expect(missingLetters(name)).toEqual(letters);
  if (letters.length === 0) return;
  await expect(openPdfPage('landscape', name)).rejects.toThrow(LettersMissing);
  expect(loaded).toEqual([]);
});

test('a letter whose font is not loaded is an error, never an omitted letter', async () => {
  const pdf = await openPdfPage('landscape', 'Иван');
  expect(() => writeText(pdf, '王', 20, 20, INK)).toThrow('noto-chinese');
  expect(() => writeText(pdf, '😀', 20, 20, INK)).toThrow(LettersMissing);
});

test('long texts are split into lines that fit, without losing a letter', async () => {
  const text = `Улица ${'Дългоименна'.repeat(8)} 15, София`;
  const pdf = await openPdfPage('portrait', text);
  const lines = linesOf(pdf, text, 60, INK);
  for (const line of lines) expect(textWidth(pdf, line, INK)).toBeLessThanOrEqual(60);
  expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
});
