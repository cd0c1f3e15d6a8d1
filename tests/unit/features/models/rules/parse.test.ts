/** The parsers reject every broken file with its own reason and read the exact triangles of every valid file. */
import fc from 'fast-check';
import { strToU8 } from 'fflate';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { measure } from '@/features/models/rules/measure';
import { MAX_TRIANGLES } from '@/features/models/rules/mesh-error';
import { modelFormat } from '@/features/models/rules/model-format';
import { parseSlicerProfile } from '@/features/models/rules/slicer-profile';
import { parseStl } from '@/features/models/rules/stl';
import { defectOf, readModel } from '../../../../helpers/mesh-defect';
import { asciiStl, binaryStl, box, glb } from '../../../../helpers/solids';

const cube = box(20, 20, 20);

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const text = (value: string) => strToU8(value);

const withNumber = (at: number, value: number) =>
  binaryStl(cube.map((coordinate, index) => (index === at ? value : coordinate)));

function withCount(bytes: Uint8Array<ArrayBuffer>, count: number): Uint8Array {
  new DataView(bytes.buffer).setUint32(80, count, true);
  return bytes;
}

describe('STL', () => {
  test.each<[string, Uint8Array, unknown]>([
    ['0 bytes', new Uint8Array(0), { code: 'empty' }],
    ['40 bytes', new Uint8Array(40), { code: 'cut-off', expected: 84, actual: 40 }],
    ['a binary file cut off', binaryStl(cube).slice(0, 500), { code: 'cut-off', expected: 684, actual: 500 }],
    [
      'a binary file cut off whose header says solid',
      binaryStl(cube, 'solid x').slice(0, 500),
      { code: 'cut-off', expected: 684, actual: 500 },
    ],
    [
      'a binary file with another triangle after its end',
      Uint8Array.of(...binaryStl(cube), ...new Uint8Array(50)),
      { code: 'wrong-count', declared: 12, held: 13 },
    ],
    ['0 triangles', binaryStl([]), { code: 'no-triangles' }],
    ['0 triangles as text', text('solid x\nendsolid x\n'), { code: 'no-triangles' }],
    [
      'more than 2 million triangles',
      withCount(binaryStl(cube), MAX_TRIANGLES + 1),
      { code: 'too-many-triangles', count: MAX_TRIANGLES + 1, limit: MAX_TRIANGLES },
    ],
    ['another kind of file', new Uint8Array(300).fill(200), { code: 'unknown-format' }],
    ['NaN', withNumber(31, Number.NaN), { code: 'bad-number', triangle: 4 }],
    ['infinity', withNumber(0, Number.POSITIVE_INFINITY), { code: 'bad-number', triangle: 1 }],
    ['a coordinate of an astronomer', withNumber(107, 3e38), { code: 'bad-number', triangle: 12 }],
    [
      'text with commas',
      text(asciiStl(cube, (value) => value.toFixed(2).replace('.', ','))),
      { code: 'comma', line: 4 },
    ],
    [
      'text with NaN',
      text(asciiStl(cube, (value) => (value === 20 ? 'nan' : String(value)))),
      { code: 'bad-number', triangle: 1 },
    ],
    [
      'text cut off between facets',
      text(asciiStl(cube).split('  facet').slice(0, 4).join('  facet')),
      { code: 'cut-off-text', line: 23 },
    ],
    ['text cut off inside a number line', text(asciiStl(cube).slice(0, 300)), { code: 'cut-off-text', line: 11 }],
    [
      'text with a word that nobody knows',
      text('solid x\nfacet normal 0 0 0\nouter loop\nvertx 0 0 0\nendloop endfacet endsolid'),
      { code: 'bad-syntax', line: 4 },
    ],
    ['text with letters in a number', text(asciiStl(cube, (value) => `${value}mm`)), { code: 'bad-syntax', line: 4 }],
    [
      'a facet with four corners',
      text(asciiStl(cube).replace('    endloop', '      vertex 0 0 0\n    endloop')),
      { code: 'bad-syntax', line: 7 },
    ],
  ])('%s', async (_name, bytes, defect) => {
    expect(await defectOf(() => readModel(bytes, 'part.stl'))).toEqual(defect);
  });

  test('a binary file whose header starts with „solid“ is read as binary', () => {
    expect(parseStl(binaryStl(cube, 'solid exported by a well known program').buffer)).toEqual(Float32Array.from(cube));
  });

  test('text is read with any spacing and letter case, several solids and a byte order mark', () => {
    const two = `\uFEFF${asciiStl(cube.slice(0, 54))}${asciiStl(cube.slice(54))}`
      .replaceAll('\n', '\r\n')
      .replaceAll('facet', 'FACET');
    expect(parseStl(text(two).slice().buffer)).toEqual(Float32Array.from(cube));
  });

  test('a written file is read unchanged, in both forms', () => {
    const triangle = fc.array(fc.float({ min: -1_000, max: 1_000, noNaN: true }), { minLength: 9, maxLength: 9 });
    fc.assert(
      fc.property(fc.array(triangle, { minLength: 1, maxLength: 20 }), (triangles) => {
        const positions = Float32Array.from(triangles.flat(), (value) => value + 0); // `+ 0` turns -0 into 0, which the text form can represent
        expect([...parseStl(binaryStl(positions).buffer)]).toEqual([...positions]);
        expect([...parseStl(text(asciiStl(positions)).slice().buffer)]).toEqual([...positions]);
      }),
      { numRuns: 100 },
    );
  });

  test('eight times as many triangles in text take about eight times as long, not sixty-four times', () => {
    const cpu = (bytes: Uint8Array) => {
      const before = process.cpuUsage();
      parseStl(bytes.slice().buffer);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const grid = (count: number) => text(asciiStl(new Float32Array(count * 9).map((_, index) => index % 97)));
    const [small, large] = [grid(1_000), grid(8_000)];
    cpu(small); // The first run compiles the reader.
    const fastest = (bytes: Uint8Array) => Math.min(...[1, 2, 3].map(() => cpu(bytes)));
    // The constant covers the timer's resolution. A quadratic reader needs 17 s for the large file.
    expect(fastest(large)).toBeLessThan(fastest(small) * 24 + 50_000);
  });

  test('no bytes crash the reader: it returns a mesh or a reason', async () => {
    const names = fc.constantFrom('a.stl', 'a.3mf', 'a.glb', 'a.obj', 'a.ply');
    await fc.assert(
      fc.asyncProperty(names, fc.uint8Array({ maxLength: 400 }), async (name, bytes) => {
        expect(await defectOf(() => readModel(bytes, name))).toBeTruthy();
      }),
      { numRuns: 300 },
    );
  });

  test('a file in metres is read in millimetres on request', async () => {
    const small = binaryStl(cube.map((value) => value / 1_000));
    expect(measure(await readModel(small, 'part.stl', { unit: 'metre' })).volume).toBeCloseTo(8_000, 1);
  });
});

describe('GLB', () => {
  const asset = { version: '2.0' };

  test.each<[string, Uint8Array, unknown]>([
    ['0 bytes', new Uint8Array(0), { code: 'empty' }],
    ['another kind of file', new Uint8Array(64).fill(7), { code: 'unknown-format' }],
    ['a file without a scene', glb({ asset, scenes: [{ nodes: [] }] }), { code: 'no-triangles' }],
    [
      'a file cut off',
      glb({ asset, extras: 'x'.repeat(200) }).slice(0, 100),
      { code: 'cut-off', expected: 260, actual: 100 },
    ],
    ['JSON that is a list', glb([]), { code: 'damaged' }],
    [
      'a foreign buffer',
      glb({ asset, buffers: [{ uri: 'https://evil.example/a.bin' }] }),
      { code: 'glb-foreign-uri', uri: 'https://evil.example/a.bin' },
    ],
    [
      'a picture beside the file',
      glb({ asset, images: [{ uri: 'wood.png' }] }),
      { code: 'glb-foreign-uri', uri: 'wood.png' },
    ],
    [
      'an extension without which the shape is wrong',
      glb({ asset, extensionsRequired: ['ACME_shape'] }),
      { code: 'glb-extension', extension: 'ACME_shape' },
    ],
    [
      'pictures that need a decoder for KTX2 are no reason',
      glb({ asset, extensionsRequired: ['KHR_texture_basisu'] }),
      { code: 'no-triangles' },
    ],
    ['lists that are no lists', glb({ asset, extensionsUsed: 5 }), { code: 'damaged' }],
  ])('%s', async (_name, bytes, defect) => {
    expect(await defectOf(() => readModel(bytes, 'part.glb'))).toEqual(defect);
  });

  test('version 1 is named', async () => {
    const bytes = glb({ asset });
    new DataView(bytes.buffer).setUint32(4, 1, true);
    expect(await defectOf(() => readModel(bytes, 'part.glb'))).toEqual({ code: 'glb-version', version: 1 });
  });
});

test('the file extension decides which files are models', () => {
  expect(['A.STL', 'b.3mf', 'c.glb', 'd.obj', 'e.PLY', 'd.gltf', 'stl', 'e.stl.pdf'].map(modelFormat)).toEqual([
    'stl',
    '3mf',
    'glb',
    'obj',
    'ply',
    null,
    null,
    null,
  ]);
});

describe('slicer profiles', () => {
  test('numbers, percents and lists are read; missing ones have defaults', () => {
    const profile = parseSlicerProfile(
      '# a comment\nlayer_height = 0.28\nfill_density = 20%\nfilament_type = petg;PLA\nsupport_material = 0\ntemperature = 240,230\n',
    );
    expect(profile).toMatchObject({
      settings: { layer: 0.28, infill: 0.2, material: 'PETG', density: 1.27, walls: 3, nozzle: 0.4 },
      temperature: 240,
      bedTemperature: null,
      hasSupports: false,
    });
  });

  test('other settings files are not profiles', () => {
    expect(parseSlicerProfile('[core]\nbare = false\n')).toBeNull();
    expect(parseSlicerProfile('')).toBeNull();
  });
});
