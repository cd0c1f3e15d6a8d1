import { BoxGeometry, Float32BufferAttribute, Mesh } from 'three';
import { expect, test } from 'vitest';
import { measure } from '@/features/models/rules/measure';
import { trianglesOf } from '@/features/models/rules/triangles';

/** A cube of 20 mm with a morph target that adds 20 mm to the height of its upper side. */
function cube(weight: number, isRelative: boolean): Mesh {
  const geometry = new BoxGeometry(20, 20, 20);
  const corners = [...(geometry.getAttribute('position')?.array ?? [])];
  const raised = corners.map((value, at) => {
    const added = at % 3 === 1 && value > 0 ? 20 : 0;
    return isRelative ? added : value + added;
  });
  geometry.morphAttributes.position = [new Float32BufferAttribute(raised, 3)];
  geometry.morphTargetsRelative = isRelative;
  const mesh = new Mesh(geometry);
  mesh.morphTargetInfluences = [weight];
  return mesh;
}

test.each([
  [0, 8_000],
  [0.5, 12_000],
  [1, 16_000],
])('a morph target of weight %f counts in the volume', (weight, volume) => {
  for (const isRelative of [true, false])
    expect(measure(trianglesOf(cube(weight, isRelative))).volume).toBeCloseTo(volume, 1);
});
