import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Buyer, invoiceFile, type PrintedInvoice } from '@/features/settings/billing/invoice-pdf';
import { pdfText } from '../../../helpers/pdf-text';

const seconds = (iso: string) => Date.parse(iso) / 1000;
const invoice: PrintedInvoice = {
  number: 'СЛ-000123',
  status: 'paid',
  amount: 28_800,
  refunded: 0,
  currency: 'EUR',
  created: seconds('2026-11-03T10:00'),
  period_start: seconds('2026-11-03T10:00'),
  period_end: seconds('2027-11-03T10:00'),
  plan_type: 'premium',
  local: false,
};
const buyer = { full_name: 'Мария Щъркелова-Юнг', email: 'maria@sloy.test' };
const wordsOf = async (change: Partial<PrintedInvoice> = {}, to: Buyer = buyer) =>
  pdfText(
    Buffer.from(await (await invoiceFile({ ...invoice, ...change }, to, 'sloy.test', false)).arrayBuffer()).toString(
      'latin1',
    ),
  ).map((line) => line.replaceAll('\u00a0', ' '));

beforeEach(() => {
  vi.stubGlobal('fetch', async (path: string) => new Response(new Uint8Array(await readFile(`public${path}`))));
  return () => vi.unstubAllGlobals();
});

describe('the PDF of an invoice', () => {
  it('contains seller, buyer, service and amount as searchable Cyrillic text', async () => {
    const words = await wordsOf();
    for (const expected of [
      'Фактура',
      '№ СЛ-000123',
      '3 ноември 2026 г.',
      'Платена',
      '„Слой“',
      'Мария Щъркелова-Юнг',
      'maria@sloy.test',
      'Абонамент Слой Premium',
      '288,00 €',
      'Платено',
      'Равностойност: 562 лв. (по 1 € = 1,95 лв.)',
    ]) {
      expect(words).toContain(expected);
    }
    expect(words.join(' ')).toContain('от 3 ноември 2026 г. до 3 ноември 2027 г.');
    expect(words.join('')).not.toContain('?');
  });

  it.each(['Ștefan Țurcanu', 'Γιώργος Ĕ', '王小明'])('contains every letter of the buyer %s', async (full_name) => {
    expect((await wordsOf({}, { ...buyer, full_name })).join('')).toContain(full_name);
  });

  it('is refused when no font has a letter of the buyer', async () => {
    await expect(wordsOf({}, { ...buyer, full_name: 'Иван 😀' })).rejects.toMatchObject({ letters: ['😀'] });
  });

  it('contains the company, its numbers and address instead of the person', async () => {
    const company = {
      name: 'Слоеве ООД',
      company_id: '175074752',
      vat_number: 'BG175074752',
      address: 'София, бул. Витоша 1',
    };
    const words = await wordsOf({}, { ...buyer, company });
    for (const expected of [
      'Слоеве ООД',
      'ЕИК 175074752',
      'ДДС № BG175074752',
      'София, бул. Витоша 1',
      'maria@sloy.test',
    ])
      expect(words).toContain(expected);
    expect(words).not.toContain('Мария Щъркелова-Юнг');
  });

  it.each([
    ['an unpaid one', { status: 'unpaid' as const }, ['Неплатена', 'За плащане'], ['Платено']],
    ['one that went back', { refunded: 28_800 }, ['Върнато', '−288,00 €'], []],
    ['one that this device drew up', { local: true }, ['Справка за плащане'], ['Фактура']],
    ['one in another currency', { currency: 'BGN' }, [], ['Равностойност: 562 лв. (по 1 € = 1,95 лв.)']],
    ['one without a period', { period_start: null, plan_type: null }, ['Абонамент Слой', '–'], []],
  ])('%s', async (_, change, present, absent) => {
    const words = await wordsOf(change);
    for (const line of present) expect(words).toContain(line);
    for (const line of absent) expect(words).not.toContain(line);
  });

  it('is not created if its fonts cannot be loaded', async () => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 504 }));
    await expect(invoiceFile(invoice, buyer, 'sloy.test')).rejects.toThrow('504');
  });
});
