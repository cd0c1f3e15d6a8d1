import { expect, test } from 'vitest';
import { csvCell, csvLines, csvStart } from '@/features/console-kit/widgets/csv';

test.each([
  ['=1+1', `"'=1+1"`],
  ['+359 88', `"'+359 88"`],
  ['-x', `"'-x"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['  =cmd', `"'  =cmd"`],
  ['ред\n=2', `"'ред\n=2"`],
  ['\t1', `"'\t1"`],
  ['＝1', `"'＝1"`],
  ['＠x', `"'＠x"`],
])('a cell that a spreadsheet would execute is escaped: %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

test.each([
  [-5, '-5'],
  ['-5', '-5'],
  ['+3.5', '+3.5'],
  [0, '0'],
  [null, ''],
  ['Иван', 'Иван'],
  ['а,б', '"а,б"'],
  ['"а"', '"""а"""'],
])('numbers and plain words stay unchanged: %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test('a file begins with a byte order mark and ends each line with CRLF', () => {
  expect(csvStart(['a', 'b']) + csvLines([[1, 'x']])).toBe('\ufeffa,b\r\n1,x\r\n');
});
