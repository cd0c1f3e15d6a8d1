/**
 * Reads 3MF packages: finds the model through the package's relationships, follows components and transforms, converts units to millimetres. Pure.
 * Guarantees: rejects components that contain each other, or whose copies exceed the limits, before it allocates memory for them;
 * reports everything in the build that is not among the triangles.
 */

import { MAX_ZIP_ENTRIES, readZip, ZipError } from '@/shared/zip';
import { isWhollyInside } from './inside';
import { type Affine, combine, determinant, IDENTITY, scaling } from './matrix';
import { checkTriangleCount, isCoordinate, MeshError } from './mesh-error';
import { LeftOut, type ParsedMesh } from './parsed-mesh';
import { type Role, readProject, type SlicerProject } from './slicer-project';
import { type MeshObject, type ModelPart, type ObjectUse, type Package, readModelPart, readXml } from './threemf-part';

/** Meshes compress well, and a part is read piece by piece, so only the size is limited. */
export const ZIP_LIMITS = { bytes: 300 * 1024 * 1024, ratio: Infinity };
const RELATIONSHIPS = '_rels/.rels';
const MODEL_RELATIONSHIP = /\/3dmodel$/i;
/** The list of keys of an encrypted package (secure content extension). */
const KEYS = 'Secure/keystore.xml';
/** Maximum depth of nested components. Real files have two or three levels. */
const MAX_DEPTH = 32;
/** Maximum number of references to objects that one build follows. */
const MAX_USES = 100_000;

