/**
 * Reads GLB files with the loader of three.js. Pure.
 * Rule: a file that refers to another address is rejected, so that opening a model never sends a request.
 */
import { Group, LoadingManager, MeshBasicMaterial, type Object3D } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { MeshError } from './mesh-error';
import { trianglesOf } from './triangles';

const MAGIC = 0x46546c67;
/** The header of the file and of its first chunk. */
const HEADER_BYTES = 20;
/** Millimetres per metre: glTF uses metres and y upwards, the viewer millimetres and z upwards. */
const MILLIMETRES = 1_000;
/** The extensions that the loader follows, and those that change only the colours. A file may require no other one. */
const KNOWN =
  /^(?:KHR_(?:materials|texture|lights)_|EXT_(?:materials|texture)_|KHR_mesh_quantization$|EXT_mesh_gpu_instancing$)/;

const DRACO = 'KHR_draco_mesh_compression';
const MESHOPT = /^(?:EXT|KHR)_meshopt_compression$/;

interface GlbJson {
  buffers?: { uri?: unknown }[];
  images?: { uri?: unknown }[];
  extensionsUsed?: string[];
  extensionsRequired?: string[];
}

/** The JSON chunk, which is the first one. */
function jsonOf(data: ArrayBuffer): GlbJson {
  const view = new DataView(data);
  if (data.byteLength < HEADER_BYTES || view.getUint32(0, true) !== MAGIC)
    throw new MeshError({ code: 'unknown-format' });
  const [version, expected] = [view.getUint32(4, true), view.getUint32(8, true)];
  if (version !== 2) throw new MeshError({ code: 'glb-version', version });
  if (data.byteLength < expected) throw new MeshError({ code: 'cut-off', expected, actual: data.byteLength });
  try {
    const json: GlbJson | null = JSON.parse(
      new TextDecoder().decode(data.slice(HEADER_BYTES, HEADER_BYTES + view.getUint32(12, true))),
    );
    if (json) return json;
  } catch {
    // Reported like JSON without content.
  }
  throw new MeshError({ code: 'damaged' });
}

function checkJson({ buffers = [], images = [], extensionsRequired = [] }: GlbJson): void {
  const extension = extensionsRequired.find((name) => name !== DRACO && !MESHOPT.test(name) && !KNOWN.test(name));
  if (extension) throw new MeshError({ code: 'glb-extension', extension });
  for (const { uri } of [...buffers, ...images])
    if (typeof uri === 'string' && !/^data:/i.test(uri))
      throw new MeshError({ code: 'glb-foreign-uri', uri: uri.slice(0, 200) });
}

/** Loads the decoders that a compressed file needs; they are not part of the viewer, because few files are compressed. */
async function addDecoders(loader: GLTFLoader, { extensionsUsed = [] }: GlbJson): Promise<void> {
  const [isDraco, isMeshopt] = [extensionsUsed.includes(DRACO), extensionsUsed.some((name) => MESHOPT.test(name))];
  try {
    if (isDraco) loader.setDRACOLoader(await (await import('./draco')).loadDraco());
    if (isMeshopt) loader.setMeshoptDecoder((await import('meshoptimizer/decoder')).MeshoptDecoder);
  } catch (error) {
    console.warn('The decoder of a compressed model did not load:', error);
    throw new MeshError({ code: 'decoder-missing' });
  }
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

/**
 * The model of a GLB file in millimetres with z upwards.
 * @param hasMaterials false to read the shape alone: a worker cannot decode every kind of texture
 * @throws MeshError
 */
export async function loadGlb(data: ArrayBuffer, hasMaterials: boolean): Promise<Object3D> {
  const blobs: string[] = [];
  const manager = new LoadingManager();
  // three.js fetches embedded files, and the content security policy allows fetch only for blob: URLs, not data: URLs.
  manager.setURLModifier((url) => {
    if (!/^data:/i.test(url)) return url;
    blobs.push(URL.createObjectURL(embedded(url)));
    return blobs.at(-1) ?? url;
  });
  const loader = new GLTFLoader(manager);
  if (!hasMaterials) loader.register(() => ({ name: 'shape', loadMaterial: async () => new MeshBasicMaterial() }));
  try {
    const json = jsonOf(data);
    checkJson(json);
    await addDecoders(loader, json);
    const { scene } = await loader.parseAsync(data, '');
    const upright = new Group();
    upright.rotation.x = Math.PI / 2;
    upright.scale.setScalar(MILLIMETRES);
    upright.add(scene);
    return upright;
  } catch (error) {
    if (error instanceof MeshError) throw error;
    console.warn('The GLB file is damaged:', error);
    throw new MeshError({ code: 'damaged' });
  } finally {
    for (const blob of blobs) URL.revokeObjectURL(blob);
  }
}

/** Returns nine coordinates (mm) for each triangle. @throws MeshError */
export const parseGlb = async (data: ArrayBuffer) => trianglesOf(await loadGlb(data, false));
