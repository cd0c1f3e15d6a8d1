/**
 * Joins the corners of a triangle soup that are at the same point, and counts how the edges are used. Pure.
 * A mesh is closed when its triangles use every edge equally often in both directions, normally once.
 */
import { BufferAttribute, BufferGeometry } from 'three';
import { mergeVertices } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import { type Bounds, sizeOf } from './measure';

export interface Topology {
  isClosed: boolean;
  /** Number of edges that only one triangle uses: they are the rim of a hole. */
  openEdges: number;
  /** Number of edges that three or more triangles use, but not equally often in both directions. */
  crowdedEdges: number;
  /** Number of edges whose two triangles face opposite sides. */
  flippedEdges: number;
}

/** Corners that are closer than this share of the model's size count as one point: rounding to 32 bits may have moved them apart. */
const WELD_SHARE = 8e-7;
const FREE = -1;

const powerOfTwo = (least: number) => 2 ** Math.ceil(Math.log2(Math.max(16, least)));
const mix = (hash: number, value: number) => Math.imul(hash ^ value, 0x9e3779b1) ^ (hash >>> 15);

/** Returns, for each corner, the number of its point. */
export function weld(positions: Float32Array, bounds: Bounds): Uint32Array {
  const soup = new BufferGeometry().setAttribute('position', new BufferAttribute(positions, 3));
  const { index } = mergeVertices(soup, Math.max(...sizeOf(bounds), 1e-6) * WELD_SHARE);
  return Uint32Array.from(index?.array ?? []);
}

/** Counts how many triangles use each edge upwards (from the smaller to the larger point number) and downwards. */
class Edges {
  readonly #mask: number;
  readonly #low: Int32Array;
  readonly #high: Int32Array;
  readonly #up: Uint8Array;
  readonly #down: Uint8Array;

  constructor(edges: number) {
    const size = powerOfTwo(edges);
    this.#mask = size - 1;
    this.#low = new Int32Array(size).fill(FREE);
    this.#high = new Int32Array(size);
    this.#up = new Uint8Array(size);
    this.#down = new Uint8Array(size);
  }

  add(from: number, to: number): void {
    const [low, high] = from < to ? [from, to] : [to, from];
    let slot = mix(mix(17, low), high) & this.#mask;
    while (this.#low[slot] !== FREE && (this.#low[slot] !== low || this.#high[slot] !== high))
      slot = (slot + 1) & this.#mask;
    this.#low[slot] = low;
    this.#high[slot] = high;
    const uses = from < to ? this.#up : this.#down;
    if (uses[slot]! < 255) uses[slot] = uses[slot]! + 1;
  }

  count(): Topology {
    let [openEdges, crowdedEdges, flippedEdges] = [0, 0, 0];
    for (let slot = 0; slot <= this.#mask; slot += 1) {
      if (this.#low[slot] === FREE) continue;
      const [up, down] = [this.#up[slot]!, this.#down[slot]!];
      if (up === 1 && down === 1) continue;
      if (up + down === 1) openEdges += 1;
      else if (up + down === 2) flippedEdges += 1;
      // Two solids may touch along an edge: the mesh is still closed there if both directions are used equally often.
      else if (up !== down) crowdedEdges += 1;
    }
    return { isClosed: openEdges + crowdedEdges + flippedEdges === 0, openEdges, crowdedEdges, flippedEdges };
  }
}

export function topologyOf(points: Uint32Array): Topology {
  const edges = new Edges(points.length * 1.5);
  for (let at = 0; at < points.length; at += 3) {
    const [a, b, c] = [points[at]!, points[at + 1]!, points[at + 2]!];
    // Skip a triangle with two equal corners: one of its edges has no length and the other two cancel out.
    if (a === b || b === c || c === a) continue;
    edges.add(a, b);
    edges.add(b, c);
    edges.add(c, a);
  }
  return edges.count();
}
