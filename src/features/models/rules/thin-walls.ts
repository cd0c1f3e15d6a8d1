/**
 * Finds walls that are thinner than two printed lines, in cuts at several heights. Pure.
 * The result is a hint, not a proof: walls between two cuts and nearly level walls are not measured.
 */
import { crossings, stretches } from './scanlines';
import type { Section } from './section';

export interface ThinWall {
  /** Millimetres. */
  thickness: number;
  /** Height above the bed (mm) of the cut in which the wall was found. */
  height: number;
}

/** Number of scan lines over one cut, in each direction. */
const LINES = 48;
/** Minimum sine of the angle at which a scan line must cross both sides of a wall to measure its thickness; 1 is a right angle. */
const SQUARE = 0.75;
/** Minimum share of thin segments in a cut: if there are fewer, they are the tip of a corner, not a wall. */
const THIN_SHARE = 0.02;
/** Minimum number of thin segments in a cut, for the same reason. */
const THIN_COUNT = 3;

/** Returns the thinnest wall below `limit` (mm), or null. */
export function thinnestWall(
  sections: readonly { height: number; section: Section }[],
  limit: number,
): ThinWall | null {
  let thinnest: ThinWall | null = null;
  for (const { height, section } of sections) {
    // Skip small cuts: the tip of a cone is narrow, but it is not a wall.
    if (Math.max(...section.size) < 2 * limit) continue;
    const thin: number[] = [];
    let measured = 0;
    for (const along of ['x', 'y'] as const)
      for (const level of levels(section, along === 'x' ? 1 : 0))
        for (const { from, to } of stretches(crossings(section.outlines, level, along))) {
          measured += 1;
          const isAcross =
            Math.abs(from.square) > SQUARE && Math.abs(to.square) > SQUARE && from.square * to.square < 0;
          const thickness = (to.at - from.at) * Math.min(Math.abs(from.square), Math.abs(to.square));
          if (isAcross && thickness < limit && thickness > 0.01) thin.push(thickness);
        }
    if (thin.length < Math.max(THIN_COUNT, measured * THIN_SHARE)) continue;
    const thickness = thin.sort((a, b) => a - b)[Math.floor(thin.length / 2)] ?? 0;
    if (!thinnest || thickness < thinnest.thickness) thinnest = { thickness, height };
  }
  return thinnest;
}

function levels({ outlines }: Section, axis: 0 | 1): number[] {
  let [low, high] = [Infinity, -Infinity];
  for (const { points } of outlines)
    for (let at = axis; at < points.length; at += 2) {
      low = Math.min(low, points[at]!);
      high = Math.max(high, points[at]!);
    }
  return low < high ? Array.from({ length: LINES }, (_, index) => low + ((index + 0.5) / LINES) * (high - low)) : [];
}
