/**
 * CSV for spreadsheets. Rule: put an apostrophe before a cell that a spreadsheet would run as a formula, but keep numbers unchanged.
 * A cell is such a formula if one of its lines starts, possibly after spaces, with = + - @, a full-width form of these, a tab or a CR.
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

/** The rows as lines of a CSV file, each with its line break. */
export const csvLines = (rows: readonly (readonly CsvValue[])[]): string =>
  rows.map((row) => `${csvLine(row)}\r\n`).join('');

/** The start of a CSV file: a byte order mark, without which spreadsheets misread Cyrillic, and the header row. */
export const csvStart = (head: readonly string[]): string => `\ufeff${csvLines([head])}`;
