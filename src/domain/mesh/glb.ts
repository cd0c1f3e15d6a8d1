/**
 * Checks a GLB file before three's loader reads it. Pure.
 * Rule: a file that refers to an external URL is rejected here, so that opening a model never sends a request.
 */
import { MeshError } from './mesh-error';

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
/** Compression extensions whose decoders compile WebAssembly from strings, which the content security policy forbids. */
const COMPRESSIONS = [
  'KHR_draco_mesh_compression',
  'EXT_meshopt_compression',
  'KHR_meshopt_compression',
  'KHR_texture_basisu',
];

interface GlbJson {
  buffers?: unknown;
  images?: unknown;
  extensionsUsed?: unknown;
  extensionsRequired?: unknown;
}

const damaged = () => new MeshError({ code: 'glb-damaged' });

function readJson(bytes: Uint8Array): GlbJson {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 20 || view.getUint32(0, true) !== MAGIC) throw new MeshError({ code: 'unknown-format' });
  const version = view.getUint32(4, true);
  if (version !== 2) throw new MeshError({ code: 'glb-version', version });
  const length = view.getUint32(8, true);
  if (length !== bytes.length)
    throw new MeshError({
      code: bytes.length < length ? 'cut-off' : 'wrong-length',
      expected: length,
      actual: bytes.length,
    });
  const size = view.getUint32(12, true);
  if (view.getUint32(16, true) !== JSON_CHUNK || 20 + size > bytes.length) throw damaged();
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + size)));
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json;
  } catch {
    // Report unparsable JSON like JSON of the wrong shape.
  }
  throw damaged();
}

/** Collects every string under a key `uri`, at any depth, because extensions have URIs of their own. */
function addressesIn(value: unknown, depth = 0): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (depth > 64) throw damaged();
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'uri' && typeof inner === 'string' ? [inner] : addressesIn(inner, depth + 1),
  );
}

/** @throws MeshError with the reason why the file cannot be opened */
export function checkGlb(bytes: Uint8Array): void {
  if (bytes.length === 0) throw new MeshError({ code: 'empty' });
  const json = readJson(bytes);
  const extensions = [json.extensionsUsed, json.extensionsRequired].flatMap((list) =>
    Array.isArray(list) ? list.map(String) : [],
  );
  const extension = extensions.find((name) => COMPRESSIONS.includes(name));
  if (extension) throw new MeshError({ code: 'glb-compressed', extension });
  const uri = addressesIn(json).find((address) => !/^data:/i.test(address));
  if (uri !== undefined) throw new MeshError({ code: 'glb-foreign-uri', uri: uri.slice(0, 200) });
}
