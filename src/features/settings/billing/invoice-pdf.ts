import type { jsPDF } from 'jspdf';
import { linesOf, openPdfPage, writeText } from '@/device/pdf';
import { invoiceText as text } from '@/features/billing/text/invoice';
import { LEVA_FACTOR } from '@/shared/app-limits';
import type { Company } from '@/shared/company';
import { formatDate } from '@/shared/format/format';
import { formatMoney } from '@/shared/format/format-money';
import type { PaidPlan } from '@/shared/pricing';
import { billingText } from '../text';

// Draws an invoice on one A4 page: seller, buyer, item, amount. Positions are mm from the top left corner.

export interface PrintedInvoice {
  number: string;
  status: 'paid' | 'unpaid';
  /** Amount of the invoice (cents). */
  amount: number;
  /** Refunded part of the amount (cents). */
  refunded: number;
  currency: string;
  /** When the invoice was created (Unix time, s). */
  created: number;
  period_start: number | null;
  period_end: number | null;
  plan_type: PaidPlan | null;
  /** True if this device generated the data from the subscription; the document is then not an invoice. */
  local: boolean;
}

export interface Buyer {
  full_name: string;
  email: string;
  /** The company to which the invoice is made out. */
  company?: Company | null;
}

const [LEFT, RIGHT] = [20, 190];
const INK = '#16181d';
const MUTED = '#5c5f68';
const LINE = '#dcd6cb';
const ACCENT = '#f2590d';
/** Distance of two lines (mm) per point of the font's size. */
const LINE_MM = 0.3528 * 1.45;

interface Pen {
  size?: number;
  bold?: boolean;
  colour?: string;
  align?: 'left' | 'right';
  /** Maximum width (mm); longer texts wrap. */
  width?: number;
}

/** @returns the y position of the next line. */
function write(
  pdf: jsPDF,
  words: string,
  x: number,
  y: number,
  { size = 10.5, bold = false, colour = INK, align = 'left', width = 80 }: Pen = {},
) {
  const lines = linesOf(pdf, words, width, { size, bold });
  for (const [at, line] of lines.entries())
    writeText(pdf, line, x, y + at * size * LINE_MM, { size, bold, colour, align });
  return y + lines.length * size * LINE_MM;
}

function line(pdf: jsPDF, y: number) {
  pdf.setDrawColor(LINE).setLineWidth(0.3).line(LEFT, y, RIGHT, y);
}

/** The product's logo: a cube of five printed layers. */
function mark(pdf: jsPDF) {
  pdf.setDrawColor(ACCENT).setLineWidth(1.5).setLineCap('round');
  for (let layer = 0; layer < 5; layer++) pdf.line(LEFT + 1, 19 + layer * 2.2, LEFT + 11, 19 + layer * 2.2);
}

const companyFacts = ({ company_id, vat_number, address }: Company) =>
  [company_id && text.companyId(company_id), vat_number && text.vatNumber(vat_number), address].filter(Boolean);

function draw(pdf: jsPDF, invoice: PrintedInvoice, buyer: Buyer, site: string) {
  const title = invoice.local ? text.localTitle : text.title;
  pdf.setProperties({ title: `${title} ${invoice.number}`, author: text.product, creator: text.product });
  pdf.setLanguage('bg');
  mark(pdf);
  write(pdf, text.product, LEFT + 15, 26.5, { size: 20, bold: true });
  write(pdf, title, RIGHT, 24, { size: 20, bold: true, align: 'right', width: 110 });
  write(pdf, text.number(invoice.number), RIGHT, 31.5, { bold: true, align: 'right' });

  line(pdf, 40);
  write(pdf, text.date, LEFT, 48, { size: 9, colour: MUTED });
  write(pdf, formatDate(invoice.created * 1000), LEFT, 53.5, { bold: true });
  write(pdf, text.status, 110, 48, { size: 9, colour: MUTED });
  write(pdf, billingText.invoice[invoice.status], 110, 53.5, { bold: true });

  write(pdf, text.seller, LEFT, 66, { size: 9, colour: MUTED });
  const [seller, ...facts] = text.sellerFacts;
  let left = write(pdf, seller, LEFT, 71.5, { bold: true });
  for (const fact of [...facts, site]) left = write(pdf, fact, LEFT, left, { size: 9.5 });
  write(pdf, text.buyer, 110, 66, { size: 9, colour: MUTED });
  let right = 71.5;
  const name = buyer.company?.name ?? buyer.full_name;
  if (name) right = write(pdf, name, 110, right, { bold: true });
  for (const fact of buyer.company ? companyFacts(buyer.company) : [])
    right = write(pdf, fact, 110, right, { size: 9.5 });
  right = write(pdf, buyer.email, 110, right, { size: 9.5 });

  let y = Math.max(left, right) + 12;
  write(pdf, text.service, LEFT, y, { size: 9, colour: MUTED });
  write(pdf, text.period, 95, y, { size: 9, colour: MUTED });
  write(pdf, text.amount, RIGHT, y, { size: 9, colour: MUTED, align: 'right' });
  line(pdf, y + 3);
  y += 10;
  const money = (cents: number) => formatMoney(cents, invoice.currency);
  const service = write(pdf, text.plan(invoice.plan_type), LEFT, y, { bold: true, width: 70 });
  const { period_start: from, period_end: to } = invoice;
  const period = from !== null && to !== null ? text.between(from * 1000, to * 1000) : '–';
  const below = write(pdf, period, 95, y, { width: 65 });
  write(pdf, money(invoice.amount), RIGHT, y, { align: 'right' });
  y = Math.max(service, below) + 1;
  line(pdf, y);
  y += 9;
  write(pdf, text.total[invoice.status], 95, y, { bold: true, size: 13 });
  write(pdf, money(invoice.amount), RIGHT, y, { bold: true, size: 13, align: 'right' });
  y += 7;
  if (invoice.currency.toUpperCase() === 'EUR') {
    const leva = Math.round((invoice.amount / 100) * LEVA_FACTOR);
    write(pdf, text.leva(leva, LEVA_FACTOR), RIGHT, y, { size: 9, colour: MUTED, align: 'right', width: 95 });
    y += 7;
  }
  if (invoice.refunded > 0) {
    write(pdf, text.refunded, 95, y, { bold: true });
    write(pdf, `−${money(invoice.refunded)}`, RIGHT, y, { bold: true, align: 'right' });
  }

  line(pdf, 272);
  write(pdf, invoice.local ? text.localFoot : text.foot(site), LEFT, 278.5, {
    size: 8.5,
    colour: MUTED,
    width: RIGHT - LEFT,
  });
}

/** Creates the PDF of an invoice. @throws LettersMissing when no font has a letter; Error when the library or the fonts cannot be loaded. */
export async function invoiceFile(invoice: PrintedInvoice, buyer: Buyer, site: string, compress = true): Promise<Blob> {
  const typed = [invoice.number, buyer.full_name, buyer.email, ...Object.values(buyer.company ?? {}), site];
  const pdf = await openPdfPage('portrait', typed.join(' '), compress);
  draw(pdf, invoice, buyer, site);
  return pdf.output('blob');
}
