/**
 * Measures a mesh of triangles (mm, z upwards): box, volume, surfaces and overhangs. Pure.
 * Guarantees: the volume is exact for a closed mesh, wherever the mesh is in space.
 */

export type Point = readonly [number, number, number];

export interface Bounds {
  min: Point;
  max: Point;
}

/** A face that leans further from the vertical than this angle (degrees) is an overhang, which cannot be printed without support. */
export const OVERHANG_DEGREES = 45;
/** Tolerance (degrees), so that a wall of exactly 45°, stored in 32-bit numbers, is not an overhang. */
const ANGLE_TOLERANCE = 0.2;
/** A face whose highest corner is at most this far above the bed (mm) lies on the bed and does not count as an overhang. */
const BED_TOLERANCE = 0.05;

export interface Overhang {
  /** Share of the whole surface, 0 to 1. */
  share: number;
  /** Height of the lowest overhang above the bed (mm). */
  from: number;
  /** Height of the highest overhang above the bed (mm). */
  to: number;
  /** Largest angle of an overhang from the vertical (degrees); 90 means a flat ceiling. */
  degrees: number;
  /** Centres of some of the steepest faces, in mesh coordinates: possible places for a label. */
  places: Point[];
}

export interface Measures {
  triangles: number;
  bounds: Bounds;
  /** Volume (mm³); negative if the faces point inwards. */
  volume: number;
  /** Area of the whole surface (mm²). */
  area: number;
  /** Area of the faces that are nearer to horizontal than to vertical (mm²). */
  levelArea: number;
  overhang: Overhang | null;
}

export function boundsOf(positions: Float32Array): Bounds {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < positions.length; at += 3)
    for (let axis = 0; axis < 3; axis += 1) {
      const value = positions[at + axis] ?? 0;
      if (value < (min[axis] ?? 0)) min[axis] = value;
      if (value > (max[axis] ?? 0)) max[axis] = value;
    }
  return { min, max };
}

export const sizeOf = ({ min, max }: Bounds): Point => [max[0] - min[0], max[1] - min[1], max[2] - min[2]];

const LEVEL = Math.SQRT1_2;

export function measure(positions: Float32Array): Measures {
  const bounds = boundsOf(positions);
  const bed = bounds.min[2];
  // The apex of the tetrahedra is the centre of the box: with the origin as apex, a mesh far from it would lose precision.
  const [cx, cy, cz] = [0, 1, 2].map((axis) => ((bounds.min[axis] ?? 0) + (bounds.max[axis] ?? 0)) / 2) as [
    number,
    number,
    number,
  ];
  const steepest = Math.sin(((OVERHANG_DEGREES + ANGLE_TOLERANCE) * Math.PI) / 180);
  let volume = 0;
  let area = 0;
  let levelArea = 0;
  let overhangArea = 0;
  let [from, to, slope] = [Infinity, -Infinity, 0];
  for (let at = 0; at < positions.length; at += 9) {
    const [ax, ay, az] = [positions[at]! - cx, positions[at + 1]! - cy, positions[at + 2]! - cz];
    const [bx, by, bz] = [positions[at + 3]! - cx, positions[at + 4]! - cy, positions[at + 5]! - cz];
    const [dx, dy, dz] = [positions[at + 6]! - cx, positions[at + 7]! - cy, positions[at + 8]! - cz];
    volume += ax * (by * dz - bz * dy) + ay * (bz * dx - bx * dz) + az * (bx * dy - by * dx);
    const nx = (by - ay) * (dz - az) - (bz - az) * (dy - ay);
    const ny = (bz - az) * (dx - ax) - (bx - ax) * (dz - az);
    const nz = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax);
    const double = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (double === 0) continue;
    area += double / 2;
    if (Math.abs(nz) > double * LEVEL) levelArea += double / 2;
    if (-nz <= double * steepest) continue;
    const top = Math.max(az, bz, dz) + cz - bed;
    if (top <= BED_TOLERANCE) continue;
    overhangArea += double / 2;
    from = Math.min(from, Math.min(az, bz, dz) + cz - bed);
    to = Math.max(to, top);
    slope = Math.max(slope, -nz / double);
  }
  const overhang =
    overhangArea > 0
      ? {
          share: overhangArea / area,
          from,
          to,
          degrees: (Math.asin(Math.min(1, slope)) * 180) / Math.PI,
          places: steepPlaces(positions, slope, bed),
        }
      : null;
  return { triangles: positions.length / 9, bounds, volume: volume / 6, area, levelArea, overhang };
}

/** Approximate number of places for the label. */
const PLACES = 48;
/** Largest difference (sine) between the steepest slope and the slope of a face on which a label may be placed. */
const NEAR_SLOPE = 0.03;

function steepPlaces(positions: Float32Array, slope: number, bed: number): Point[] {
  const found: Point[] = [];
  for (let at = 0; at < positions.length; at += 9) {
    const [ax, ay, az] = [positions[at]!, positions[at + 1]!, positions[at + 2]!];
    const [bx, by, bz] = [positions[at + 3]!, positions[at + 4]!, positions[at + 5]!];
    const [cx, cy, cz] = [positions[at + 6]!, positions[at + 7]!, positions[at + 8]!];
    const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
    const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
    const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    if (-nz <= Math.sqrt(nx * nx + ny * ny + nz * nz) * (slope - NEAR_SLOPE)) continue;
    const middle: Point = [(ax + bx + cx) / 3, (ay + by + cy) / 3, (az + bz + cz) / 3];
    if (middle[2] - bed > BED_TOLERANCE) found.push(middle);
  }
  const step = Math.max(1, Math.ceil(found.length / PLACES));
  return found.filter((_, index) => index % step === 0);
}
