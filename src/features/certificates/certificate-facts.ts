/** The block in the lower right corner of a certificate: what it says and where, in mm, shared by the card, the preview, the console's canvas and the PDF. */

import { formatDate } from '@/shared/format/format';
import { certificateHref } from '@/shared/paths';
import type { CertificateState, IssuedCertificate } from './rules/state';
import { certificatesText as text } from './text/certificates';
import { PAGE_MM } from './widgets/sheet';

/** Width of the QR code without its margin (mm). A phone's camera cannot read a smaller QR code of version 18. */
export const CODE_MM = 36;
/** Width of the white square around the QR code (mm): the code and the margin of four modules that the QR standard requires. */
const CODE_BOX_MM = 41;
/** Distance between the block and the page's right and bottom edges (mm): room for the frame of a template. */
const EDGE_MM = 12;
/** Distance between the block's border and the QR code's square, and between the border and the text (mm). */
const INSET_MM = { code: 1, text: 5 } as const;
const COLUMN_MM = 46;

export const BLOCK = { radius: 2, fill: '#ffffff', border: '#d8d8da', borderWidth: 0.25 } as const;
const INK = { label: '#5b616c', value: '#16181d' } as const;
const MM_PER_POINT = 25.4 / 72;
/** Height of a line relative to the size of its letters, and the share of it above the baseline. */
const LINE = { height: 1.35, ascent: 1 } as const;
/** Distance between two facts (mm). */
const GAP_MM = 1.8;
/** Upper bound of the average width of a letter relative to its size. */
const LETTER_WIDTH = 0.64;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A line of text; `y` is its baseline. */
export interface SheetLine {
  text: string;
  x: number;
  y: number;
  /** Points. */
  size: number;
  bold: boolean;
  colour: string;
}

interface Fact {
  label: string;
  values: readonly string[];
}

export interface CertificateFacts {
  issued: IssuedCertificate | null;
  facts: readonly Fact[];
  /** Verification URL for the QR code; null until the server has signed the certificate. */
  url: string | null;
}

export type DatedCertificate = Pick<CertificateState, 'issued' | 'completed_at'>;

/** The facts of a certificate for `name`. The serial was issued for one name, so a certificate with another name has no serial. */
export function certificateFacts({ issued: latest, completed_at }: DatedCertificate, name: string): CertificateFacts {
  const issued = latest?.name === name ? latest : null;
  const facts: Fact[] = [];
  if (completed_at) facts.push({ label: text.issuedOn, values: [formatDate(completed_at)] });
  if (issued) {
    const path = certificateHref(issued.serial);
    facts.push(
      { label: text.serial, values: [issued.serial] },
      { label: text.verifyAt, values: [location.host + path.slice(0, -issued.serial.length), issued.serial] },
    );
  }
  return { issued, facts, url: issued?.seal ? location.origin + certificateHref(issued.serial, issued.seal) : null };
}

const sizeOf = (value: string, wanted: number) =>
  Math.min(wanted, COLUMN_MM / (value.length * LETTER_WIDTH * MM_PER_POINT));

/** The places of the block, of the square for the QR code and of the lines; null when there is nothing to say. */
export function factsBlock({ facts, url }: Pick<CertificateFacts, 'facts' | 'url'>) {
  if (facts.length === 0) return null;
  let down = 0;
  const lines = facts.flatMap(({ label, values }, at): Omit<SheetLine, 'x'>[] => {
    if (at > 0) down += GAP_MM;
    return [label, ...values].map((words, row) => {
      const size = row === 0 ? 7 : sizeOf(words, 9);
      const step = size * MM_PER_POINT;
      const y = down + step * LINE.ascent;
      down += step * LINE.height;
      return {
        text: words,
        y,
        size,
        bold: row === 1 && values.length === 1,
        colour: row === 0 ? INK.label : INK.value,
      };
    });
  });
  const height = url ? CODE_BOX_MM + 2 * INSET_MM.code : down + 2 * INSET_MM.text;
  const right = url ? CODE_BOX_MM + 2 * INSET_MM.code : INSET_MM.text;
  const width = INSET_MM.text + COLUMN_MM + right;
  const block: Box = { x: PAGE_MM.width - EDGE_MM - width, y: PAGE_MM.height - EDGE_MM - height, width, height };
  const [left, top] = [block.x + INSET_MM.text, block.y + (height - down) / 2];
  return { block, lines: lines.map((line): SheetLine => ({ ...line, x: left, y: top + line.y })) };
}

/** The white square for the QR code. */
export const CODE_BOX: Box = {
  x: PAGE_MM.width - EDGE_MM - INSET_MM.code - CODE_BOX_MM,
  y: PAGE_MM.height - EDGE_MM - INSET_MM.code - CODE_BOX_MM,
  width: CODE_BOX_MM,
  height: CODE_BOX_MM,
};
