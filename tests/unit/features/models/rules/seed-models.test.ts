/** The seed's models, measured by the product's code and compared with their intended values. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { analyse } from '@/features/models/rules/figures';
import { sizeOf } from '@/features/models/rules/measure';
import { layersBetween, probableUnit } from '@/features/models/rules/printing';
import { readModel } from '../../../../helpers/mesh-defect';

const folder = `${import.meta.dirname}/../../../../../supabase/media/resources/`;
const figuresOf = async (name: string) => analyse(await readModel(readFileSync(folder + name), name), 0.45).figures;

test('every STL and 3MF of the seed is closed, faces outwards and is in millimetres', async () => {
  const models = readdirSync(folder).filter((name) => /\.(stl|3mf)$/.test(name));
  expect(models.length).toBeGreaterThanOrEqual(7);
  for (const name of models) {
    const figures = await figuresOf(name);
    expect({
      name,
      isClosed: figures.isClosed,
      unit: probableUnit(figures.bounds, name.endsWith('stl') ? 'stl' : '3mf'),
    }).toEqual({
      name,
      isClosed: true,
      unit: null,
    });
    expect(figures.volume, name).toBeGreaterThan(0);
  }
});

test.each([
  ['kalibracionno-kubche-20mm.stl', [20, 20, 20]],
  ['konzola-60x40.stl', [60, 40, 30]],
  ['lampa-74mm.3mf', [52, 52, 74]],
])('%s has the size that its name promises', async (name, size) => {
  sizeOf((await figuresOf(name)).bounds).forEach((value, axis) => {
    expect(Math.abs(value - size[axis]!) / size[axis]!).toBeLessThanOrEqual(0.001);
  });
});

test('the bracket has the volume of its drawing', async () => {
  // Two arms of 60 × 5 and 35 × 5 mm and an inner corner of radius 4 mm, all 30 mm deep. The arc consists of eight segments.
  const drawn = (60 * 5 + 35 * 5 + (16 - (Math.PI * 16) / 4)) * 30;
  expect(Math.abs((await figuresOf('konzola-60x40.stl')).volume - drawn) / drawn).toBeLessThanOrEqual(0.001);
});

test('the lamp has an overhang of 67° between the layers 121 and 148', async () => {
  const { overhang } = await figuresOf('lampa-74mm.3mf');
  expect(overhang?.degrees).toBeCloseTo(67, 0);
  expect(layersBetween(overhang!.from, overhang!.to, 0.2)).toEqual([121, 148]);
});

test('the seed’s GLB is read whole and refers to no other URL', async () => {
  const { triangles, bounds } = await figuresOf('raketa-stoyka.glb');
  expect(triangles).toBe(12_600);
  expect(sizeOf(bounds)).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)]);
});
