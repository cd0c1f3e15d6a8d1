import type { jsPDF } from 'jspdf';
import { LEVA_FACTOR } from '@/config/limits';
import type { PaidPlan } from '@/domain/pricing';
import { formatDate } from '@/lib/format';
import { formatMoney } from '@/lib/format-money';
import { openPaper } from '@/lib/pdf';
import { invoiceText as text } from '@/text/invoice';
import { billingText } from '@/text/settings';

// An invoice on one A4 page: who, to whom, for what, how much. Millimetres from the top left corner.

export interface PaperInvoice {
  number: string;
  status: 'paid' | 'unpaid';
  /** Cents. */
  amount: number;
  refunded: number;
  currency: string;
  /** Seconds since the epoch. */
  created: number;
  period_start: number | null;
  period_end: number | null;
  plan_type: PaidPlan | null;
  /** Drawn up by this device: no invoice. */
  local: boolean;
}

export interface Buyer {
  full_name: string;
  email: string;
}

const [LEFT, RIGHT] = [20, 190];
const INK = '#16181d';
const MUTED = '#5c5f68';
const LINE = '#dcd6cb';
const ACCENT = '#f2590d';

interface Pen {
  size?: number;
  bold?: boolean;
  colour?: string;
  align?: 'left' | 'right';
  /** Millimetres: longer texts are broken. */
  width?: number;
}

/** @returns where the next line begins. */
function write(
  paper: jsPDF,
  words: string,
  x: number,
  y: number,
  { size = 10.5, bold = false, colour = INK, align = 'left', width = 80 }: Pen = {},
) {
  paper
    .setFont('Manrope', bold ? 'bold' : 'normal')
    .setFontSize(size)
    .setTextColor(colour);
  const lines = paper.splitTextToSize(words, width) as string[]; // typed `any` by the library
  paper.text(lines, x, y, { align, lineHeightFactor: 1.45 });
  return y + lines.length * size * 0.3528 * 1.45;
}

function line(paper: jsPDF, y: number) {
  paper.setDrawColor(LINE).setLineWidth(0.3).line(LEFT, y, RIGHT, y);
}

/** The mark of the product: a cube of five printed layers. */
function mark(paper: jsPDF) {
  paper.setDrawColor(ACCENT).setLineWidth(1.5).setLineCap('round');
  for (let layer = 0; layer < 5; layer++) paper.line(LEFT + 1, 19 + layer * 2.2, LEFT + 11, 19 + layer * 2.2);
}

function draw(paper: jsPDF, invoice: PaperInvoice, buyer: Buyer, site: string) {
  const title = invoice.local ? text.localTitle : text.title;
  paper.setProperties({ title: `${title} ${invoice.number}`, author: text.product, creator: text.product });
  paper.setLanguage('bg');
  mark(paper);
  write(paper, text.product, LEFT + 15, 26.5, { size: 20, bold: true });
  write(paper, title, RIGHT, 24, { size: 20, bold: true, align: 'right', width: 110 });
  write(paper, text.number(invoice.number), RIGHT, 31.5, { bold: true, align: 'right' });

  line(paper, 40);
  write(paper, text.date, LEFT, 48, { size: 9, colour: MUTED });
  write(paper, formatDate(invoice.created * 1000), LEFT, 53.5, { bold: true });
  write(paper, text.status, 110, 48, { size: 9, colour: MUTED });
  write(paper, billingText.invoice[invoice.status], 110, 53.5, { bold: true });

  write(paper, text.seller, LEFT, 66, { size: 9, colour: MUTED });
  const [seller, ...facts] = text.sellerFacts;
  let left = write(paper, seller, LEFT, 71.5, { bold: true });
  for (const fact of [...facts, site]) left = write(paper, fact, LEFT, left, { size: 9.5 });
  write(paper, text.buyer, 110, 66, { size: 9, colour: MUTED });
  let right = 71.5;
  if (buyer.full_name) right = write(paper, buyer.full_name, 110, right, { bold: true });
  right = write(paper, buyer.email, 110, right, { size: 9.5 });

  let y = Math.max(left, right) + 12;
  write(paper, text.service, LEFT, y, { size: 9, colour: MUTED });
  write(paper, text.period, 95, y, { size: 9, colour: MUTED });
  write(paper, text.amount, RIGHT, y, { size: 9, colour: MUTED, align: 'right' });
  line(paper, y + 3);
  y += 10;
  const money = (cents: number) => formatMoney(cents, invoice.currency);
  const service = write(paper, text.plan(invoice.plan_type), LEFT, y, { bold: true, width: 70 });
  const { period_start: from, period_end: to } = invoice;
  const period = from !== null && to !== null ? text.between(from * 1000, to * 1000) : '–';
  const below = write(paper, period, 95, y, { width: 65 });
  write(paper, money(invoice.amount), RIGHT, y, { align: 'right' });
  y = Math.max(service, below) + 1;
  line(paper, y);
  y += 9;
  write(paper, text.total[invoice.status], 95, y, { bold: true, size: 13 });
  write(paper, money(invoice.amount), RIGHT, y, { bold: true, size: 13, align: 'right' });
  y += 7;
  if (invoice.currency.toUpperCase() === 'EUR') {
    const leva = Math.round((invoice.amount / 100) * LEVA_FACTOR);
    write(paper, text.leva(leva, LEVA_FACTOR), RIGHT, y, { size: 9, colour: MUTED, align: 'right', width: 95 });
    y += 7;
  }
  if (invoice.refunded > 0) {
    write(paper, text.refunded, 95, y, { bold: true });
    write(paper, `−${money(invoice.refunded)}`, RIGHT, y, { bold: true, align: 'right' });
  }

  line(paper, 272);
  write(paper, invoice.local ? text.localFoot : text.foot(site), LEFT, 278.5, {
    size: 8.5,
    colour: MUTED,
    width: RIGHT - LEFT,
  });
}

/** The file of an invoice. @throws Error when the parts that draw it cannot be had. */
export async function invoiceFile(invoice: PaperInvoice, buyer: Buyer, site: string, compress = true): Promise<Blob> {
  const paper = await openPaper('portrait', compress);
  draw(paper, invoice, buyer, site);
  return paper.output('blob');
}
