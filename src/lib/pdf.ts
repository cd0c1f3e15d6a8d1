/** Opens a paper to draw on. jsPDF and its letters (Manrope cut to Latin and Cyrillic, OFL 1.1) are fetched when the first one is asked for. */
import type { jsPDF } from 'jspdf';

/** Made by supabase/clips/make-pdf-fonts.mjs. */
const WEIGHTS = { normal: '400', bold: '700' } as const;

/** jsPDF takes a file as a string with a character for each byte. */
async function fontFile(weight: string): Promise<string> {
  const answer = await fetch(`/fonts/manrope-${weight}.ttf`);
  if (!answer.ok) throw new Error(`font ${weight}: ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

/** An empty A4 page, in millimetres. @throws Error when the parts cannot be had: not kept yet, and no network. */
export async function openPaper(orientation: 'portrait' | 'landscape', compress = true): Promise<jsPDF> {
  const [library, ...files] = await Promise.all([import('jspdf'), ...Object.values(WEIGHTS).map(fontFile)]);
  const paper = new library.jsPDF({ orientation, unit: 'mm', format: 'a4', compress, putOnlyUsedFonts: true });
  for (const [at, style] of Object.keys(WEIGHTS).entries()) {
    paper.addFileToVFS(`manrope-${style}.ttf`, files[at] ?? '');
    paper.addFont(`manrope-${style}.ttf`, 'Manrope', style, 'Identity-H');
  }
  paper.setFont('Manrope', 'normal');
  return paper;
}
