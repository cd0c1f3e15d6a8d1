/** Files as ordinary programs write them open with the right figures, in every format, and an incomplete file never opens with wrong ones. */
import { readFileSync } from 'node:fs';
import { strToU8 } from 'fflate';
import { afterEach, expect, test, vi } from 'vitest';
import { boundsOf, measure, sizeOf } from '@/features/models/rules/measure';
import { probableUnit } from '@/features/models/rules/printing';
import { figureText } from '@/features/models/text/viewer';
import { defectOf, parseModel, readModel } from '../../../../helpers/mesh-defect';
import { asciiStl, box } from '../../../../helpers/solids';

afterEach(() => {
  vi.restoreAllMocks();
});

const fixture = (name: string) => readFileSync(`${import.meta.dirname}/../../../../fixtures/models/${name}`);
const figuresOf = async (bytes: Uint8Array, name: string) => {
  const { volume, bounds } = measure(await readModel(bytes, name));
  return { volume: Math.round(volume), size: sizeOf(bounds).map((side) => Math.round(side * 100) / 100) };
};
const cube20 = { volume: 8_000, size: [20, 20, 20] };

test.each([
  'stl-trailing-byte.stl',
  'stl-ascii-cr.stl',
  'stl-ascii-one-line.stl',
  'stl-ascii-words-after-endfacet.stl',
  'stl-ascii-long-header.stl',
  'stl-comment-first.stl',
  'stl-ascii-no-solid-space.stl',
  '3mf-bambu-20-plates.3mf',
  '3mf-backslash-names.3mf',
  '3mf-stored.3mf',
  '3mf-zip64.3mf',
  '3mf-zip-comment.3mf',
  '3mf-zip-trailing-zeros.3mf',
  '3mf-utf8-bom.3mf',
  '3mf-entities-in-metadata.3mf',
  '3mf-utf16.3mf',
  '3mf-escaped-part-name.3mf',
  '3mf-slices-inside.3mf',
  '3mf-vendor-vertex-tag.3mf',
  '3mf-vendor-item-tag.3mf',
  'glb-cube-20mm.glb',
  'glb-skinned-armature-scale.glb',
  'glb-optional-basisu.glb',
  'glb-optional-meshopt.glb',
  'glb-uri-in-extras.glb',
  'glb-trailing-bytes.glb',
])('%s is a cube of 20 mm', async (name) => {
  expect(await figuresOf(fixture(name), name)).toEqual(cube20);
});

test('the scene that a GLB file names is read, not its first one', async () => {
  const name = 'glb-second-scene.glb';
  expect(await figuresOf(fixture(name), name)).toEqual({ volume: 64_000, size: [40, 40, 40] });
});

test('an M3 nut keeps its millimetres; whether it is in inches is only asked', async () => {
  const name = 'stl-m3-nut-in-mm.stl';
  const positions = await readModel(fixture(name), name);
  expect((await figuresOf(fixture(name), name)).size).toEqual([6, 5.2, 2.4]);
  const unit = probableUnit(boundsOf(positions), 'stl');
  expect(unit && figureText.unit[unit]).toMatch(/\?$/);
});

// ── 3MF projects: what is not the part is named, not shown ──

test.each([
  ['3mf-support-object.3mf', 8_000, [{ kind: 'support', count: 1 }]],
  ['3mf-other-object.3mf', 8_000, [{ kind: 'other', count: 1 }]],
  ['3mf-bambu-modifier.3mf', 8_000, [{ kind: 'modifier', count: 1 }]],
  ['3mf-bambu-support-blocker.3mf', 8_000, [{ kind: 'support', count: 1 }]],
  ['3mf-bambu-negative-part.3mf', 7_000, []],
  ['3mf-not-printable-item.3mf', 8_000, [{ kind: 'unprintable', count: 1 }]],
  ['3mf-beam-lattice-on-cube.3mf', 8_000, [{ kind: 'beams', count: 2 }]],
])('%s: the part alone is measured', async (name, volume, left) => {
  expect(await figuresOf(fixture(name), name)).toEqual({ volume, size: [20, 20, 20] });
  expect((await parseModel(fixture(name), name)).left).toEqual(left);
});

test('a GLB file in millimetres is read in millimetres on request', async () => {
  const name = 'glb-millimetres-as-metres.glb';
  const { volume } = measure(await readModel(fixture(name), name, { unit: 'millimetre' }));
  expect(volume).toBeCloseTo(8_000, 0);
});

test.each([
  ['3mf-beam-lattice-only.3mf', { code: 'beams-only' }],
  ['3mf-gcode-only.3mf', { code: 'sliced' }],
  ['stl-count-zero.stl', { code: 'wrong-count', declared: 0, held: 12 }],
  ['glb-unknown-required-extension.glb', { code: 'glb-extension', extension: expect.any(String) }],
])('%s is rejected with its reason', async (name, defect) => {
  expect(await defectOf(() => readModel(fixture(name), name))).toEqual(defect);
});

// ── OBJ and PLY ──

