/**
 * Reads STL files with the loader of three.js, which skips what it cannot read, so the file is checked first. Pure.
 * Rule: the length decides the format. A binary file has 84 + 50 n bytes, even if its header starts with „solid“.
 */
import { Mesh } from 'three';
import { STLLoader } from 'three/examples/jsm/loaders/STLLoader.js';
import { checkTriangleCount, MAX_TRIANGLES, MeshError } from './mesh-error';
import { lineAt } from './text-lines';
import { trianglesOf } from './triangles';

const HEADER_BYTES = 84;
const TRIANGLE_BYTES = 50;
/** Bytes at the start of a file that tell text from a binary file. */
const PROBE_BYTES = 4_096;

const NUMBER = String.raw`\s+[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?`;
/** The words that make triangles; `vertex` alone is one without three whole numbers. */
const WORDS = new RegExp(
  String.raw`facet\s+normal\s+\S+\s+\S+\s+\S+(?:\s+outer\s+loop)?|endfacet|(?:end)?solid|vertex(?:(?:${NUMBER}){3}(?=\s))?`,
  'g',
);

const meshOf = (data: ArrayBuffer | string) => trianglesOf(new Mesh(new STLLoader().parse(data)));

/** The reason why a text is wrong at the first word after `from`. */
function faultAt(text: string, from: number, facets: number): MeshError {
  if (!text.includes('endfacet', from)) return new MeshError({ code: 'cut-off-text', line: lineAt(text) });
  const at = from + text.slice(from).search(/\S/);
  const rest = text.slice(at, at + 200).split(/[\n\r]/)[0] ?? '';
  if (rest.includes(',')) return new MeshError({ code: 'comma', line: lineAt(text, at) });
  if (/\s[-+]?(?:nan|inf)/.test(rest)) return new MeshError({ code: 'bad-number', triangle: facets + 1 });
  return new MeshError({ code: 'bad-syntax', line: lineAt(text, at) });
}

function parseText(text: string): Float32Array<ArrayBuffer> {
  let facets = 0;
  /** Corners of the facet that is being read; -1 between facets. */
  let corners = -1;
  let isInSolid = false;
  let good = 0;
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    let isGood = true;
    if (word === 'endfacet') {
      isGood = corners === 3;
      corners = -1;
      facets += 1;
    } else if (word.startsWith('facet')) {
      isGood = corners === -1 && isInSolid;
      corners = 0;
    } else if (word.startsWith('vertex')) {
      // Between facets it is a word in the name of a solid.
      if (corners === -1) continue;
      corners += 1;
      isGood = word !== 'vertex' && corners <= 3;
    } else {
      isGood = corners === -1;
      isInSolid = word === 'solid';
    }
    if (!isGood) throw faultAt(text, good, facets);
    good = index + word.length;
  }
  if (isInSolid || corners >= 0) throw new MeshError({ code: 'cut-off-text', line: lineAt(text) });
  checkTriangleCount(facets);
  // The loader takes a text for binary data unless it starts with this word.
  return meshOf(text.slice(text.indexOf('solid')));
}

function lengthFault(actual: number, count: number, expected: number): MeshError {
  if (actual < HEADER_BYTES) return new MeshError({ code: 'cut-off', expected: HEADER_BYTES, actual });
  // If the file is not an STL file, the count is read from four arbitrary bytes and is mostly hundreds of millions of triangles.
  if (count > MAX_TRIANGLES * 10) return new MeshError({ code: 'unknown-format' });
  checkTriangleCount(Math.max(1, count));
  if (actual < expected) return new MeshError({ code: 'cut-off', expected, actual });
  const held = Math.floor((actual - HEADER_BYTES) / TRIANGLE_BYTES);
  return new MeshError({ code: 'wrong-count', declared: count, held });
}

/** Returns nine coordinates for each triangle, in the unit of the file. @throws MeshError */
export function parseStl(data: ArrayBuffer): Float32Array<ArrayBuffer> {
  const bytes = data.byteLength;
  const count = bytes >= HEADER_BYTES ? new DataView(data).getUint32(80, true) : 0;
  const expected = HEADER_BYTES + TRIANGLE_BYTES * count;
  // Programs write a few bytes after the last triangle, but less than another triangle.
  if (bytes >= expected && bytes < expected + TRIANGLE_BYTES) {
    checkTriangleCount(count);
    return meshOf(data.slice(0, expected));
  }
  const start = new TextDecoder().decode(data.slice(0, PROBE_BYTES));
  if (/^(?:\s*#.*[\n\r])*\s*solid/i.test(start) && !start.includes('\0'))
    return parseText(new TextDecoder().decode(data).toLowerCase());
  throw lengthFault(bytes, count, expected);
}
