// @vitest-environment happy-dom

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeRuns } from '@/features/certificates/certificate-code';
import { BLOCK, type Box, CODE_BOX, certificateFacts, factsBlock } from '@/features/certificates/certificate-facts';
import { PAGE_MM } from '@/features/certificates/widgets/sheet';

/** Distance between a template's frame and the page's edge, and the least distance from the frame (mm). */
const [FRAME, AIR] = [5.3, 6];
const MM_PER_POINT = 25.4 / 72;

const isInside = (inner: Box, outer: Box, air: number) =>
  inner.x >= outer.x + air &&
  inner.y >= outer.y + air &&
  inner.x + inner.width <= outer.x + outer.width - air &&
  inner.y + inner.height <= outer.y + outer.height - air;
const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const page = { x: FRAME, y: FRAME, width: PAGE_MM.width - 2 * FRAME, height: PAGE_MM.height - 2 * FRAME };
const facts = fc.array(
  fc.record({
    label: fc.constantFrom('Издаден на', 'Сериен номер', 'Проверете го на'),
    values: fc.array(fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme-ascii' }), {
      minLength: 1,
      maxLength: 2,
    }),
  }),
  { minLength: 1, maxLength: 3 },
);

test('lines, QR code and border of the block never touch each other or the frame, whatever the block says', () => {
  fc.assert(
    fc.property(facts, fc.boolean(), (facts, isSigned) => {
      const drawn = factsBlock({ facts, url: isSigned ? 'https://sloy.example/certificate/0#0' : null });
      if (!drawn) throw new Error('no block');
      expect(isInside(drawn.block, page, AIR)).toBe(true);
      if (isSigned) expect(isInside(CODE_BOX, drawn.block, BLOCK.borderWidth)).toBe(true);
      const boxes = drawn.lines.map(({ text, x, y, size }): Box => {
        const height = size * MM_PER_POINT;
        return { x, y: y - height, width: text.length * height * 0.62, height: height * 1.25 };
      });
      for (const [at, box] of boxes.entries()) {
        expect(isInside(box, drawn.block, 1)).toBe(true);
        if (isSigned) expect(overlap(box, CODE_BOX)).toBe(false);
        for (const other of boxes.slice(at + 1)) expect(overlap(box, other)).toBe(false);
      }
    }),
  );
});

test.each([120, 330, 540])(
  'the QR code of %i characters has its margin of four modules inside the white square',
  (length) => {
    const runs = codeRuns('https://sloy.example/certificate/'.padEnd(length, 'aB3_-x.'));
    const module = Math.min(...runs.map(({ height }) => height));
    for (const run of runs) expect(isInside(run, CODE_BOX, 4 * Math.min(module, 2.5 / 4) - 1e-9)).toBe(true);
  },
);

test('without a date and a document there is no block', () => {
  expect(factsBlock(certificateFacts({ issued: null, completed_at: null }, 'Иван'))).toBeNull();
});
