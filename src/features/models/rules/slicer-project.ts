/**
 * Reads what a slicer project adds to a 3MF package: which meshes are not the part (modifiers, negative parts, supports), and its plates.
 * Bambu Studio and OrcaSlicer name the components of an object, PrusaSlicer ranges of its triangles. Pure.
 */
import type { SaxesTagNS } from 'saxes';
import { attributeOf, type Package, readXml } from './threemf-part';

/** What a mesh is for: `part` is printed, `negative` is cut out of it, the others only change how the slicer prints. */
export type Role = 'part' | 'negative' | 'modifier' | 'support';

export interface Plate {
  /** Counts from 1, as in the slicer. */
  number: number;
  name: string;
  /** Names of its objects, one per copy. */
  objects: string[];
}

/** Triangles `first` to `last` (from 0, both included) of an object's mesh. */
export interface Volume {
  first: number;
  last: number;
  role: Role;
}

export interface SlicerProject {
  plates: Plate[];
  /** Numbers of the plates by object and number of its copy in the build. */
  plateOf(object: string, copy: number): number | undefined;
  roleOf(object: string, component: string): Role;
  volumesOf(object: string): readonly Volume[];
}

const BAMBU = 'Metadata/model_settings.config';
const PRUSA = 'Metadata/Slic3r_PE_model.config';

const roles: Record<string, Role> = {
  negative_part: 'negative',
  modifier_part: 'modifier',
  support_blocker: 'support',
  support_enforcer: 'support',
  NegativeVolume: 'negative',
  ParameterModifier: 'modifier',
  SupportBlocker: 'support',
  SupportEnforcer: 'support',
};

export async function readProject(archive: Package): Promise<SlicerProject> {
  const names = new Map<string, string>();
  const components = new Map<string, Role>();
  const volumes = new Map<string, Volume[]>();
  const plates: (Plate & { copies: { object: string; copy: number }[] })[] = [];
  let object = '';
  let open: string[] = [];
  const onMetadata = (key: string, value: string) => {
    const plate = plates.at(-1);
    const copy = plate?.copies.at(-1);
    const inside = open.at(-2);
    if (inside === 'object' && key === 'name') names.set(object, value);
    if (inside === 'plate' && plate && key === 'plater_id') plate.number = Number(value);
    if (inside === 'plate' && plate && key === 'plater_name') plate.name = value;
    if (inside === 'model_instance' && copy && key === 'object_id') copy.object = value;
    if (inside === 'model_instance' && copy && key === 'instance_id') copy.copy = Number(value);
    const volume = volumes.get(object)?.at(-1);
    if (inside === 'volume' && volume && key === 'volume_type') volume.role = roles[value] ?? 'part';
    // Older versions of PrusaSlicer.
    if (inside === 'volume' && volume && key === 'modifier' && value === '1') volume.role = 'modifier';
  };
  const onTag: Record<string, (tag: SaxesTagNS) => void> = {
    object: (tag) => {
      object = attributeOf(tag, 'id');
    },
    part: (tag) => components.set(`${object}/${attributeOf(tag, 'id')}`, roles[attributeOf(tag, 'subtype')] ?? 'part'),
    volume: (tag) => {
      const [first, last] = [Number(attributeOf(tag, 'firstid')), Number(attributeOf(tag, 'lastid'))];
      volumes.set(object, [...(volumes.get(object) ?? []), { first, last, role: 'part' }]);
    },
    plate: () => plates.push({ number: plates.length + 1, name: '', objects: [], copies: [] }),
    model_instance: () => plates.at(-1)?.copies.push({ object: '', copy: 0 }),
    metadata: (tag) => onMetadata(attributeOf(tag, 'key'), attributeOf(tag, 'value')),
  };
  for (const part of [BAMBU, PRUSA]) {
    if (!archive(part)) continue;
    open = [];
    await readXml(archive, part, (parser) => {
      parser.on('opentag', (tag) => {
        open.push(tag.local);
        onTag[tag.local]?.(tag);
      });
      parser.on('closetag', () => open.pop());
    });
  }
  for (const plate of plates) plate.objects = plate.copies.map((copy) => names.get(copy.object) ?? '');
  return {
    plates: plates
      .filter(({ copies }) => copies.length > 0)
      .map(({ number, name, objects }) => ({ number, name, objects })),
    plateOf: (id, copy) =>
      plates.find(({ copies }) => copies.some((each) => each.object === id && each.copy === copy))?.number,
    roleOf: (id, component) => components.get(`${id}/${component}`) ?? 'part',
    volumesOf: (id) => volumes.get(id) ?? [],
  };
}
