/** Recognizes model files by name. This module is separate, so that the list of a lesson's files does not load the parsers. Pure. */

const FORMATS = ['stl', '3mf', 'glb', 'obj', 'ply'] as const;
export type ModelFormat = (typeof FORMATS)[number];

/** Maximum size (bytes) of a learner's own model file. A lesson's file has a lower limit: `KEPT_RESOURCE_BYTES`. */
export const MAX_MODEL_BYTES = 300 * 1024 * 1024;

/** The format that the extension of a file name indicates; null for other files. */
export function modelFormat(fileName: string): ModelFormat | null {
  const ending = /\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase();
  return FORMATS.find((format) => format === ending) ?? null;
}
