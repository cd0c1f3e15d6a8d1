/**
 * The printed lines of one layer: walls inside the outlines, and the infill between the walls. Pure.
 * The lines illustrate a slicer's output: line width, number of walls and infill density are accurate.
 */
import type { PrintSettings } from './printing';
import { crossings, stretches } from './scanlines';
import type { Outline } from './section';

export interface Toolpath {
  walls: Outline[];
  infill: Outline[];
}

/** Maximum number of infill lines, so that a part as wide as the bed is still drawn at once. */
const MAX_LINES = 300;
/** Maximum distance that a corner moves, as a multiple of the inset. Without a limit, the wall would move far away from a sharp corner. */
const MITRE = 2;
/** Number of points in one wave of the infill. */
const WAVE_POINTS = 12;

/** Moves a closed outline by `distance` (mm) into the material, which is on its left. */
export function inset({ points, isClosed }: Outline, distance: number): Outline {
  const moved = new Float32Array(points.length);
  const count = points.length / 2;
  const normalOf = (index: number): [number, number] => {
    const [from, to] = [index % count, (index + 1) % count];
    const [dx, dy] = [points[to * 2]! - points[from * 2]!, points[to * 2 + 1]! - points[from * 2 + 1]!];
    const length = Math.hypot(dx, dy) || 1;
    return [-dy / length, dx / length];
  };
  for (let index = 0; index < count; index += 1) {
    const [before, after] = [normalOf(index + count - 1), normalOf(index)];
    const [x, y] = [before[0] + after[0], before[1] + after[1]];
    const square = x * x + y * y;
    const reach = square < 1e-6 ? 0 : Math.min(2 / square, MITRE / Math.sqrt(square));
    moved[index * 2] = points[index * 2]! + x * reach * distance;
    moved[index * 2 + 1] = points[index * 2 + 1]! + y * reach * distance;
  }
  return { points: moved, isClosed };
}

/** Lowest and highest y of the outlines. */
function spanOf(outlines: readonly Outline[]): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const { points } of outlines)
    for (let at = 1; at < points.length; at += 2) {
      low = Math.min(low, points[at]!);
      high = Math.max(high, points[at]!);
    }
  return [low, high];
}

function infillOf(edge: readonly Outline[], { infill, lineWidth }: PrintSettings): Outline[] {
  const [low, high] = spanOf(edge);
  if (infill <= 0 || low >= high) return [];
  const spacing = Math.max(lineWidth / infill, (high - low) / MAX_LINES);
  // A dense infill has straight lines; a sparse infill has waves, like the gyroid infill of a slicer.
  const height = infill < 0.6 ? spacing * 0.42 : 0;
  const length = spacing * 2;
  const lines: Outline[] = [];
  for (let row = 0, level = low + spacing / 2; level < high; row += 1, level += spacing) {
    const shift = row % 2 ? Math.PI : 0;
    const wave = (x: number) => level + height * Math.sin((x / length) * 2 * Math.PI + shift);
    for (const { from, to } of stretches(crossings(edge, level, 'x'))) {
      const steps = height ? Math.max(1, Math.ceil(((to.at - from.at) / length) * WAVE_POINTS)) : 1;
      const points = new Float32Array((steps + 1) * 2);
      for (let step = 0; step <= steps; step += 1) {
        const x = from.at + ((to.at - from.at) * step) / steps;
        // The wave fades out at both ends, so that it does not leave the walls.
        const room = Math.min(1, (x - from.at) / spacing, (to.at - x) / spacing);
        points[step * 2] = x;
        points[step * 2 + 1] = height ? level + (wave(x) - level) * room : level;
      }
      lines.push({ points, isClosed: false });
    }
  }
  return lines;
}

/** @param isSolid true for the layers at the bottom and the top, which are filled completely */
export function toolpathOf(outlines: readonly Outline[], settings: PrintSettings, isSolid: boolean): Toolpath {
  const closed = outlines.filter(({ isClosed, points }) => isClosed && points.length >= 6);
  const wallAt = (wall: number) => closed.map((outline) => inset(outline, (wall + 0.5) * settings.lineWidth));
  const walls = Array.from({ length: Math.min(settings.walls, 12) }, (_, wall) => wallAt(wall)).flat();
  const edge = closed.map((outline) => inset(outline, settings.walls * settings.lineWidth));
  return { walls, infill: infillOf(edge, isSolid ? { ...settings, infill: 1 } : settings) };
}

/** Turns lines into ribbons, `width` (mm) wide at height `z`: triangles as x, y and z of each corner. */
export function ribbons(lines: readonly Outline[], width: number, z: number): Float32Array<ArrayBuffer> {
  const segments = lines.reduce((sum, { points, isClosed }) => sum + points.length / 2 - (isClosed ? 0 : 1), 0);
  const triangles = new Float32Array(Math.max(0, segments) * 18);
  let to = 0;
  for (const { points, isClosed } of lines) {
    const count = points.length / 2;
    for (let index = 0; index < count - (isClosed ? 0 : 1); index += 1) {
      const next = (index + 1) % count;
      const [ax, ay, bx, by] = [points[index * 2]!, points[index * 2 + 1]!, points[next * 2]!, points[next * 2 + 1]!];
      const length = Math.hypot(bx - ax, by - ay) || 1;
      const [nx, ny] = [((by - ay) / length) * (width / 2), ((ax - bx) / length) * (width / 2)];
      triangles.set([ax + nx, ay + ny, z, bx + nx, by + ny, z, bx - nx, by - ny, z], to);
      triangles.set([ax + nx, ay + ny, z, bx - nx, by - ny, z, ax - nx, ay - ny, z], to + 9);
      to += 18;
    }
  }
  return triangles;
}
