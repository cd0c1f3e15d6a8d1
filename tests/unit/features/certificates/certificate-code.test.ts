import { jsPDF } from 'jspdf';
import readCode from 'jsqr';
import { expect, test } from 'vitest';
import { drawCode, embedCredential } from '@/features/certificates/certificate-code';
import { PAGE_MM } from '@/widgets/certificate/sheet';

const POINTS_PER_MM = 72 / 25.4;
const page = () => new jsPDF({ orientation: 'landscape', unit: 'mm', format: 'a4', compress: false });

/** Pixels of the filled rectangles of a page without compression: white ones, then black ones. */
function pixelsOf(file: string, scale: number) {
  const [width, height] = [Math.round(PAGE_MM.width * scale), Math.round(PAGE_MM.height * scale)];
  const pixels = new Uint8ClampedArray(width * height * 4).fill(200);
  const dark: number[] = [];
  let colour = 255;
  for (const [, red, x, y, w, h] of file.matchAll(
    /(?:^|\n)([\d.]+) (?:[\d.]+ [\d.]+ rg|g)(?=\n)|(-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (-?[\d.]+) re/g,
  )) {
    if (red !== undefined) colour = Number(red) * 255;
    else {
      const mm = [x, y, w, h].map((value) => Number(value) / POINTS_PER_MM);
      const [left = 0, bottom = 0, across = 0, up = 0] = mm;
      const top = PAGE_MM.height - Math.max(bottom, bottom + up);
      if (colour === 0) dark.push(left, left + across);
      for (let row = Math.round(top * scale); row < Math.round((top + Math.abs(up)) * scale); row++)
        for (let column = Math.round(left * scale); column < Math.round((left + across) * scale); column++)
          pixels.fill(colour, (row * width + column) * 4, (row * width + column) * 4 + 3);
    }
  }
  return { pixels, width, height, codeWidth: Math.max(...dark) - Math.min(...dark) };
}

test.each([330, 540])(
  'the QR code of a URL of %i characters is 36 mm wide and is readable from its pixels',
  (length) => {
    const url = `https://sloy.example/certificate/7K2M-9QXP-3RTD-V8WN#`.padEnd(length, 'aB3_-x.');
    const pdf = page();
    drawCode(pdf, url);
    const { pixels, width, height, codeWidth } = pixelsOf(pdf.output(), 8);
    expect(codeWidth).toBeCloseTo(36, 1);
    const code = readCode(pixels, width, height);
    expect(code?.data).toBe(url);
    expect(code?.version).toBeGreaterThanOrEqual(12);
    expect(code?.version).toBeLessThanOrEqual(18);
  },
);

test('the credential is embedded and can be read like in a PDF reader', () => {
  const credential = `eyJhbGciOiJSUzI1NiJ9.${'aB3_-'.repeat(400)}.c2ln`;
  const pdf = page();
  embedCredential(pdf, credential);
  const file = pdf.output();
  const objects = new Map([...file.matchAll(/(\d+) 0 obj\n([\s\S]*?)endobj/g)].map(([, id, body]) => [id, body ?? '']));
  const catalog = objects.get(/\/Root (\d+) 0 R/.exec(file)?.[1]) ?? '';
  const spec = objects.get(/\/EmbeddedFiles << \/Names \[\(credential\.jwt\) (\d+) 0 R\]/.exec(catalog)?.[1]) ?? '';
  expect(/\/AF \[(\d+) 0 R\]/.exec(catalog)?.[1]).toBe(
    /EmbeddedFiles << \/Names \[\(credential\.jwt\) (\d+)/.exec(catalog)?.[1],
  );
  const stream = objects.get(/\/EF << \/F (\d+) 0 R/.exec(spec)?.[1]) ?? '';
  const length = Number(/\/Length (\d+)/.exec(stream)?.[1]);
  const at = stream.indexOf('stream\n') + 'stream\n'.length;
  expect(stream.slice(at, at + length)).toBe(credential);
  expect(stream.slice(at + length)).toMatch(/^\nendstream/);
});
