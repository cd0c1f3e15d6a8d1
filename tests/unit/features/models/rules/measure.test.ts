/** The measured volume, watertightness, overhangs and wall thickness of solids match their known values. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyse } from '@/features/models/rules/figures';
import { boundsOf, measure, sizeOf } from '@/features/models/rules/measure';
import type { ModelFormat } from '@/features/models/rules/model-format';
import { layersOf, massOf, probableUnit, USUAL_SETTINGS } from '@/features/models/rules/printing';
import { sectionAt } from '@/features/models/rules/section';
import { topologyOf, weld } from '@/features/models/rules/weld';
import { box, solids, turned } from '../../../../helpers/solids';

const TOLERANCE = 0.001;
const soup = (...parts: number[][]) => Float32Array.from(parts.flat());
const topology = (positions: Float32Array) => topologyOf(weld(positions, measure(positions).bounds));
const off = (value: number, reference: number) => Math.abs(value - reference) / reference;

describe('six solids', () => {
  test.each(solids)('$name: volume and box are within 0.1 %, and the mesh is closed', ({ positions, volume, size }) => {
    const measured = measure(positions);
    expect(off(measured.volume, volume)).toBeLessThanOrEqual(TOLERANCE);
    sizeOf(measured.bounds).forEach((value, axis) => {
      expect(off(value, size[axis] ?? 0)).toBeLessThanOrEqual(TOLERANCE);
    });
    expect(topology(positions)).toEqual({ isClosed: true, openEdges: 0, crowdedEdges: 0, flippedEdges: 0 });
  });

  test('a cut through the middle has the area of the solid’s cross-section', () => {
    const cut = (name: string, height: number) => {
      const { positions } = solids.find((solid) => solid.name === name)!;
      return sectionAt(positions, weld(positions, measure(positions).bounds), height);
    };
    expect(cut('cube', 10.1)).toMatchObject({ area: expect.closeTo(400, 1), size: [20, 20] });
    expect(off(cut('cylinder', 7).area, Math.PI * 100)).toBeLessThan(TOLERANCE);
    expect(off(cut('cone', 20).area, Math.PI * 7.5 ** 2)).toBeLessThan(TOLERANCE);
    const ring = cut('torus', 0.01);
    expect(off(ring.area, Math.PI * (26 ** 2 - 14 ** 2))).toBeLessThan(TOLERANCE);
    expect(ring.outlines.map(({ isClosed }) => isClosed)).toEqual([true, true]);
  });
});

test('moving and turning a solid changes neither its volume nor that it is closed', () => {
  const number = fc.double({ min: -500, max: 500, noNaN: true });
  fc.assert(
    fc.property(
      fc.constantFrom(...solids.slice(0, 4)),
      fc.double({ min: 0, max: 6.28, noNaN: true }),
      number,
      number,
      number,
      (solid, angle, x, y, z) => {
        const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
        const moved = solid.positions.map((value, index) => {
          const [a, b] = [solid.positions[index - (index % 3)]!, solid.positions[index - (index % 3) + 1]!];
          return [a * cos - b * sin + x, a * sin + b * cos + y, value + z][index % 3]!;
        });
        expect(off(measure(moved).volume, solid.volume)).toBeLessThanOrEqual(TOLERANCE);
        expect(topology(moved).isClosed).toBe(true);
      },
    ),
    { numRuns: 40 },
  );
});

test('a missing triangle leaves three open edges, a turned one three flipped edges, a third triangle on an edge a crowded one', () => {
  const cube = box(10, 10, 10);
  expect(topology(soup(cube.slice(9)))).toMatchObject({ isClosed: false, openEdges: 3 });
  const [a, b] = [cube.slice(0, 3), cube.slice(3, 6)];
  expect(topology(soup(b, a, cube.slice(6)))).toMatchObject({ isClosed: false, flippedEdges: 3, openEdges: 0 });
  expect(topology(soup(cube, [...a, ...b, 5, 5, -9]))).toMatchObject({
    isClosed: false,
    crowdedEdges: 1,
    openEdges: 2,
  });
});

test('two boxes that touch along an edge are closed', () => {
  expect(topology(soup(box(10, 10, 10), box(10, 10, 10, [10, 10, 0]))).isClosed).toBe(true);
});

test('faces that point inwards give a negative volume', () => {
  const cube = box(10, 10, 10);
  const inverted = Array.from({ length: cube.length / 9 }, (_, k) =>
    [cube.slice(k * 9 + 3, k * 9 + 6), cube.slice(k * 9, k * 9 + 3), cube.slice(k * 9 + 6, k * 9 + 9)].flat(),
  );
  expect(measure(soup(...inverted)).volume).toBeCloseTo(-1_000, 2);
});

describe('overhangs', () => {
  test('do not include a wall of exactly 45°, but one of 50°, with its heights and angle', () => {
    const cup = (degrees: number) =>
      turned(
        [
          [0, 0],
          [10, 0],
          [10, 5],
          [10 + 8 * Math.tan((degrees * Math.PI) / 180), 13],
          [0, 13],
        ],
        180,
      );
    expect(measure(soup(cup(45))).overhang).toBeNull();
    const { overhang } = measure(soup(cup(50)));
    expect(overhang?.degrees).toBeCloseTo(50, 1);
    expect(overhang?.from).toBeCloseTo(5, 3);
    expect(overhang?.to).toBeCloseTo(13, 3);
  });

  test('do not include the bottom on the bed, at any height of the bed; a ceiling is 90°', () => {
    expect(measure(soup(box(10, 10, 10, [0, 0, -300]))).overhang).toBeNull();
    const table = measure(soup(box(2, 2, 10), box(20, 20, 2, [-9, -9, 10])));
    expect(table.overhang).toMatchObject({ degrees: 90, from: 10, to: 10 });
    expect(table.overhang?.share).toBeCloseTo(400 / (88 + 960), 3);
  });
});

describe('walls', () => {
  const hollow = (wall: number) =>
    turned(
      [
        [0, 0],
        [15, 0],
        [15, 30],
        [15 - wall, 30],
        [15 - wall, 2],
        [0, 2],
      ],
      180,
    );

  test('a wall of 0.6 mm is reported with its thickness, one of 1.2 mm is not', () => {
    const { thinWall } = analyse(soup(hollow(0.6)), 0.45).figures;
    expect(thinWall?.thickness).toBeCloseTo(0.6, 1);
    expect(analyse(soup(hollow(1.2)), 0.45).figures.thinWall).toBeNull();
  });

  test.each(solids)('$name has no thin wall', ({ positions }) => {
    expect(analyse(positions, 0.45).figures.thinWall).toBeNull();
  });
});

describe('mass and units', () => {
  const cube = measure(soup(box(20, 20, 20)));

  test('a solid cube of 20 mm in PLA weighs 9.92 g, and less with less infill', () => {
    expect(massOf(cube, { ...USUAL_SETTINGS, infill: 1 })).toBeCloseTo(9.92, 3);
    const [low, high] = [
      massOf(cube, { ...USUAL_SETTINGS, infill: 0 }),
      massOf(cube, { ...USUAL_SETTINGS, infill: 0.5 }),
    ];
    expect(low).toBeGreaterThan(2);
    expect(low).toBeLessThan(high);
    expect(high).toBeLessThan(9.92);
  });

  test('a file in metres or inches is detected by its size, an ordinary one is not', () => {
    const unitOf = (format: ModelFormat) => (size: number) =>
      probableUnit(boundsOf(soup(box(size, size, size))), format);
    const sizes = [0.02, 0.9, 2, 7.9, 8, 20, 300, 20_000];
    expect(sizes.map(unitOf('stl'))).toEqual(['metre', 'metre', 'inch', 'inch', null, null, null, null]);
    expect(sizes.map(unitOf('glb'))).toEqual([...Array(7).fill(null), 'millimetre']);
    expect(sizes.map(unitOf('3mf'))).toEqual(Array(8).fill(null));
  });

  test('the last layer may be thinner, and a rounding error adds no layer', () => {
    expect([layersOf(74, 0.2), layersOf(74.00001, 0.2), layersOf(74.1, 0.2), layersOf(0.1, 0.2)]).toEqual([
      370, 370, 371, 1,
    ]);
  });
});
