/** Reads PLY files, as text and binary, with the loader of three.js, which leaves out what it cannot read, so the counts are compared. Pure. */
import { type BufferGeometry, Mesh } from 'three';
import { PLYLoader } from 'three/examples/jsm/loaders/PLYLoader.js';
import { MeshError } from './mesh-error';
import { lineAt } from './text-lines';
import { trianglesOf } from './triangles';

/** Bytes at the start of a file that contain the header. */
const HEADER_BYTES = 65_536;

function geometryOf(data: ArrayBuffer): BufferGeometry {
  try {
    return new PLYLoader().parse(data);
  } catch (error) {
    // The loader reads beyond the end of a binary file that is cut off.
    console.warn('The PLY file is damaged:', error);
    throw new MeshError({ code: 'damaged' });
  }
}

/** Returns nine coordinates for each triangle, in the unit of the file. @throws MeshError */
export function parsePly(data: ArrayBuffer): Float32Array<ArrayBuffer> {
  const start = new TextDecoder().decode(data.slice(0, HEADER_BYTES));
  const header = /^ply\s[\s\S]*?end_header/.exec(start)?.[0];
  if (header === undefined) throw new MeshError({ code: 'unknown-format' });
  if (/^format\s+ascii/m.test(header)) {
    const text = new TextDecoder().decode(data);
    const body = text.slice(header.length);
    const comma = body.search(/\d,\d/);
    if (comma >= 0) throw new MeshError({ code: 'comma', line: lineAt(text, header.length + comma) });
    const elements = [...header.matchAll(/^element\s+\S+\s+(\d+)/gm)].reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    );
    if (body.trim().split(/[\n\r]+/).length < elements)
      throw new MeshError({ code: 'cut-off-text', line: lineAt(text) });
  }
  const faces = Number(/^element\s+face\s+(\d+)/m.exec(header)?.[1] ?? 0);
  const geometry = geometryOf(data);
  const read = (geometry.index?.count ?? 0) / 3;
  // The loader drops faces of five and more corners, so only files of triangles alone or of quads alone are known to be whole.
  if (faces > 0 && read !== faces && read !== faces * 2) throw new MeshError({ code: 'faces', declared: faces, read });
  if (faces === 0) throw new MeshError({ code: 'no-triangles' });
  return trianglesOf(new Mesh(geometry));
}
