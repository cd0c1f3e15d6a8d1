/** The defect for which a parser rejects a file, or `'none'` if it accepts the file. */
import { type MeshDefect, MeshError } from '@/features/models/rules/mesh-error';
import { type ParseOptions, parseMesh } from '@/features/models/rules/parse-mesh';

export async function defectOf(work: () => unknown): Promise<MeshDefect | 'none'> {
  try {
    await work();
  } catch (error) {
    if (error instanceof MeshError) return error.defect;
    throw error;
  }
  return 'none';
}

/** Reads a model as the worker does. */
export const parseModel = (bytes: Uint8Array, name: string, options?: ParseOptions) =>
  parseMesh(new Blob([Uint8Array.from(bytes)]), name, options);

/** The triangles of a model. */
export const readModel = async (...args: Parameters<typeof parseModel>) => (await parseModel(...args)).positions;
