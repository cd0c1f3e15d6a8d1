/** Decodes the Draco meshes of GLB files. The decoder of three.js starts workers from strings, which the content security policy forbids. Pure. */

import wasm from 'draco3dgltf/draco_decoder_gltf.wasm?url';
import createDecoder from 'draco3dgltf/draco_decoder_gltf_nodejs.js';
import { BufferAttribute, BufferGeometry } from 'three';
import type { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';

type Decoder = NonNullable<Parameters<GLTFLoader['setDRACOLoader']>[0]>;

interface DracoMesh {
  num_points: () => number;
  num_faces: () => number;
}
interface Attribute {
  num_components: () => number;
}
interface DracoDecoder {
  DecodeArrayToMesh: (
    bytes: Int8Array,
    length: number,
    mesh: DracoMesh,
  ) => { ok: () => boolean; error_msg: () => string };
  GetAttributeByUniqueId: (mesh: DracoMesh, id: number) => Attribute;
  GetAttributeDataArrayForAllPoints: (
    mesh: DracoMesh,
    attribute: Attribute,
    type: number,
    length: number,
    at: number,
  ) => void;
  GetTrianglesUInt32Array: (mesh: DracoMesh, length: number, at: number) => void;
}
/** The part of the module that is used here. */
type DracoModule = Record<(typeof dracoType)[ArrayName], number> & {
  Decoder: new () => DracoDecoder;
  Mesh: new () => DracoMesh;
  HEAPF32: { buffer: ArrayBuffer };
  _malloc: (bytes: number) => number;
  _free: (at: number) => void;
  destroy: (object: DracoMesh | DracoDecoder) => void;
};

const arrays = { Float32Array, Int8Array, Int16Array, Int32Array, Uint8Array, Uint16Array, Uint32Array };
type ArrayName = keyof typeof arrays;
const dracoType = {
  Float32Array: 'DT_FLOAT32',
  Int8Array: 'DT_INT8',
  Int16Array: 'DT_INT16',
  Int32Array: 'DT_INT32',
  Uint8Array: 'DT_UINT8',
  Uint16Array: 'DT_UINT16',
  Uint32Array: 'DT_UINT32',
} as const satisfies Record<ArrayName, string>;

/** Copies numbers that the decoder writes into its own memory. */
function copied<T>(
  module: DracoModule,
  bytes: number,
  write: (at: number) => void,
  copy: (memory: ArrayBuffer, at: number) => T,
): T {
  const at = module._malloc(bytes);
  write(at);
  const copyOfMemory = copy(module.HEAPF32.buffer, at);
  module._free(at);
  return copyOfMemory;
}

function decode(
  module: DracoModule,
  bytes: Int8Array,
  ids: Record<string, number>,
  types: Record<string, ArrayName>,
): BufferGeometry {
  const decoder = new module.Decoder();
  const mesh = new module.Mesh();
  try {
    const status = decoder.DecodeArrayToMesh(bytes, bytes.byteLength, mesh);
    if (!status.ok()) throw new Error(status.error_msg());
    const geometry = new BufferGeometry();
    for (const [name, id] of Object.entries(ids)) {
      const type = types[name] ?? 'Float32Array';
      const attribute = decoder.GetAttributeByUniqueId(mesh, id);
      const size = attribute.num_components();
      const count = mesh.num_points() * size;
      const length = count * arrays[type].BYTES_PER_ELEMENT;
      const values = copied(
        module,
        length,
        (at) => decoder.GetAttributeDataArrayForAllPoints(mesh, attribute, module[dracoType[type]], length, at),
        (memory, at) => new arrays[type](memory, at, count).slice(),
      );
      geometry.setAttribute(name, new BufferAttribute(values, size));
    }
    const indexes = mesh.num_faces() * 3;
    const index = copied(
      module,
      indexes * 4,
      (at) => decoder.GetTrianglesUInt32Array(mesh, indexes * 4, at),
      (memory, at) => new Uint32Array(memory, at, indexes).slice(),
    );
    return geometry.setIndex(new BufferAttribute(index, 1));
  } finally {
    module.destroy(mesh);
    module.destroy(decoder);
  }
}

/** The two functions that the loader calls; the rest of three's decoder starts workers. */
const decoderOf = (module: DracoModule) => ({
  preload: () => undefined,
  decodeDracoFile(
    data: ArrayBuffer,
    done: (geometry: BufferGeometry) => void,
    ids: Record<string, number>,
    types: Record<string, ArrayName>,
    _colorSpace: string,
    failed: (error: unknown) => void,
  ): void {
    try {
      done(decode(module, new Int8Array(data), ids, types));
    } catch (error) {
      failed(error);
    }
  },
});

/** For `GLTFLoader.setDRACOLoader`, whose type names three's own decoder. */
export const loadDraco = async (): Promise<Decoder> => {
  const module = await createDecoder<DracoModule>({ locateFile: () => wasm });
  return decoderOf(module) as unknown as Decoder;
};
