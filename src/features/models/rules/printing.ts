/** Rules of printing: materials, mass, layers, and whether a file is probably in another unit. Pure. */
import type { Measures } from './measure';
import { type Bounds, sizeOf } from './measure';
import type { ModelFormat } from './model-format';

/** Density (g/cm³) of the materials that the courses teach. */
export const MATERIALS = { PLA: 1.24, PETG: 1.27, ABS: 1.04, ASA: 1.07, TPU: 1.21 } as const;
export type Material = keyof typeof MATERIALS;

export interface PrintSettings {
  material: Material;
  /** g/cm³ */
  density: number;
  /** Layer height, nozzle diameter and line width (mm). */
  layer: number;
  nozzle: number;
  lineWidth: number;
  walls: number;
  /** Infill density, 0 to 1. */
  infill: number;
  /** Number of solid layers, bottom and top together. */
  solidLayers: number;
}

/** Settings for a file without a profile: the usual ones for a 0.4 mm nozzle. */
export const USUAL_SETTINGS: PrintSettings = {
  material: 'PLA',
  density: MATERIALS.PLA,
  layer: 0.2,
  nozzle: 0.4,
  lineWidth: 0.45,
  walls: 3,
  infill: 0.15,
  solidLayers: 9,
};

/**
 * Estimated mass (g): the shell (walls and solid layers) is solid, the inside has the density of the infill.
 * Formula: material = shell + infill × (volume − shell); shell = upright surface × wall width + level surface × solid height.
 */
export function massOf(
  { volume, area, levelArea }: Pick<Measures, 'volume' | 'area' | 'levelArea'>,
  settings: PrintSettings,
): number {
  const whole = Math.abs(volume);
  // `solidLayers` counts the layers of bottom and top together, so each horizontal face has only half of these layers behind it.
  const shell =
    (area - levelArea) * settings.walls * settings.lineWidth + levelArea * (settings.solidLayers / 2) * settings.layer;
  const full = Math.min(whole, shell);
  return ((full + settings.infill * (whole - full)) / 1_000) * settings.density;
}

/** Number of layers up to a height (mm above the bed); the last layer may be thinner. */
export const layersOf = (height: number, layer: number) => Math.max(1, Math.ceil(height / layer - 1e-4));

/** Numbers (from 1) of the first and last layer that print something between two heights (mm above the bed). */
export function layersBetween(from: number, to: number, layer: number): [number, number] {
  const first = Math.floor(from / layer + 1e-4) + 1;
  return [first, Math.max(first, layersOf(to, layer))];
}

export type FileUnit = 'metre' | 'inch' | 'millimetre';
const MILLIMETRES_IN: Record<FileUnit, number> = { metre: 1_000, inch: 25.4, millimetre: 1 };

/** Factor for a file whose numbers are in `unit`, although its format says metres (GLB) or, like STL, nothing. */
export const factorOf = (format: ModelFormat, unit: FileUnit) => MILLIMETRES_IN[unit] / (format === 'glb' ? 1_000 : 1);

/**
 * The unit in which a file was probably written. A file without units: metres if the longest side is under 1 mm, inches if it
 * is from 1 to 8 mm. A GLB file, which is always in metres: millimetres if the longest side is over one metre. Otherwise null.
 */
export function probableUnit(bounds: Bounds, format: ModelFormat): FileUnit | null {
  const longest = Math.max(...sizeOf(bounds));
  if (format === '3mf') return null;
  if (format === 'glb') return longest > 1_000 ? 'millimetre' : null;
  if (longest > 0 && longest < 1) return 'metre';
  return longest >= 1 && longest < 8 ? 'inch' : null;
}
