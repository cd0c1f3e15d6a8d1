/**
 * Cuts a mesh with a horizontal plane and joins the cut segments into outlines. Pure.
 * Guarantees: for a closed mesh every outline is closed, with the material on its left (counter-clockwise outside, clockwise around holes).
 */

export interface Outline {
  /** x and y of each point (mm). */
  points: Float32Array;
  isClosed: boolean;
}

export interface Section {
  outlines: Outline[];
  /** Area of the material (mm²). */
  area: number;
  /** Size of the cut in x and y (mm). */
  size: readonly [number, number];
}

interface Segment {
  /** Id of the mesh edge on which the segment starts. Two triangles that share a mesh edge share the point where the plane cuts it. */
  from: number;
  /** Id of the mesh edge on which the segment ends. */
  to: number;
  points: [number, number, number, number];
}

/** Id of the edge between two points, in either order. Point numbers are below 2²⁵, so the product is exact. */
const edgeName = (a: number, b: number) => (a < b ? a * 33_554_432 + b : b * 33_554_432 + a);

function cutTriangle(positions: Float32Array, points: Uint32Array, at: number, z: number): Segment | undefined {
  // A corner exactly on the plane counts as above the plane, so that no edge is cut twice.
  const isUp = [0, 1, 2].map((k) => positions[at + k * 3 + 2]! >= z);
  const lone = isUp[0] === isUp[1] ? 2 : isUp[0] === isUp[2] ? 1 : 0;
  if (isUp[0] === isUp[1] && isUp[1] === isUp[2]) return undefined;
  const cross = (one: number, other: number): [number, number, number] => {
    const [a, b] = [at + one * 3, at + other * 3];
    const share = (z - positions[a + 2]!) / (positions[b + 2]! - positions[a + 2]!);
    const name = edgeName(points[at / 3 + one]!, points[at / 3 + other]!);
    return [
      name,
      positions[a]! + share * (positions[b]! - positions[a]!),
      positions[a + 1]! + share * (positions[b + 1]! - positions[a + 1]!),
    ];
  };
  const first = cross(lone, (lone + 1) % 3);
  const second = cross(lone, (lone + 2) % 3);
  const [start, end] = isUp[lone] ? [first, second] : [second, first];
  return { from: start[0], to: end[0], points: [start[1], start[2], end[1], end[2]] };
}

function chain(segments: readonly Segment[]): Outline[] {
  const starts = new Map<number, number[]>();
  const ends = new Set<number>();
  segments.forEach(({ from, to }, index) => {
    starts.set(from, [...(starts.get(from) ?? []), index]);
    ends.add(to);
  });
  const used = new Uint8Array(segments.length);
  const follow = (first: number): Outline => {
    const line: number[] = [];
    const origin = segments[first]!.from;
    let index: number | undefined = first;
    let last: Segment | undefined;
    while (index !== undefined) {
      used[index] = 1;
      last = segments[index]!;
      line.push(last.points[0], last.points[1]);
      index = last.to === origin ? undefined : starts.get(last.to)?.find((next) => !used[next]);
    }
    const isClosed = last?.to === origin;
    if (last && !isClosed) line.push(last.points[2], last.points[3]);
    return { points: Float32Array.from(line), isClosed };
  };
  const outlines: Outline[] = [];
  // Follow open chains first, each from its first segment: if the loop began in the middle of a chain, the chain would be split in two.
  const order = [...segments.keys()].sort(
    (a, b) => Number(ends.has(segments[a]!.from)) - Number(ends.has(segments[b]!.from)),
  );
  for (const index of order) if (!used[index]) outlines.push(follow(index));
  return outlines;
}

/** Signed area of an outline (shoelace formula): positive for outer outlines, negative for holes. */
function areaOf({ points }: Outline): number {
  let sum = 0;
  for (let at = 0; at < points.length; at += 2) {
    const next = (at + 2) % points.length;
    sum += points[at]! * points[next + 1]! - points[next]! * points[at + 1]!;
  }
  return sum / 2;
}

/** The outlines of the mesh at height `z`, in the mesh's own coordinates. */
export function sectionAt(positions: Float32Array, points: Uint32Array, z: number): Section {
  const segments: Segment[] = [];
  for (let at = 0; at < positions.length; at += 9) {
    const [a, b, c] = [positions[at + 2]!, positions[at + 5]!, positions[at + 8]!];
    if ((a >= z && b >= z && c >= z) || (a < z && b < z && c < z)) continue;
    const segment = cutTriangle(positions, points, at, z);
    if (segment && segment.from !== segment.to) segments.push(segment);
  }
  const outlines = chain(segments);
  const box = [Infinity, Infinity, -Infinity, -Infinity] as [number, number, number, number];
  for (const { points: line } of outlines)
    for (let at = 0; at < line.length; at += 2) {
      box[0] = Math.min(box[0], line[at]!);
      box[1] = Math.min(box[1], line[at + 1]!);
      box[2] = Math.max(box[2], line[at]!);
      box[3] = Math.max(box[3], line[at + 1]!);
    }
  const size: [number, number] = outlines.length > 0 ? [box[2] - box[0], box[3] - box[1]] : [0, 0];
  return { outlines, area: outlines.reduce((sum, outline) => sum + (outline.isClosed ? areaOf(outline) : 0), 0), size };
}
