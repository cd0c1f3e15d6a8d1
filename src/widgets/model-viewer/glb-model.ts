/** Reads a checked GLB file with the loader of three.js: the model with its own materials, and its triangles for the measurements. */
import {
  AmbientLight,
  DirectionalLight,
  Group,
  InstancedMesh,
  LoadingManager,
  Matrix4,
  Mesh,
  type Object3D,
  Vector3,
} from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { MAX_TRIANGLES, MeshError } from '@/domain/mesh/mesh-error';

/** Millimetres per metre: glTF uses metres and y upwards, the viewer millimetres and z upwards. */
const MILLIMETRES = 1_000;
/** Triangles copied before yielding to the page. */
const TRIANGLES_PER_TURN = 50_000;

export interface GlbModel {
  model: Object3D;
  positions: Float32Array;
}

/** Decodes a `data:` URL. */
function embedded(address: string): Blob {
  const comma = address.indexOf(',');
  const [type = '', ...options] = address.slice('data:'.length, comma).split(';');
  const text = decodeURIComponent(address.slice(comma + 1));
  const bytes = options.includes('base64')
    ? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
    : new TextEncoder().encode(text);
  return new Blob([bytes], { type });
}

/** @throws MeshError */
export async function readGlb(bytes: ArrayBuffer): Promise<GlbModel> {
  const blobs: string[] = [];
  const manager = new LoadingManager();
  // three.js fetches embedded files, and the content security policy allows fetch only for blob: URLs, not data: URLs.
  manager.setURLModifier((url) => {
    if (!/^data:/i.test(url)) return url;
    blobs.push(URL.createObjectURL(embedded(url)));
    return blobs.at(-1) ?? url;
  });
  const gltf = await new GLTFLoader(manager)
    .parseAsync(bytes, '')
    .catch((error: unknown) => {
      console.warn('The GLB file is damaged:', error);
      throw new MeshError({ code: 'glb-damaged' });
    })
    .finally(() => {
      for (const blob of blobs) URL.revokeObjectURL(blob);
    });
  const model = new Group();
  const upright = new Group();
  upright.rotation.x = Math.PI / 2;
  upright.scale.setScalar(MILLIMETRES);
  upright.add(gltf.scene);
  model.add(upright, new AmbientLight(0xffffff, 1.6), sun(1, -2, 3, 2.2), sun(-2, 1, 1, 0.8));
  model.updateMatrixWorld(true);
  return { model, positions: await trianglesOf(upright) };
}

function sun(x: number, y: number, z: number, strength: number): DirectionalLight {
  const light = new DirectionalLight(0xffffff, strength);
  light.position.set(x, y, z);
  return light;
}

/** World matrices of a mesh: one, or one per instance. */
function placesOf(mesh: Mesh): Matrix4[] {
  if (!(mesh instanceof InstancedMesh)) return [mesh.matrixWorld];
  return Array.from({ length: mesh.count }, (_, index) => {
    const place = new Matrix4();
    mesh.getMatrixAt(index, place);
    return place.premultiply(mesh.matrixWorld);
  });
}

const cornersOf = ({ geometry }: Mesh) => geometry.index?.count ?? geometry.getAttribute('position')?.count ?? 0;

async function trianglesOf(root: Object3D): Promise<Float32Array> {
  const meshes: Mesh[] = [];
  root.traverse((object) => {
    if (object instanceof Mesh) meshes.push(object);
  });
  const used = meshes.flatMap((mesh) => placesOf(mesh).map((place) => ({ mesh, place })));
  const count = used.reduce((sum, { mesh }) => sum + Math.floor(cornersOf(mesh) / 3), 0);
  if (count === 0) throw new MeshError({ code: 'no-triangles' });
  if (count > MAX_TRIANGLES) throw new MeshError({ code: 'too-many-triangles', count, limit: MAX_TRIANGLES });
  const positions = new Float32Array(count * 9);
  const corner = new Vector3();
  let to = 0;
  for (const { mesh, place } of used) {
    const attribute = mesh.geometry.getAttribute('position');
    const index = mesh.geometry.index;
    const isMirrored = place.determinant() < 0;
    const corners = Math.floor(cornersOf(mesh) / 3) * 3;
    for (let at = 0; at < corners; at += 1) {
      const turned = isMirrored && at % 3 > 0 ? at + (at % 3 === 1 ? 1 : -1) : at;
      corner.fromBufferAttribute(attribute, index ? index.getX(turned) : turned).applyMatrix4(place);
      corner.toArray(positions, to);
      to += 3;
      if (to % (TRIANGLES_PER_TURN * 9) === 0) await new Promise((go) => setTimeout(go));
    }
  }
  if (!positions.every(Number.isFinite)) throw new MeshError({ code: 'glb-damaged' });
  return positions;
}
