/**
 * Reads one XML part of a 3MF package: its objects, components and build items. Pure.
 * Rule: reject a DOCTYPE, and with it all custom entities, because entities can expand a small file without limit.
 * Rule: elements are read by their namespace. Extensions and programs have elements with the names of the core.
 */
import { SaxesParser, type SaxesTagNS } from 'saxes';
import type { ZipEntry } from '@/shared/zip';
import { type Affine, IDENTITY, parseAffine } from './matrix';
import { isCoordinate, MAX_TRIANGLES, MeshError } from './mesh-error';

/** A reference from the build, or from another object, to an object. `part` is set if that object is in another part of the package. */
export interface ObjectUse {
  id: string;
  part: string | undefined;
  transform: Affine;
  /** False for an item that a slicer leaves on the bed without printing it. */
  isPrintable: boolean;
}

export interface MeshObject {
  id: string;
  /** `support` and `other` objects are not part of the model. */
  type: string;
  vertices: number[];
  corners: number[];
  components: ObjectUse[];
  /** Beams of a lattice (beam lattice extension). */
  beams: number;
  /** A coarse mesh of a sliced object, whose exact shape is in its slices (slice extension). */
  isCoarse: boolean;
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

/** Finds one part of a package. */
export type Package = (part: string) => ZipEntry | undefined;

/** Bytes of a part that are parsed at once. */
const STEP_BYTES = 1024 * 1024;

const CORE = /^(?:$|http:\/\/schemas\.microsoft\.com\/3dmanufacturing\/core\/)/;
const BEAMS = /\/beamlattice\//;

/** Reads an attribute by its name without the prefix, which differs between files (`p:path` of the production extension). */
export function attributeOf(tag: SaxesTagNS, name: string): string {
  const found = tag.attributes[name] ?? Object.values(tag.attributes).find(({ local }) => local === name);
  return found?.value ?? '';
}

async function encodingOf(text: Blob): Promise<string> {
  const [first, second] = new Uint8Array(await text.slice(0, 2).arrayBuffer());
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

export type Parser = SaxesParser<{ xmlns: true; position: true }>;

/** Sends the text of an XML part to a parser. @throws MeshError */
export async function readXml(
  archive: Package,
  part: string,
  listen: (parser: Parser, damaged: () => MeshError) => void,
): Promise<void> {
  const parser: Parser = new SaxesParser({ xmlns: true, position: true });
  const damaged = () => new MeshError({ code: 'xml-damaged', part, line: parser.line });
  parser.on('doctype', () => {
    throw new MeshError({ code: 'xml-entities', part });
  });
  parser.on('error', (error) => {
    // Some programs write elements of an extension without declaring its prefix. Such elements are not read anyway.
    if (/unbound namespace prefix/.test(error.message)) return;
    throw /entity/i.test(error.message) ? new MeshError({ code: 'xml-entities', part }) : damaged();
  });
  listen(parser, damaged);
  const text = await archive(part)?.blob();
  if (!text) throw new MeshError({ code: 'part-missing', part });
  const decoder = new TextDecoder(await encodingOf(text));
  for (let at = 0; at < text.size; at += STEP_BYTES) {
    const piece = await text.slice(at, at + STEP_BYTES).arrayBuffer();
    parser.write(decoder.decode(piece, { stream: at + STEP_BYTES < text.size }));
  }
  parser.close();
}

export async function readModelPart(archive: Package, part: string): Promise<ModelPart> {
  const model: ModelPart = { unit: 1, objects: new Map(), build: [] };
  const newObject = (id = '', type = 'model', isCoarse = false): MeshObject => ({
    ...{ id, type, isCoarse, vertices: [], corners: [], components: [], beams: 0 },
  });
  let object = newObject();
  let triangles = 0;
  await readXml(archive, part, (parser, damaged) => {
    const useOf = (tag: SaxesTagNS): ObjectUse => {
      const text = attributeOf(tag, 'transform');
      const transform = text ? parseAffine(text) : IDENTITY;
      if (!transform) throw damaged();
      return {
        id: attributeOf(tag, 'objectid'),
        part: attributeOf(tag, 'path') || undefined,
        transform,
        isPrintable: attributeOf(tag, 'printable') !== '0',
      };
    };
    const startObject = (tag: SaxesTagNS) => {
      const isCoarse = attributeOf(tag, 'meshresolution') === 'lowres';
      object = newObject(attributeOf(tag, 'id'), attributeOf(tag, 'type') || 'model', isCoarse);
      model.objects.set(object.id, object);
    };
    const addVertex = ({ attributes }: SaxesTagNS) => {
      for (const axis of ['x', 'y', 'z']) {
        const value = Number(attributes[axis]?.value || Number.NaN);
        if (!isCoordinate(value)) throw new MeshError({ code: 'bad-number', triangle: triangles + 1 });
        object.vertices.push(value);
      }
    };
    const addTriangle = ({ attributes }: SaxesTagNS) => {
      const count = object.vertices.length / 3;
      for (const key of ['v1', 'v2', 'v3']) {
        const index = Number(attributes[key]?.value || -1);
        if (!Number.isInteger(index) || index < 0 || index >= count)
          throw new MeshError({ code: 'bad-index', id: object.id });
        object.corners.push(index);
      }
      triangles += 1;
      if (triangles > MAX_TRIANGLES)
        throw new MeshError({ code: 'too-many-triangles', count: triangles, limit: MAX_TRIANGLES });
    };
    const onTag: Record<string, (tag: SaxesTagNS) => void> = {
      model: (tag) => {
        model.unit = unitInMillimetres[attributeOf(tag, 'unit') || 'millimeter'] ?? 1;
      },
      object: startObject,
      vertex: addVertex,
      triangle: addTriangle,
      component: (tag) => object.components.push(useOf(tag)),
      item: (tag) => model.build.push(useOf(tag)),
    };
    parser.on('opentag', (tag) => {
      if (CORE.test(tag.uri)) onTag[tag.local]?.(tag);
      else if (tag.local === 'beam' && BEAMS.test(tag.uri)) object.beams += 1;
    });
  });
  return model;
}
