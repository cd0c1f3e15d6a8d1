import { expect, test } from 'vitest';
import { fittingFontSize, nameWidth, PAGE_MM, pxToMm, pxToPoints, SHEET } from '@/features/certificates/widgets/sheet';

test('the drawing covers the page exactly', () => {
  expect(pxToMm(SHEET.width)).toBeCloseTo(PAGE_MM.width);
  expect(pxToMm(SHEET.height)).toBeCloseTo(PAGE_MM.height, 0);
  expect(pxToPoints(36)).toBeCloseTo(26.99, 1);
});

test.each([
  [50, 0.88],
  [64, 0.6],
  [10, 0.08],
  [2, 0],
])('a name centred at %i %% may take %d of the width', (x, share) => {
  expect(nameWidth(x) / SHEET.width).toBeCloseTo(share);
});

test('a long name is scaled down to fit, a short one keeps its size', () => {
  expect(fittingFontSize(36, 200, 700)).toBe(36);
  expect(fittingFontSize(36, 1_400, 700)).toBe(18);
  expect(fittingFontSize(36, 0, 0)).toBe(36);
});
