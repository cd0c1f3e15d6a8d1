/** Geometry helpers for the scene. */
import { BufferAttribute, BufferGeometry, Vector3 } from 'three';
import type { Bounds } from '../rules/measure';

export function geometryOf(positions: Float32Array): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  return geometry;
}

export const middleOf = ({ min, max }: Bounds) =>
  new Vector3((min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2);

export const radiusOf = ({ min, max }: Bounds) =>
  Math.max(0.01, Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]) / 2);
