/** 3MF packages: units, components and transforms are applied, and every attack or defect is rejected with its own reason. */
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { measure } from '@/features/models/rules/measure';
import { ZIP_LIMITS } from '@/features/models/rules/threemf';
import { defectText } from '@/features/models/text/viewer';
import { defectOf, parseModel, readModel } from '../../../../helpers/mesh-defect';
import { box, RELATIONSHIPS, threemf, threemfMesh, threemfModel } from '../../../../helpers/solids';

const cube = box(20, 20, 20);
const text = (value: string) => strToU8(value);

const object = (id: number, inside: string, attributes = '') => `<object id="${id}" ${attributes}>${inside}</object>`;
const meshOf = threemfMesh(cube);

describe('3MF', () => {
  const volumeOf = async (bytes: Uint8Array) => measure(await readModel(bytes, 'part.3mf')).volume;

  test.each([
    ['micron', 8e-6],
    ['millimeter', 8_000],
    ['centimeter', 8e6],
    ['inch', 8_000 * 25.4 ** 3],
    ['foot', 8_000 * 304.8 ** 3],
    ['meter', 8e12],
  ])('%s is converted to millimetres', async (unit, volume) => {
    const found = await volumeOf(threemf(threemfModel(object(1, meshOf), '<item objectid="1"/>', unit)));
    expect(Math.abs(found - volume) / volume).toBeLessThan(0.001);
  });

  test('components have their transforms, also mirrored ones, and objects outside the build are not read', async () => {
    const resources =
      object(1, meshOf) +
      object(
        2,
        '<components><component objectid="1"/><component objectid="1" transform="-1 0 0 0 1 0 0 0 1 100 0 0"/></components>',
      ) +
      object(3, threemfMesh(box(500, 500, 500)));
    const positions = await readModel(
      threemf(threemfModel(resources, '<item objectid="2" transform="2 0 0 0 2 0 0 0 2 0 0 7"/>')),
      'part.3mf',
    );
    const { volume, bounds } = measure(positions);
    expect(volume).toBeCloseTo(2 * 8 * 8_000, 0);
    expect(bounds).toEqual({ min: [0, 0, 7], max: [200, 40, 47] });
  });

  test('components of the production extension are read from other parts of the package', async () => {
    const model = threemfModel(
      object(8, '<components><component p:path="/3D/Objects/one.model" objectid="1"/></components>'),
      '<item objectid="8"/>',
    );
    const part = threemfModel(object(1, meshOf), '');
    expect(await volumeOf(threemf(model, { '3D/Objects/one.model': part }))).toBeCloseTo(8_000, 1);
  });

  const small = threemfModel(object(1, meshOf), '<item objectid="1"/>');
  const doubled = (depth: number) =>
    Array.from({ length: depth }, (_, k) =>
      object(k + 2, `<components><component objectid="${k + 1}"/><component objectid="${k + 1}"/></components>`),
    ).join('');

  test.each<[string, Uint8Array, unknown]>([
    ['not an archive', text('PK but nothing else'), { code: 'zip-damaged' }],
    ['an archive cut off', threemf(small).slice(0, 400), { code: 'zip-damaged' }],
    [
      '10,000 entries',
      threemf(small, Object.fromEntries(Array.from({ length: 9_998 }, (_, k) => [`x${k}`, '']))),
      { code: 'zip-entries', count: 10_000, limit: 5_000 },
    ],
    ['no relationships', Uint8Array.from(zipSync({ a: text('b') })), { code: 'part-missing', part: '_rels/.rels' }],
    [
      'no model',
      Uint8Array.from(zipSync({ '_rels/.rels': text(RELATIONSHIPS) })),
      { code: 'part-missing', part: '3D/3dmodel.model' },
    ],
    [
      'a missing part of a component',
      threemf(
        threemfModel(
          object(1, '<components><component p:path="/3D/gone.model" objectid="1"/></components>'),
          '<item objectid="1"/>',
        ),
      ),
      { code: 'part-missing', part: '3D/gone.model' },
    ],
    [
      'XML entities',
      threemf(small.replace('<model', '<!DOCTYPE m [<!ENTITY a "1234567890"><!ENTITY b "&a;&a;&a;">]><model')),
      { code: 'xml-entities', part: '3D/3dmodel.model' },
    ],
    [
      'an entity without a document type',
      threemf(small.replace('<build>', '<build>&lol;')),
      { code: 'xml-entities', part: '3D/3dmodel.model' },
    ],
    [
      'XML that is not closed',
      threemf(small.replace('</build>', '')),
      { code: 'xml-damaged', part: '3D/3dmodel.model', line: 1 },
    ],
    [
      'an object that is not there',
      threemf(small.replace('objectid="1"', 'objectid="9"')),
      { code: 'object-missing', id: '9' },
    ],
    ['a corner that is not there', threemf(small.replace('v1="0"', 'v1="36"')), { code: 'bad-index', id: '1' }],
    ['a corner without a number', threemf(small.replace('x="20"', 'x="NaN"')), { code: 'bad-number', triangle: 1 }],
    [
      'no triangles',
      threemf(threemfModel(object(1, threemfMesh([])), '<item objectid="1"/>')),
      { code: 'no-triangles' },
    ],
    ['an empty build', threemf(threemfModel(object(1, meshOf), '')), { code: 'no-triangles' }],
    [
      'components that contain each other',
      threemf(threemfModel(object(1, '<components><component objectid="1"/></components>'), '<item objectid="1"/>')),
      { code: 'components-loop', id: '1' },
    ],
    [
      'components that multiply an empty object',
      threemf(threemfModel(object(1, '') + doubled(30), '<item objectid="31"/>')),
      { code: 'components-loop', id: expect.any(String) },
    ],
    [
      'components that multiply triangles',
      threemf(threemfModel(object(1, meshOf) + doubled(30), '<item objectid="31"/>')),
      { code: expect.stringMatching(/components-loop|too-many-triangles/) },
    ],
  ])('%s', async (_name, bytes, defect) => {
    expect(await defectOf(() => readModel(bytes, 'part.3mf'))).toMatchObject(defect as object);
  });

  /** Changes the unpacked size that the archive's directory declares for the model. */
  function declare(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array {
    const view = new DataView(bytes.buffer);
    for (let at = 0; at + 4 < bytes.length; at += 1)
      if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) > 1_000)
        view.setUint32(at + 24, size, true);
    return bytes;
  }

  test('a zip bomb is rejected by its declared size, and one that hides its size when it grows beyond it', async () => {
    const bomb = () => threemf(`${small}${' '.repeat(4 * 1024 * 1024)}`);
    expect(bomb().length).toBeLessThan(10_000);
    expect(await defectOf(() => readModel(declare(bomb(), ZIP_LIMITS.bytes + 1), 'bomb.3mf'))).toMatchObject({
      code: 'zip-size',
    });
    expect(await defectOf(() => readModel(declare(bomb(), 20_000), 'bomb.3mf'))).toEqual({ code: 'zip-damaged' });
  });

  test('the size of an entry that nobody reads does not count', async () => {
    const bytes = threemf(small, { 'Metadata/plate_1.gcode': '; layer\n'.repeat(500_000) });
    const view = new DataView(bytes.buffer);
    const directory = bytes.findLastIndex((_, at) => at + 4 <= bytes.length && view.getUint32(at, true) === 0x02014b50);
    expect(view.getUint32(directory + 24, true)).toBe(4_000_000);
    view.setUint32(directory + 24, ZIP_LIMITS.bytes + 1, true);
    expect(await volumeOf(bytes)).toBeCloseTo(8_000, 0);
  });

  // ── Slicer projects ──

  const config = (inside: string) => `<?xml version="1.0"?><config>${inside}</config>`;
  const small10 = threemfMesh(box(10, 10, 10));

  test('PrusaSlicer names the role of ranges of triangles', async () => {
    const both = threemfMesh([...cube, ...box(10, 10, 10)]);
    const volume = (first: number, last: number, type: string) =>
      `<volume firstid="${first}" lastid="${last}"><metadata type="volume" key="volume_type" value="${type}"/></volume>`;
    const project = (type: string) =>
      threemf(threemfModel(object(1, both), '<item objectid="1"/>'), {
        'Metadata/Slic3r_PE_model.config': config(
          `<object id="1">${volume(0, 11, 'ModelPart')}${volume(12, 23, type)}</object>`,
        ),
      });
    expect(await volumeOf(project('ParameterModifier'))).toBeCloseTo(8_000, 0);
    expect(await volumeOf(project('ModelPart'))).toBeCloseTo(9_000, 0);
  });

  test('a negative part is cut out only where it is wholly inside; otherwise the file says that it is not', async () => {
    const at = (x: number) => `<component objectid="2" transform="1 0 0 0 1 0 0 0 1 ${x} 5 5"/>`;
    const project = (x: number) =>
      threemf(
        threemfModel(
          object(1, meshOf) +
            object(2, small10) +
            object(3, `<components><component objectid="1"/>${at(x)}</components>`),
          '<item objectid="3"/>',
        ),
        {
          'Metadata/model_settings.config': config(
            '<object id="3"><part id="1" subtype="normal_part"/><part id="2" subtype="negative_part"/></object>',
          ),
        },
      );
    expect(await volumeOf(project(5))).toBeCloseTo(7_000, 0);
    const outside = await parseModel(project(15), 'part.3mf');
    expect(measure(outside.positions).volume).toBeCloseTo(8_000, 0);
    expect(outside.left).toEqual([{ kind: 'negative', count: 1 }]);
  });

  test('of several plates one is read, and all are named with their objects', async () => {
    const copyOn = (plate: number, id: number, copy: number, name: string) =>
      `<plate><metadata key="plater_id" value="${plate}"/><metadata key="plater_name" value="${name}"/>` +
      `<model_instance><metadata key="object_id" value="${id}"/><metadata key="instance_id" value="${copy}"/></model_instance></plate>`;
    const project = threemf(
      threemfModel(
        object(1, meshOf) + object(2, small10),
        '<item objectid="1"/><item objectid="2"/><item objectid="1" transform="1 0 0 0 1 0 0 0 1 300 0 0"/>',
      ),
      {
        'Metadata/model_settings.config': config(
          `<object id="1"><metadata key="name" value="кутия"/></object><object id="2"><metadata key="name" value="капак"/></object>` +
            copyOn(1, 1, 0, '') +
            copyOn(2, 2, 0, 'Капаци') +
            copyOn(3, 1, 1, ''),
        ),
      },
    );
    const plates = [
      { number: 1, name: '', objects: ['кутия'] },
      { number: 2, name: 'Капаци', objects: ['капак'] },
      { number: 3, name: '', objects: ['кутия'] },
    ];
    expect(await parseModel(project, 'part.3mf')).toMatchObject({ plates, plate: 1 });
    const second = await parseModel(project, 'part.3mf', { plate: 2 });
    expect(measure(second.positions).volume).toBeCloseTo(1_000, 0);
    const third = await parseModel(project, 'part.3mf', { plate: 3 });
    expect(measure(third.positions).bounds.min[0]).toBe(300);
  });

  test('a project that prints nothing says what it has instead', async () => {
    const build = (items: string) =>
      threemf(threemfModel(object(1, meshOf) + object(2, small10, 'type="other"'), items));
    const off = build('<item objectid="1" printable="0"/><item objectid="2"/>');
    const left = [
      { kind: 'unprintable' as const, count: 1 },
      { kind: 'other' as const, count: 1 },
    ];
    expect(await defectOf(() => readModel(off, 'part.3mf'))).toEqual({ code: 'nothing-printed', left });
    expect(defectText({ code: 'nothing-printed', left, plate: undefined }).reason).toBe(
      'Във файла няма нищо за печат: 1 обект е изключен от печата; 1 обект е означен като „друг“ и не е част от модела.',
    );
  });

  test('the first plate with a part opens, an empty one says so, and objects on no plate are counted', async () => {
    const plate = (number: number, id: number) =>
      `<plate><metadata key="plater_id" value="${number}"/><model_instance><metadata key="object_id" value="${id}"/><metadata key="instance_id" value="0"/></model_instance></plate>`;
    const project = threemf(
      threemfModel(
        object(1, meshOf) + object(2, small10) + object(3, meshOf),
        '<item objectid="1" printable="0"/><item objectid="2"/><item objectid="3"/>',
      ),
      { 'Metadata/model_settings.config': config(plate(1, 1) + plate(2, 2)) },
    );
    const opened = await parseModel(project, 'part.3mf');
    expect(opened).toMatchObject({ plate: 2, left: [{ kind: 'outside', count: 1 }] });
    expect(measure(opened.positions).volume).toBeCloseTo(1_000, 0);
    const defect = await defectOf(() => parseModel(project, 'part.3mf', { plate: 1 }));
    expect(defect).toMatchObject({ code: 'nothing-printed', plate: 1 });
    expect(defect !== 'none' && defectText(defect).reason).toMatch(
      /^На плоча 1 няма нищо за печат: 1 обект е изключен/,
    );
  });

  test('an encrypted package, and the coarse mesh of a sliced object, are named for what they are', async () => {
    const keys = { 'Secure/keystore.xml': '<keystore/>' };
    const plain = threemfModel(object(1, meshOf), '<item objectid="1"/>');
    expect(await defectOf(() => readModel(threemf(plain, keys), 'part.3mf'))).toEqual({ code: 'encrypted' });
    const coarse = threemfModel(object(1, meshOf, 's:meshresolution="lowres"'), '<item objectid="1"/>');
    expect((await parseModel(threemf(coarse), 'part.3mf')).left).toEqual([{ kind: 'coarse', count: 1 }]);
  });
});
