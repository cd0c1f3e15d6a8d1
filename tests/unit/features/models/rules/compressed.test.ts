/** GLB files that are compressed with Draco and meshopt open with the right figures. */
import { createRequire } from 'node:module';
import { afterEach, expect, test, vi } from 'vitest';
import { measure, sizeOf } from '@/features/models/rules/measure';
import { dracoCube, dracoGlb, meshoptCube } from '../../../../helpers/compressed-glb';
import { defectOf, readModel } from '../../../../helpers/mesh-defect';

// The build serves this file; Node reads it from the disk.
vi.mock('draco3dgltf/draco_decoder_gltf.wasm?url', () => ({
  default: createRequire(import.meta.url).resolve('draco3dgltf/draco_decoder_gltf.wasm'),
}));
afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  ['Draco', dracoCube],
  ['meshopt', meshoptCube],
])('a cube of 20 mm that is compressed with %s', async (_name, make) => {
  vi.stubGlobal('ProgressEvent', Event);
  const { volume, bounds, triangles } = measure(await readModel(await make(), 'a.glb'));
  expect(triangles).toBe(12);
  expect(volume).toBeCloseTo(8_000, -1);
  for (const side of sizeOf(bounds)) expect(side).toBeCloseTo(20, 2);
});

test('a damaged Draco mesh is reported as a damaged file', async () => {
  vi.stubGlobal('ProgressEvent', Event);
  vi.spyOn(console, 'warn').mockReturnValue();
  const file = dracoGlb(Uint8Array.from(Buffer.from('DRACO but nothing else')), 0);
  expect(await defectOf(() => readModel(file, 'a.glb'))).toEqual({ code: 'damaged' });
});
