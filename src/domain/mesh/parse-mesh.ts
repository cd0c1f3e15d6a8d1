/** Chooses the parser for a model file by its contents and the end of its name. Pure. */

import { MeshError } from './mesh-error';
import { modelFormat } from './model-format';
import { type FileUnit, MILLIMETRES_IN } from './printing';
import { parseStl } from './stl';
import { parseThreemf } from './threemf';

/** Maximum size (bytes) of a learner's own model file. A lesson's file has a lower limit: `KEPT_RESOURCE_BYTES`. */
export const MAX_MODEL_BYTES = 300 * 1024 * 1024;

/**
 * Returns nine coordinates (mm) for each triangle of an STL or 3MF file.
 * @param unit the unit of an STL file, which cannot declare one; ignored for a 3MF file, which can
 * @throws MeshError
 */
export function parseMesh(bytes: Uint8Array, fileName: string, unit?: FileUnit): Float32Array<ArrayBuffer> {
  if (bytes.length === 0) throw new MeshError({ code: 'empty' });
  if (bytes.length > MAX_MODEL_BYTES)
    throw new MeshError({ code: 'too-large', bytes: bytes.length, limit: MAX_MODEL_BYTES });
  const format = modelFormat(fileName);
  if (format === '3mf') return parseThreemf(bytes);
  if (format !== 'stl') throw new MeshError({ code: 'unknown-format' });
  const positions = parseStl(bytes);
  return unit ? positions.map((value) => value * MILLIMETRES_IN[unit]) : positions;
}
