/** Chooses the parser for a model file by the end of its name. Pure. */

import { parseGlb } from './glb';
import { MeshError } from './mesh-error';
import { MAX_MODEL_BYTES, modelFormat } from './model-format';
import { parseObj } from './obj';
import type { ParsedMesh } from './parsed-mesh';
import { parsePly } from './ply';
import { type FileUnit, factorOf } from './printing';
import { parseStl } from './stl';
import { parseThreemf } from './threemf';

const parsers = { stl: parseStl, obj: parseObj, ply: parsePly, glb: parseGlb };

export interface ParseOptions {
  /** The unit of the numbers, if it is not the usual one of the format; ignored for 3MF, which declares it. */
  unit?: FileUnit | undefined;
  /** Number of the plate of a slicer project; without it, the first one. */
  plate?: number | undefined;
}

/** Reads a model file. @throws MeshError */
export async function parseMesh(file: Blob, fileName: string, { unit, plate }: ParseOptions = {}): Promise<ParsedMesh> {
  if (file.size === 0) throw new MeshError({ code: 'empty' });
  if (file.size > MAX_MODEL_BYTES) throw new MeshError({ code: 'too-large', bytes: file.size, limit: MAX_MODEL_BYTES });
  const format = modelFormat(fileName);
  if (format === null) throw new MeshError({ code: 'unknown-format' });
  if (format === '3mf') return parseThreemf(file, plate);
  const read = await parsers[format](await file.arrayBuffer());
  const factor = unit ? factorOf(format, unit) : 1;
  const positions = factor === 1 ? read : read.map((value) => value * factor);
  return { positions, left: [], plates: [], plate: undefined };
}
