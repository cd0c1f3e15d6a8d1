/** Parses a finished PDF: inflated streams, embedded files, and the pixels of its vector rectangles. */
import { inflateSync } from 'node:zlib';
import { PAGE_MM } from '@/features/certificates/widgets/sheet';

const POINTS_PER_MM = 72 / 25.4;

/** The file as Latin-1 text in which every compressed stream is inflated. */
export function inflatedPdf(bytes: Buffer): string {
  const file = bytes.toString('latin1');
  let text = '';
  let done = 0;
  for (const found of file.matchAll(/obj\n((?:(?!endobj)[\s\S])*?)stream\n/g)) {
    const [head, dictionary = ''] = found;
    if (found.index < done || !dictionary.includes('/FlateDecode')) continue;
    const from = found.index + head.length;
    const to = from + Number(/\/Length (\d+)/.exec(dictionary)?.[1]);
    text += file.slice(done, from) + inflateSync(bytes.subarray(from, to)).toString('latin1');
    done = to;
  }
  return text + file.slice(done);
}

const objectsOf = (file: string) =>
  new Map([...file.matchAll(/(\d+) 0 obj\n([\s\S]*?)endobj/g)].map(([, id = '', body = '']) => [id, body]));

/** The bytes of the embedded file `name`, looked up through the catalog; undefined if the PDF does not contain it. */
export function embeddedFile(file: string, name: string): string | undefined {
  const objects = objectsOf(file);
  const linked = (body: string | undefined, pattern: RegExp) => objects.get(pattern.exec(body ?? '')?.[1] ?? '');
  const catalog = linked(file, /\/Root (\d+) 0 R/);
  const pattern = new RegExp(`/EmbeddedFiles << /Names \\[\\(${name.replaceAll('.', '\\.')}\\) (\\d+) 0 R\\]`);
  const listed = pattern.exec(catalog ?? '')?.[1];
  // The file must also be an associated file (/AF) of the whole document.
  if (listed === undefined || listed !== /\/AF \[(\d+) 0 R\]/.exec(catalog ?? '')?.[1]) return undefined;
  const stream = linked(objects.get(listed), /\/EF << \/F (\d+) 0 R/) ?? '';
  const length = Number(/\/Length (\d+)/.exec(stream)?.[1]);
  const at = stream.indexOf('stream\n') + 'stream\n'.length;
  return /^\nendstream/.test(stream.slice(at + length)) ? stream.slice(at, at + length) : undefined;
}

/** Draws the filled rectangles of the first page as pixels. `codeWidth`: width of the area that all black rectangles cover together (mm). */
export function rectanglesOf(file: string, scale: number) {
  const content = objectsOf(file).get(/\/Contents (\d+) 0 R/.exec(file)?.[1] ?? '') ?? '';
  const [width, height] = [Math.round(PAGE_MM.width * scale), Math.round(PAGE_MM.height * scale)];
  const pixels = new Uint8ClampedArray(width * height * 4).fill(200);
  const dark: number[] = [];
  let colour = 255;
  for (const [, red, x, y, w, h] of content.matchAll(
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
