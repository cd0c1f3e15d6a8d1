/** The defect for which a parser rejects a file, or `'none'` if it accepts the file. */
import { type MeshDefect, MeshError } from '@/domain/mesh/mesh-error';

export function defectOf(work: () => unknown): MeshDefect | 'none' {
  try {
    work();
  } catch (error) {
    if (error instanceof MeshError) return error.defect;
    throw error;
  }
  return 'none';
}
