/** What a parser returns: the triangles, and everything in the file that is not among them. Pure. */
import type { Plate } from './slicer-project';

/** `other`: objects of this type. `outside`: on no plate. `coarse`: the exact shape of an object is in its slices, which are not read. */
const KINDS = ['unprintable', 'outside', 'support', 'other', 'modifier', 'negative', 'beams', 'coarse'] as const;
export type LeftOutKind = (typeof KINDS)[number];

export interface LeftOutCount {
  kind: LeftOutKind;
  count: number;
}

export interface ParsedMesh {
  /** Nine coordinates (mm) for each triangle. */
  positions: Float32Array<ArrayBuffer>;
  left: LeftOutCount[];
  /** The plates of a slicer project that has several. */
  plates: Plate[];
  /** The plate that was read; undefined if there are no plates to choose from. */
  plate: number | undefined;
}

export class LeftOut {
  readonly #counts = new Map<LeftOutKind, number>();

  add(kind: LeftOutKind, count = 1): void {
    if (count > 0) this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + count);
  }

  has = (kind: LeftOutKind) => this.#counts.has(kind);

  all = (): LeftOutCount[] =>
    KINDS.flatMap((kind) => {
      const count = this.#counts.get(kind);
      return count ? [{ kind, count }] : [];
    });
}
