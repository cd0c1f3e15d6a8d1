/**
 * Reads 3MF packages: finds the model through the package's relationships, follows components and transforms, converts units to millimetres. Pure.
 * Guarantees: rejects components that contain each other, or whose copies exceed the limits, before it allocates memory for them.
 */

import { MAX_ZIP_ENTRIES, readZip, ZipError } from '../zip';
import { type Affine, combine, determinant, IDENTITY, scaling } from './matrix';
import { checkTriangleCount, isCoordinate, MeshError } from './mesh-error';
import { type MeshObject, type ModelPart, type ObjectUse, type Package, readModelPart, readXml } from './threemf-part';

/** Meshes compress well, and a part is read piece by piece, so only the size is limited. */
export const ZIP_LIMITS = { bytes: 300 * 1024 * 1024, ratio: Infinity };
const RELATIONSHIPS = '_rels/.rels';
const MODEL_RELATIONSHIP = /\/3dmodel$/i;
/** Maximum depth of nested components. Real files have two or three levels. */
const MAX_DEPTH = 32;
/** Maximum number of references to objects that one build follows. */
const MAX_USES = 100_000;

/** Opens the ZIP file of a package. Names of parts are compared without case (Open Packaging Conventions). */
async function openPackage(file: Blob): Promise<Package> {
  const entries = new Map([...(await readZip(file, ZIP_LIMITS))].map(([name, entry]) => [name.toLowerCase(), entry]));
  return async (part) => {
    const entry = entries.get(part.replace(/^\//, '').toLowerCase());
    if (!entry) throw new MeshError({ code: 'part-missing', part });
    return entry.blob();
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
      if (!target && MODEL_RELATIONSHIP.test(attributes.Type ?? '')) target = attributes.Target ?? '';
    });
  });
  if (!target) throw new MeshError({ code: 'part-missing', part: '3D/3dmodel.model' });
  return target.replace(/^\//, '');
}

/** The placed objects of a build, collected before any coordinate is copied. */
class Build {
  readonly #archive: Package;
  readonly #parts = new Map<string, ModelPart>();
  readonly placed: { object: MeshObject; transform: Affine }[] = [];
  #triangles = 0;
  #uses = 0;

  constructor(archive: Package) {
    this.#archive = archive;
  }

  async part(name: string): Promise<ModelPart> {
    const known = this.#parts.get(name);
    if (known) return known;
    const read = await readModelPart(this.#archive, name);
    this.#parts.set(name, read);
    return read;
  }

  async place(use: ObjectUse, from: string, outer: Affine, depth = 0): Promise<void> {
    const partName = use.part?.replace(/^\//, '') ?? from;
    const object = (await this.part(partName)).objects.get(use.id);
    if (!object) throw new MeshError({ code: 'object-missing', id: use.id });
    this.#uses += 1;
    if (depth > MAX_DEPTH || this.#uses > MAX_USES) throw new MeshError({ code: 'components-loop', id: use.id });
    const transform = combine(use.transform, outer);
    if (object.corners.length > 0) {
      this.#triangles += object.corners.length / 3;
      checkTriangleCount(this.#triangles);
      this.placed.push({ object, transform });
    }
    for (const component of object.components) await this.place(component, partName, transform, depth + 1);
  }

  triangles(): Float32Array<ArrayBuffer> {
    checkTriangleCount(this.#triangles);
    const positions = new Float32Array(this.#triangles * 9);
    let to = 0;
    for (const { object, transform } of this.placed) {
      const moved = transformVertices(object.vertices, transform);
      const isMirrored = determinant(transform) < 0;
      for (let corner = 0; corner < object.corners.length; corner += 1) {
        // Swap the second and third corner of a mirrored triangle, which would otherwise face inwards.
        const index = object.corners[isMirrored && corner % 3 > 0 ? corner + (corner % 3 === 1 ? 1 : -1) : corner] ?? 0;
        for (let axis = 0; axis < 3; axis += 1, to += 1) {
          const value = moved[index * 3 + axis] ?? Number.NaN;
          if (!isCoordinate(value)) throw new MeshError({ code: 'bad-number', triangle: Math.floor(to / 9) + 1 });
          positions[to] = value;
        }
      }
    }
    return positions;
  }
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

/** Returns nine coordinates (mm) for each triangle of the build. @throws MeshError */
export async function parseThreemf(file: Blob): Promise<Float32Array<ArrayBuffer>> {
  try {
    const archive = await openPackage(file);
    const name = await findModel(archive);
    const build = new Build(archive);
    const model = await build.part(name);
    for (const item of model.build)
      await build.place({ ...item, transform: combine(item.transform, scaling(model.unit)) }, name, IDENTITY);
    return build.triangles();
  } catch (error) {
    throw error instanceof ZipError ? defectOf(error) : error;
  }
}
