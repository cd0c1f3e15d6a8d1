/**
 * The reasons why a model file cannot be read. `src/features/models/text/model.ts` has one sentence for each of them.
 * Guarantees: a parser of this folder either returns a whole mesh or throws a `MeshError`; it never returns a part of a file.
 */
import type { LeftOutCount } from './parsed-mesh';

export type MeshDefect =
  | { code: 'empty' }
  | { code: 'unknown-format' }
  | { code: 'too-large'; bytes: number; limit: number }
  /** The file ends before the last of the triangles that it declares. */
  | { code: 'cut-off'; expected: number; actual: number }
  | { code: 'cut-off-text'; line: number }
  /** The file holds data for more triangles than it declares. */
  | { code: 'wrong-count'; declared: number; held: number }
  | { code: 'no-triangles' }
  /** A project, or one of its plates, has only what is not printed. */
  | { code: 'nothing-printed'; left: LeftOutCount[]; plate: number | undefined }
  | { code: 'too-many-triangles'; count: number; limit: number }
  /** NaN, infinity or a coordinate of more than ten kilometres. `triangle` counts from 1. */
  | { code: 'bad-number'; triangle: number }
  | { code: 'comma'; line: number }
  | { code: 'bad-syntax'; line: number }
  | { code: 'zip-damaged' }
  | { code: 'zip-entries'; count: number; limit: number }
  | { code: 'zip-size'; bytes: number; limit: number }
  | { code: 'part-missing'; part: string }
  | { code: 'xml-entities'; part: string }
  | { code: 'xml-damaged'; part: string; line: number }
  | { code: 'object-missing'; id: string }
  | { code: 'bad-index'; id: string }
  | { code: 'components-loop'; id: string }
  | { code: 'damaged' }
  /** A PLY file is cut off, or has faces that the loader leaves out. */
  | { code: 'faces'; declared: number; read: number }
  | { code: 'glb-version'; version: number }
  | { code: 'glb-foreign-uri'; uri: string }
  | { code: 'glb-extension'; extension: string }
  /** A lattice of beams without any triangle. */
  | { code: 'beams-only' }
  /** Printing instructions without a model. */
  | { code: 'sliced' }
  | { code: 'encrypted' }
  /** The code for compressed GLB files could not be loaded. */
  | { code: 'decoder-missing' };

export class MeshError extends Error {
  override name = 'MeshError';
  readonly defect: MeshDefect;

  constructor(defect: MeshDefect) {
    super(JSON.stringify(defect));
    this.defect = defect;
  }
}

/** Maximum number of triangles: a mid-range phone rotates a model of this size smoothly and has enough memory for its edges. */
export const MAX_TRIANGLES = 2_000_000;
/** Largest coordinate (mm). A larger number means that the file is damaged, and cubing such a number would make the volume meaningless. */
const MAX_COORDINATE = 10_000_000;

export const isCoordinate = (value: number) => Math.abs(value) <= MAX_COORDINATE;

/** @throws MeshError for a mesh without triangles or with too many of them */
export function checkTriangleCount(count: number): void {
  if (count === 0) throw new MeshError({ code: 'no-triangles' });
  if (count > MAX_TRIANGLES) throw new MeshError({ code: 'too-many-triangles', count, limit: MAX_TRIANGLES });
}
