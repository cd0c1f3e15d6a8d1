/** Intersects outlines with straight scan lines to find the material along each line, for infill and wall thickness. Pure. */
import type { Outline } from './section';

export interface Crossing {
  at: number;
  /** Sine of the angle between outline and scan line: ±1 is a right angle, 0 is parallel. The sign shows which side of the outline is outside. */
  square: number;
}

/** The points where a scan line crosses the outlines, from low to high. The line is y = `level` along x, and x = `level` along y. */
export function crossings(outlines: readonly Outline[], level: number, along: 'x' | 'y'): Crossing[] {
  const [run, fixed] = along === 'x' ? [0, 1] : [1, 0];
  const found: Crossing[] = [];
  for (const { points, isClosed } of outlines) {
    if (!isClosed) continue;
    for (let at = 0; at < points.length; at += 2) {
      const next = (at + 2) % points.length;
      const [low, high] = [points[at + fixed]!, points[next + fixed]!];
      if (low <= level === high <= level) continue;
      const [start, end] = [points[at + run]!, points[next + run]!];
      const length = Math.hypot(end - start, high - low);
      found.push({
        at: start + ((level - low) / (high - low)) * (end - start),
        square: length === 0 ? 0 : (high - low) / length,
      });
    }
  }
  return found.sort((a, b) => a.at - b.at);
}

/** The segments inside the material (even-odd rule). */
export function stretches(found: readonly Crossing[]): { from: Crossing; to: Crossing }[] {
  const pairs: { from: Crossing; to: Crossing }[] = [];
  for (let index = 0; index + 1 < found.length; index += 2) pairs.push({ from: found[index]!, to: found[index + 1]! });
  return pairs;
}
