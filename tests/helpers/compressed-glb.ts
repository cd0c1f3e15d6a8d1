/** A cube of 20 mm as GLB files that the real encoders of Draco and meshopt compress. */
import { createRequire } from 'node:module';
import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { box, glb } from './solids';

const corners = Float32Array.from(box(0.02, 0.02, 0.02));
const count = corners.length / 3;
const json = (extension: string, primitive: object, view: object, bytes: Uint8Array) => ({
  asset: { version: '2.0' },
  extensionsUsed: [extension],
  extensionsRequired: [extension],
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 }, ...primitive }] }],
  accessors: [
    { componentType: 5126, count, type: 'VEC3', min: [0, 0, 0], max: [0.02, 0.02, 0.02], ...accessorOf[extension] },
    { componentType: 5125, count, type: 'SCALAR' },
  ],
  bufferViews: [view],
  buffers: [
    { byteLength: bytes.length, uri: `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}` },
    { byteLength: corners.byteLength },
  ],
});
const accessorOf: Record<string, object> = { EXT_meshopt_compression: { bufferView: 0 } };

interface DracoEncoder {
  createEncoderModule: (options: object) => Promise<{
    Encoder: new () => {
      EncodeMeshToDracoBuffer: (mesh: object, to: object) => number;
      SetAttributeQuantization: (attribute: number, bits: number) => void;
    };
    MeshBuilder: new () => {
      AddFacesToMesh: (mesh: object, faces: number, indexes: Uint32Array) => void;
      AddFloatAttribute: (mesh: object, kind: number, count: number, size: number, values: Float32Array) => number;
    };
    Mesh: new () => object;
    DracoInt8Array: new () => { GetValue: (at: number) => number };
    POSITION: number;
  }>;
}

export const dracoGlb = (bytes: Uint8Array, position: number): Uint8Array<ArrayBuffer> => {
  const name = 'KHR_draco_mesh_compression';
  const primitive = { indices: 1, extensions: { [name]: { bufferView: 0, attributes: { POSITION: position } } } };
  return glb(json(name, primitive, { buffer: 0, byteLength: bytes.length }, bytes));
};

export async function dracoCube(): Promise<Uint8Array<ArrayBuffer>> {
  const { createEncoderModule }: DracoEncoder = createRequire(import.meta.url)('draco3dgltf');
  const module = await createEncoderModule({});
  const [builder, mesh, encoder, packed] = [
    new module.MeshBuilder(),
    new module.Mesh(),
    new module.Encoder(),
    new module.DracoInt8Array(),
  ];
  builder.AddFacesToMesh(
    mesh,
    count / 3,
    Uint32Array.from({ length: count }, (_, index) => index),
  );
  const position = builder.AddFloatAttribute(mesh, module.POSITION, count, 3, corners);
  encoder.SetAttributeQuantization(module.POSITION, 14);
  const length = encoder.EncodeMeshToDracoBuffer(mesh, packed);
  const bytes = Uint8Array.from({ length }, (_, at) => packed.GetValue(at));
  return dracoGlb(bytes, position);
}

export async function meshoptCube(): Promise<Uint8Array<ArrayBuffer>> {
  await MeshoptEncoder.ready;
  const bytes = MeshoptEncoder.encodeGltfBuffer(new Uint8Array(corners.buffer), count, 12, 'ATTRIBUTES');
  const name = 'EXT_meshopt_compression';
  const packed = { buffer: 0, byteLength: bytes.length, byteStride: 12, count, mode: 'ATTRIBUTES' };
  const view = { buffer: 1, byteLength: corners.byteLength, extensions: { [name]: packed } };
  return glb(json(name, {}, view, bytes));
}
