/** The preset views, and the bed under the part. Pure. */
import { type Bounds, type Point, sizeOf } from '../rules/measure';

export type ViewName = 'isometric' | 'front' | 'side' | 'top';

/** Direction from the part to the camera. The top view is tilted slightly, because the camera needs an up direction. */
export const viewDirections: Readonly<Record<ViewName, Point>> = {
  isometric: [1, -1, 0.42],
  front: [0, -1, 0],
  side: [1, 0, 0],
  top: [0, -0.0001, 1],
};

/** Distance between the lines of the bed (mm); multiplied or divided by ten for a large or a tiny part. */
const STEP_MM = 10;
const MOST_LINES = 40;

/** A square grid under the part, as pairs of points. */
export function bedLines(bounds: Bounds): Float32Array {
  const [width, depth] = sizeOf(bounds);
  const longest = Math.max(width, depth, 1);
  let step = STEP_MM;
  while ((longest * 1.8) / step > MOST_LINES) step *= 10;
  while ((longest * 1.8) / step < 6) step /= 10;
  const half = Math.ceil((longest * 0.9) / step) * step;
  const [x, y, z] = [(bounds.min[0] + bounds.max[0]) / 2, (bounds.min[1] + bounds.max[1]) / 2, bounds.min[2]];
  const lines: number[] = [];
  for (let at = -half; at <= half + step / 2; at += step)
    lines.push(x + at, y - half, z, x + at, y + half, z, x - half, y + at, z, x + half, y + at, z);
  return Float32Array.from(lines);
}
