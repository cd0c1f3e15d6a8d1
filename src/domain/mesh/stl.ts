/**
 * Reads STL files. Pure.
 * Rule: the length decides the format. A binary file has exactly 84 + 50 n bytes, even if its header starts with „solid“.
 */

import { checkTriangleCount, isCoordinate, MAX_TRIANGLES, MeshError } from './mesh-error';
import { parseAsciiStl } from './stl-ascii';

const HEADER_BYTES = 84;
const TRIANGLE_BYTES = 50;
/** Bytes at the start of a text file in which its first facet must appear. */
const TEXT_PROBE_BYTES = 4_096;

function looksLikeText(bytes: Uint8Array): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, TEXT_PROBE_BYTES)).toLowerCase();
  return (
    /^\uFEFF?\s*solid\b/.test(start) &&
    (/\bfacet\b|\bendsolid\b/.test(start) || bytes.length < HEADER_BYTES) &&
    !start.includes('\0')
  );
}

/** Returns nine coordinates for each triangle, in the unit of the file. @throws MeshError */
export function parseStl(bytes: Uint8Array): Float32Array<ArrayBuffer> {
  if (bytes.length === 0) throw new MeshError({ code: 'empty' });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length >= HEADER_BYTES ? view.getUint32(80, true) : 0;
  const expected = HEADER_BYTES + TRIANGLE_BYTES * count;
  if (bytes.length < HEADER_BYTES || bytes.length !== expected) {
    if (looksLikeText(bytes)) return parseAsciiStl(bytes);
    rejectLength(bytes.length, count, expected);
  }
  checkTriangleCount(count);
  return readTriangles(view, count);
}

function rejectLength(actual: number, count: number, expected: number): never {
  if (actual < HEADER_BYTES) throw new MeshError({ code: 'cut-off', expected: HEADER_BYTES, actual });
  // If the file is not an STL file, the count is read from four arbitrary bytes and is mostly hundreds of millions of triangles.
  if (count > MAX_TRIANGLES * 10) throw new MeshError({ code: 'unknown-format' });
  checkTriangleCount(count);
  throw new MeshError({ code: actual < expected ? 'cut-off' : 'wrong-length', expected, actual });
}

function readTriangles(view: DataView, count: number): Float32Array<ArrayBuffer> {
  const positions = new Float32Array(count * 9);
  for (let triangle = 0, to = 0; triangle < count; triangle += 1) {
    // Skip the normal (the first 12 bytes), because many programs write zeros instead of it.
    const from = HEADER_BYTES + triangle * TRIANGLE_BYTES + 12;
    for (let k = 0; k < 9; k += 1, to += 1) {
      const value = view.getFloat32(from + k * 4, true);
      if (!isCoordinate(value)) throw new MeshError({ code: 'bad-number', triangle: triangle + 1 });
      positions[to] = value;
    }
  }
  return positions;
}
