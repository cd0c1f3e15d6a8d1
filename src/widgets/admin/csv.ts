/**
 * CSV for spreadsheets. Rule: a cell that a spreadsheet would run as a formula (= + - @, tab, CR, also in full-width forms, after blanks and on
 * any line) gets an apostrophe in front; numbers stay numbers.
 */

export type CsvValue = string | number | boolean | null | undefined;

const FORMULA = /^[\s\u00a0\u200b\u3000]*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r]/m;
const NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/;

export function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  const text = String(value).replaceAll('\0', '');
  const safe = typeof value === 'string' && !NUMBER.test(text) && FORMULA.test(text) ? `'${text}` : text;
  return /[",;\r\n\t]/.test(safe) || safe !== text || /^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const csvLine = (values: readonly CsvValue[]) => values.map(csvCell).join(',');

/** A file with a head and rows; the byte order mark makes spreadsheets read Cyrillic. */
export const csvFile = (head: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  `\ufeff${[head, ...rows].map(csvLine).join('\r\n')}\r\n`;
