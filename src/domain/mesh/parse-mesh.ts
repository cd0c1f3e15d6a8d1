/** Chooses the parser for a model file by the end of its name. Pure. */

import { parseGlb } from './glb';
import { MeshError } from './mesh-error';
import { hasOwnUnit, modelFormat } from './model-format';
import { parseObj } from './obj';
import { parsePly } from './ply';
import { type FileUnit, MILLIMETRES_IN } from './printing';
import { parseStl } from './stl';
import { parseThreemf } from './threemf';

/** Maximum size (bytes) of a learner's own model file. A lesson's file has a lower limit: `KEPT_RESOURCE_BYTES`. */
export const MAX_MODEL_BYTES = 300 * 1024 * 1024;

const parsers = { stl: parseStl, obj: parseObj, ply: parsePly, glb: parseGlb };

/**
 * Returns nine coordinates (mm) for each triangle of a model file.
 * @param unit the unit of a file that cannot declare one; ignored for other files
 * @throws MeshError
 */
export async function parseMesh(file: Blob, fileName: string, unit?: FileUnit): Promise<Float32Array<ArrayBuffer>> {
  if (file.size === 0) throw new MeshError({ code: 'empty' });
  if (file.size > MAX_MODEL_BYTES) throw new MeshError({ code: 'too-large', bytes: file.size, limit: MAX_MODEL_BYTES });
  const format = modelFormat(fileName);
  if (format === null) throw new MeshError({ code: 'unknown-format' });
  if (format === '3mf') return parseThreemf(file);
  const positions = await parsers[format](await file.arrayBuffer());
  return unit && !hasOwnUnit(format) ? positions.map((value) => value * MILLIMETRES_IN[unit]) : positions;
}