const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [(k & 1) * 20, ((k >> 1) & 1) * 20, (k >> 2) * 20]);
const quads = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [1, 3, 7, 5],
  [3, 2, 6, 7],
  [2, 0, 4, 6],
];
const triangles = quads.flatMap(([a = 0, b = 0, c = 0, d = 0]) => [
  [a, b, c],
  [a, c, d],
]);
const obj = (faces: number[][], number: (value: number) => string = String) =>
  [
    'mtllib cube.mtl',
    'o Куб 1,5',
    ...corners.map((corner) => `v ${corner.map(number).join(' ')}`),
    ...faces.map((face) => `f ${face.map((index) => `${index + 1}//1`).join(' ')}`),
    '',
  ].join('\r\n');
const plyHeader = (format: string, faces: number) =>
  `ply\nformat ${format} 1.0\ncomment 1,5\nelement vertex 8\nproperty float x\nproperty float y\nproperty float z\nelement face ${faces}\nproperty list uchar int vertex_indices\nend_header\n`;
const ply = (faces: number[][], number: (value: number) => string = String) =>
  `${plyHeader('ascii', faces.length)}${[
    ...corners.map((corner) => corner.map(number).join(' ')),
    ...faces.map((face) => `${face.length} ${face.join(' ')}`),
  ].join('\n')}\n`;

function binaryPly(): Uint8Array {
  const header = strToU8(plyHeader('binary_little_endian', triangles.length));
  const bytes = new Uint8Array(header.length + 96 + triangles.length * 13);
  bytes.set(header);
  const view = new DataView(bytes.buffer, header.length);
  for (const [index, value] of corners.flat().entries()) view.setFloat32(index * 4, value, true);
  for (const [face, indexes] of triangles.entries()) {
    view.setUint8(96 + face * 13, 3);
    for (const [k, index] of indexes.entries()) view.setInt32(97 + face * 13 + k * 4, index, true);
  }
  return bytes;
}

test.each<[string, Uint8Array, string]>([
  ['OBJ with triangles', strToU8(obj(triangles)), 'a.obj'],
  ['OBJ with quads', strToU8(obj(quads)), 'a.obj'],
  ['PLY as text', strToU8(ply(triangles)), 'a.ply'],
  ['PLY with quads', strToU8(ply(quads)), 'a.ply'],
  ['binary PLY', binaryPly(), 'a.ply'],
])('%s is a cube of 20 mm', async (_name, bytes, name) => {
  expect(await figuresOf(bytes, name)).toEqual(cube20);
});

const withComma = (value: number) => value.toFixed(1).replace('.', ',');

test.each<[string, Uint8Array, string, unknown]>([
  ['OBJ with commas', strToU8(obj(triangles, withComma)), 'a.obj', { code: 'comma', line: 3 }],
  ['OBJ with a corner that is not there', strToU8(obj([[0, 1, 9]])), 'a.obj', { code: 'bad-number', triangle: 1 }],
  ['OBJ without faces', strToU8(obj([])), 'a.obj', { code: 'no-triangles' }],
  ['binary data named OBJ', binaryPly(), 'a.obj', { code: 'unknown-format' }],
  ['PLY with commas', strToU8(ply(triangles, withComma)), 'a.ply', { code: 'comma', line: 11 }],
  ['PLY without faces', strToU8(ply([])), 'a.ply', { code: 'no-triangles' }],
  ['PLY cut off', strToU8(ply(triangles).slice(0, -20)), 'a.ply', { code: 'cut-off-text', line: 28 }],
  ['PLY with half of its quads', strToU8(ply(quads).slice(0, -30)), 'a.ply', { code: 'cut-off-text', line: 22 }],
  ['binary PLY cut off', binaryPly().slice(0, -20), 'a.ply', { code: 'damaged' }],
  [
    'PLY with a face of five corners',
    strToU8(ply([...triangles, [0, 1, 2, 3, 4]])),
    'a.ply',
    { code: 'faces', declared: 13, read: 12 },
  ],
  ['PLY with a corner that is not there', strToU8(ply([[0, 1, 9]])), 'a.ply', { code: 'bad-number', triangle: 1 }],
  ['another kind of file', strToU8('<svg/>'), 'a.ply', { code: 'unknown-format' }],
])('%s is rejected with its reason', async (_name, bytes, name, defect) => {
  vi.spyOn(console, 'warn').mockReturnValue();
  expect(await defectOf(() => readModel(bytes, name))).toEqual(defect);
});

/** A field of triangles as text, one millimetre apart. */
const textGrid = (count: number) =>
  [
    'solid grid',
    ...Array.from({ length: count }, (_, at) => [
      'facet normal 0 0 1',
      'outer loop',
      ...[`${at} 0 0`, `${at + 1} 0 0`, `${at} 1 0`].map((corner) => `vertex ${corner}`),
      'endloop',
      'endfacet',
    ]).flat(),
    'endsolid grid',
  ].join('\n');

test('8,000 triangles as text are read in less than a second of computing', async () => {
  const before = process.cpuUsage();
  expect(await readModel(strToU8(textGrid(8_000)), 'grid.stl')).toHaveLength(8_000 * 9);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
});

test('one long number and many empty lines are read in time that grows with their length', async () => {
  const long = asciiStl(box(20, 20, 20), (value) => (value ? '1'.repeat(200_000) : '0'));
  expect(await defectOf(() => readModel(strToU8(long.replaceAll('1 ', '1x ')), 'a.stl'))).toMatchObject({
    code: 'bad-syntax',
  });
  const empty = `${'\n'.repeat(500_000)}${obj(triangles)}`;
  expect(await figuresOf(strToU8(empty), 'a.obj')).toEqual(cube20);
});

test('OBJ and PLY files in inches are read in millimetres on request', async () => {
  const { volume } = measure(await readModel(strToU8(ply(triangles)), 'a.ply', { unit: 'inch' }));
  expect(volume / 25.4 ** 3).toBeCloseTo(8_000, 0);
});

test('a text STL that is cut off anywhere is rejected', async () => {
  const text = asciiStl(box(20, 20, 20), String).trimEnd();
  const whole = text.length - ' part of a test'.length;
  for (let end = 60; end < whole; end += 7)
    expect(await defectOf(() => readModel(strToU8(text.slice(0, end)), 'a.stl')), `after ${end}`).not.toBe('none');
  expect(await defectOf(() => readModel(strToU8(text.slice(0, whole)), 'a.stl'))).toBe('none');
});
