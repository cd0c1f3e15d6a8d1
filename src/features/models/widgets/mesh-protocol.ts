/** Messages between a page and its mesh worker. */
import type { MeshFigures } from '../rules/figures';
import type { Bounds } from '../rules/measure';
import type { MeshDefect } from '../rules/mesh-error';
import type { ParsedMesh } from '../rules/parsed-mesh';
import type { FileUnit, PrintSettings } from '../rules/printing';
import type { Section } from '../rules/section';

export type ToMeshWorker =
  /** The worker answers at once, which proves that its code has loaded. */
  | { kind: 'ping' }
  | { kind: 'open'; file: Blob; fileName: string; unit: FileUnit | null; plate: number | null; lineWidth: number }
  | { kind: 'cut'; layer: number; layers: number; settings: PrintSettings };

/** The lines of one layer as triangles, ready to be drawn. */
export interface LayerCut {
  layer: number;
  walls: Float32Array;
  infill: Float32Array;
  /** Millimetres. */
  size: readonly [number, number];
}

export type SectionsOfMesh = { height: number; section: Section }[];

export type FromMeshWorker =
  | { kind: 'pong' }
  | { kind: 'mesh'; parsed: ParsedMesh; bounds: Bounds }
  | { kind: 'figures'; figures: MeshFigures; sections: SectionsOfMesh }
  | { kind: 'cut'; cut: LayerCut }
  | { kind: 'defect'; defect: MeshDefect }
  /** The file could not be read from the disk, or there is not enough memory. */
  | { kind: 'failure'; message: string };
