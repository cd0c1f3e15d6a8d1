/** Reads OBJ files with the loader of three.js. Pure. A file cut off between two lines opens as a mesh with holes, because OBJ declares no counts. */
import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js';
import { MeshError } from './mesh-error';
import { lineAt } from './text-lines';
import { trianglesOf } from './triangles';

/** Returns nine coordinates for each triangle, in the unit of the file. @throws MeshError */
export function parseObj(data: ArrayBuffer): Float32Array<ArrayBuffer> {
  const text = new TextDecoder().decode(data).replace(/\r\n?/g, '\n');
  if (text.includes('\0')) throw new MeshError({ code: 'unknown-format' });
  // The loader would read only the digits before a comma.
  const comma = text.search(/^[ \t]*v\s.*\d,\d/m);
  if (comma >= 0) throw new MeshError({ code: 'comma', line: lineAt(text, text.indexOf(',', comma)) });
  return trianglesOf(new OBJLoader().parse(text));
}
