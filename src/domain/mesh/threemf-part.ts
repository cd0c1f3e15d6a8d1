/**
 * Reads one XML part of a 3MF package: its objects, components and build items. Pure.
 * Rule: reject a DOCTYPE, and with it all custom entities, because entities can expand a small file without limit.
 */
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { type Affine, IDENTITY, parseAffine } from './matrix';
import { isCoordinate, MAX_TRIANGLES, MeshError } from './mesh-error';

/** A reference from the build, or from another object, to an object. `part` is set if that object is in another part of the package. */
export interface ObjectUse {
  id: string;
  part: string | undefined;
  transform: Affine;
}

export interface MeshObject {
  vertices: number[];
  corners: number[];
  components: ObjectUse[];
}

export interface ModelPart {
  /** Millimetres per unit. */
  unit: number;
  objects: Map<string, MeshObject>;
  build: ObjectUse[];
}

const unitInMillimetres: Record<string, number> = {
  micron: 0.001,
  millimeter: 1,
  centimeter: 10,
  inch: 25.4,
  foot: 304.8,
  meter: 1_000,
};

/** Unpacks one part of a package. */
export type Package = (part: string) => Promise<Blob>;

/** Bytes of a part that are parsed at once. */
const STEP_BYTES = 1024 * 1024;

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** Reads an attribute by its name without the namespace prefix, which differs between files (`p:path` of the production extension). */
function attributeOf(tag: SaxesTagPlain, name: string): string {
  const found = Object.keys(tag.attributes).find((key) => localName(key) === name);
  return found === undefined ? '' : (tag.attributes[found] ?? '');
}

/** Sends the text of an XML part to a parser. @throws MeshError */
export async function readXml(
  archive: Package,
  part: string,
  listen: (parser: SaxesParser, damaged: () => MeshError) => void,
): Promise<void> {
  const parser = new SaxesParser({ position: true });
  const damaged = () => new MeshError({ code: 'xml-damaged', part, line: parser.line });
  parser.on('doctype', () => {
    throw new MeshError({ code: 'xml-entities', part });
  });
  parser.on('error', (error) => {
    throw /entity/i.test(error.message) ? new MeshError({ code: 'xml-entities', part }) : damaged();
  });
  listen(parser, damaged);
  const text = await archive(part);
  const decoder = new TextDecoder();
  for (let at = 0; at < text.size; at += STEP_BYTES) {
    const piece = await text.slice(at, at + STEP_BYTES).arrayBuffer();
    parser.write(decoder.decode(piece, { stream: at + STEP_BYTES < text.size }));
  }
  parser.close();
}

export async function readModelPart(archive: Package, part: string): Promise<ModelPart> {
  const model: ModelPart = { unit: 1, objects: new Map(), build: [] };
  let object: MeshObject = { vertices: [], corners: [], components: [] };
  let id = '';
  let triangles = 0;
  await readXml(archive, part, (parser, damaged) => {
    const useOf = (tag: SaxesTagPlain): ObjectUse => {
      const text = attributeOf(tag, 'transform');
      const transform = text ? parseAffine(text) : IDENTITY;
      if (!transform) throw damaged();
      return { id: attributeOf(tag, 'objectid'), part: attributeOf(tag, 'path') || undefined, transform };
    };
    const startObject = (tag: SaxesTagPlain) => {
      id = attributeOf(tag, 'id');
      object = { vertices: [], corners: [], components: [] };
      // Skip support structures: another program generated them, and they do not belong to the model.
      if (attributeOf(tag, 'type') !== 'support') model.objects.set(id, object);
    };
    const addVertex = ({ attributes }: SaxesTagPlain) => {
      for (const axis of ['x', 'y', 'z']) {
        const value = Number(attributes[axis] || Number.NaN);
        if (!isCoordinate(value)) throw new MeshError({ code: 'bad-number', triangle: triangles + 1 });
        object.vertices.push(value);
      }
    };
    const addTriangle = ({ attributes }: SaxesTagPlain) => {
      const count = object.vertices.length / 3;
      for (const key of ['v1', 'v2', 'v3']) {
        const index = Number(attributes[key] || -1);
        if (!Number.isInteger(index) || index < 0 || index >= count) throw new MeshError({ code: 'bad-index', id });
        object.corners.push(index);
      }
      triangles += 1;
      if (triangles > MAX_TRIANGLES)
        throw new MeshError({ code: 'too-many-triangles', count: triangles, limit: MAX_TRIANGLES });
    };
    const onTag: Record<string, (tag: SaxesTagPlain) => void> = {
      model: (tag) => {
        model.unit = unitInMillimetres[attributeOf(tag, 'unit') || 'millimeter'] ?? 1;
      },
      object: startObject,
      vertex: addVertex,
      triangle: addTriangle,
      component: (tag) => object.components.push(useOf(tag)),
      item: (tag) => model.build.push(useOf(tag)),
    };
    parser.on('opentag', (tag) => onTag[localName(tag.name)]?.(tag));
  });
  return model;
}
