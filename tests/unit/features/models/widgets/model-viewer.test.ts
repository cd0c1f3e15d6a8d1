import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readGlb } from '@/features/models/widgets/glb-model';
import { readModel } from '../../../../helpers/mesh-defect';
import { glb } from '../../../../helpers/solids';

// The viewer reads a GLB file whose JSON contains the buffer as a data: URL.

const corners = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]);
const base64 = Buffer.from(corners.buffer).toString('base64');
const triangle = (uri: string) =>
  glb({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
    bufferViews: [{ buffer: 0, byteLength: corners.byteLength }],
    buffers: [{ byteLength: corners.byteLength, uri }],
  });

const requested: string[] = [];
beforeEach(() => {
  requested.length = 0;
  const ask = globalThis.fetch;
  vi.stubGlobal('ProgressEvent', Event);
  vi.stubGlobal('fetch', (request: Request) => {
    requested.push(request.url);
    return ask(request);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a buffer in a data: URL is read as a blob, which the security policy allows', async () => {
  const file = triangle(`data:application/octet-stream;base64,${base64}`);
  const positions = await readModel(file, 'part.glb');
  // The positions are converted to millimetres with z pointing up.
  expect([...positions].map((value) => Math.round(value))).toEqual([0, 0, 0, 1_000, 0, 0, 0, 0, 1_000]);
  await readGlb(file.buffer, 1);
  expect(requested.map((url) => url.split(':')[0])).toEqual(['blob', 'blob']);
});

test('a damaged data: URL is reported as a damaged file', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await expect(readModel(triangle('data:application/octet-stream;base64,@@@'), 'part.glb')).rejects.toMatchObject({
    defect: { code: 'damaged' },
  });
});