/** Names of parts are compared without case, leading slash and percent codes (Open Packaging Conventions). */
function keyOf(part: string): string {
  const name = part.replace(/^\//, '').toLowerCase();
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

async function openPackage(file: Blob): Promise<{ archive: Package; isSliced: boolean }> {
  const entries = new Map([...(await readZip(file, ZIP_LIMITS))].map(([name, entry]) => [keyOf(name), entry]));
  return {
    archive: (part) => entries.get(keyOf(part)),
    isSliced: [...entries.keys()].some((name) => name.endsWith('.gcode')),
  };
}

/** Turns an error of the ZIP reader into the reason that the learner reads. */
function defectOf({ fault, found }: ZipError): MeshError {
  if (fault === 'entries') return new MeshError({ code: 'zip-entries', count: found, limit: MAX_ZIP_ENTRIES });
  if (fault === 'size') return new MeshError({ code: 'zip-size', bytes: found, limit: ZIP_LIMITS.bytes });
  return new MeshError({ code: 'zip-damaged' });
}

async function findModel(archive: Package): Promise<string> {
  let target = '';
  await readXml(archive, RELATIONSHIPS, (parser) => {
    parser.on('opentag', ({ attributes }) => {
      if (!target && MODEL_RELATIONSHIP.test(attributes.Type?.value ?? '')) target = attributes.Target?.value ?? '';
    });
  });
  if (!target) throw new MeshError({ code: 'part-missing', part: '3D/3dmodel.model' });
  return target.replace(/^\//, '');
}

/** Triangles `first` to `last` of an object at their place in the build. */
interface Placed {
  object: MeshObject;
  transform: Affine;
  first: number;
  last: number;
}

/** The placed objects of a build, collected before any coordinate is copied. */
class Build {
  readonly #partOf: (name: string) => Promise<ModelPart>;
  readonly #project: SlicerProject;
  readonly #placed: Record<'part' | 'negative', Placed[]> = { part: [], negative: [] };
  readonly left = new LeftOut();
  #triangles = 0;
  #uses = 0;

  constructor(partOf: (name: string) => Promise<ModelPart>, project: SlicerProject) {
    this.#partOf = partOf;
    this.#project = project;
  }

  /** True without a part, because there is nothing from which a negative part could be cut. */
  get isEmpty(): boolean {
    return this.#placed.part.length === 0;
  }

  async place(use: ObjectUse, from: string, outer: Affine, role: Role = 'part', depth = 0): Promise<void> {
    const partName = use.part?.replace(/^\//, '') ?? from;
    const object = (await this.#partOf(partName)).objects.get(use.id);
    if (!object) throw new MeshError({ code: 'object-missing', id: use.id });
    this.#uses += 1;
    if (depth > MAX_DEPTH || this.#uses > MAX_USES) throw new MeshError({ code: 'components-loop', id: use.id });
    if (role === 'modifier' || role === 'support') return this.left.add(role);
    // Slicers also give negative parts the type `other`.
    if (role === 'part' && (object.type === 'support' || object.type === 'other')) return this.left.add(object.type);
    const transform = combine(use.transform, outer);
    if (object.isCoarse) this.left.add('coarse');
    this.left.add('beams', object.beams);
    if (object.corners.length > 0) this.#placeMesh(object, transform, role);
    for (const component of object.components) {
      const own = this.#project.roleOf(object.id, component.id);
      await this.place(component, partName, transform, own === 'part' ? role : own, depth + 1);
    }
  }

  #placeMesh(object: MeshObject, transform: Affine, role: Role): void {
    const whole = { first: 0, last: object.corners.length / 3 - 1, role };
    const volumes = this.#project.volumesOf(object.id);
    for (const volume of volumes.length > 0 ? volumes : [whole]) {
      const last = Math.min(volume.last, whole.last);
      if (volume.role === 'modifier' || volume.role === 'support') this.left.add(volume.role);
      else if (last >= volume.first) {
        this.#triangles += last - volume.first + 1;
        this.#placed[volume.role].push({ object, transform, first: volume.first, last });
      }
    }
  }

  /** Returns the triangles of the parts, and of negative parts inside them, which then bound a cavity. */
  triangles(): Float32Array<ArrayBuffer> {
    checkTriangleCount(this.#triangles);
    const parts = trianglesOf(this.#placed.part);
    const cavities = this.#placed.negative
      .map((placed) => trianglesOf([placed], true))
      .filter((cavity) => {
        const isInside = isWhollyInside(cavity, parts);
        if (!isInside) this.left.add('negative');
        return isInside;
      });
    const positions = new Float32Array(cavities.reduce((sum, { length }) => sum + length, parts.length));
    let to = 0;
    for (const piece of [parts, ...cavities]) {
      positions.set(piece, to);
      to += piece.length;
    }
    return positions;
  }
}

/** Reads every part of the package once. */
function partsOf(archive: Package): (name: string) => Promise<ModelPart> {
  const parts = new Map<string, ModelPart>();
  return async (name) => {
    const part = parts.get(name) ?? (await readModelPart(archive, name));
    parts.set(name, part);
    return part;
  };
}

/** @param isTurned true to turn all faces round */
function trianglesOf(placed: readonly Placed[], isTurned = false): Float32Array<ArrayBuffer> {
  const positions = new Float32Array(placed.reduce((sum, { first, last }) => sum + (last - first + 1) * 9, 0));
  let to = 0;
  for (const { object, transform, first, last } of placed) {
    const moved = transformVertices(object.vertices, transform);
    // Swap the second and third corner of a mirrored triangle, which would otherwise face inwards.
    const swaps = determinant(transform) < 0 !== isTurned;
    for (let corner = first * 3; corner < (last + 1) * 3; corner += 1) {
      const index = object.corners[swaps && corner % 3 > 0 ? corner + (corner % 3 === 1 ? 1 : -1) : corner] ?? 0;
      for (let axis = 0; axis < 3; axis += 1, to += 1) {
        const value = moved[index * 3 + axis] ?? Number.NaN;
        if (!isCoordinate(value)) throw new MeshError({ code: 'bad-number', triangle: Math.floor(to / 9) + 1 });
        positions[to] = value;
      }
    }
  }
  return positions;
}

function transformVertices(vertices: readonly number[], transform: Affine): Float64Array {
  const moved = new Float64Array(vertices.length);
  for (let at = 0; at < vertices.length; at += 3)
    for (let axis = 0; axis < 3; axis += 1)
      moved[at + axis] =
        (vertices[at] ?? 0) * (transform[axis] ?? 0) +
        (vertices[at + 1] ?? 0) * (transform[3 + axis] ?? 0) +
        (vertices[at + 2] ?? 0) * (transform[6 + axis] ?? 0) +
        (transform[9 + axis] ?? 0);
  return moved;
}

async function parsePackage(file: Blob, wanted: number | undefined): Promise<ParsedMesh> {
  const { archive, isSliced } = await openPackage(file);
  if (archive(KEYS)) throw new MeshError({ code: 'encrypted' });
  const name = await findModel(archive);
  const project = await readProject(archive);
  const partOf = partsOf(archive);
  const model = await partOf(name);
  if (isSliced && model.build.length === 0) throw new MeshError({ code: 'sliced' });
  const buildOf = async (plate: number | undefined) => {
    const build = new Build(partOf, project);
    const copies = new Map<string, number>();
    for (const item of model.build) {
      const copy = copies.get(item.id) ?? 0;
      copies.set(item.id, copy + 1);
      const on = project.plateOf(item.id, copy);
      if (plate !== undefined && on !== plate) build.left.add('outside', on === undefined ? 1 : 0);
      else if (!item.isPrintable) build.left.add('unprintable');
      else await build.place({ ...item, transform: combine(item.transform, scaling(model.unit)) }, name, IDENTITY);
    }
    return { build, plate };
  };
  const plates = project.plates.length > 1 ? project.plates : [];
  const first = plates[0]?.number;
  let found = await buildOf(plates.length > 0 ? (wanted ?? first) : undefined);
  if (wanted === undefined)
    for (const { number } of plates.slice(1)) if (found.build.isEmpty) found = await buildOf(number);
  const { build, plate } = found;
  const left = build.left.all();
  if (build.isEmpty && build.left.has('beams')) throw new MeshError({ code: 'beams-only' });
  if (build.isEmpty && left.length > 0)
    throw new MeshError({ code: 'nothing-printed', left, plate: wanted === undefined ? undefined : plate });
  return { positions: build.triangles(), left: build.left.all(), plates, plate };
}

/**
 * Returns nine coordinates (mm) for each triangle of the build, or of one of its plates.
 * @param plate number of the plate; without it, the first one that has a part
 * @throws MeshError
 */
export async function parseThreemf(file: Blob, plate?: number): Promise<ParsedMesh> {
  try {
    return await parsePackage(file, plate);
  } catch (error) {
    throw error instanceof ZipError ? defectOf(error) : error;
  }
}
