// Reads a ZIP file through its central directory; only the requested entry is held in memory.
// Rule: an entry never unpacks to more bytes than it declares. An archive that declares too many bytes, or an entry that declares too high a
// compression ratio, is rejected.
import { Inflate } from 'fflate';

export type ZipFault = 'damaged' | 'entries' | 'path' | 'ratio' | 'size';

export class ZipError extends Error {
  override name = 'ZipError';
  readonly fault: ZipFault;
  /** Name of the faulty entry; empty if the fault concerns the whole file. */
  readonly entry: string;
  constructor(fault: ZipFault, entry = '') {
    super(fault);
    this.fault = fault;
    this.entry = entry;
  }
}

const MAX_ENTRIES = 5_000;
const MAX_DIRECTORY_BYTES = 4 * 1024 * 1024;
/** Maximum total size of the compressed entries after unpacking (bytes). Media are stored uncompressed and cannot grow. */
const MAX_INFLATED_BYTES = 2 * 1024 ** 3;
/** Highest accepted compression ratio; ordinary text reaches about 10. */
const MAX_RATIO = 200;
const STEP_BYTES = 256 * 1024;
const [END, DIRECTORY_ENTRY, LOCAL_HEADER] = [0x06054b50, 0x02014b50, 0x04034b50];
const END_BYTES = 22;

export interface ZipEntry {
  name: string;
  size: number;
  /** Unpacks the entry. @throws ZipError */
  blob: () => Promise<Blob>;
}

const viewOf = async (blob: Blob) => new DataView(await blob.arrayBuffer());

/** Rejects names such as `../a`, `/a` and `C:\a`, which no course archive contains. */
const isSafePath = (name: string) =>
  !/^[/\\]|\\|^[a-z]:|\0/i.test(name) && !name.split('/').some((part) => part === '..' || part === '.');

async function findDirectory(file: Blob): Promise<{ count: number; size: number; offset: number }> {
  const tail = Math.min(file.size, END_BYTES + 65_535);
  const view = await viewOf(file.slice(file.size - tail));
  for (let at = view.byteLength - END_BYTES; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== END) continue;
    const [count, size, offset] = [
      view.getUint16(at + 10, true),
      view.getUint32(at + 12, true),
      view.getUint32(at + 16, true),
    ];
    if (offset + size > file.size) break;
    return { count, size, offset };
  }
  throw new ZipError('damaged');
}

async function inflated(packed: Blob, name: string, size: number): Promise<Blob> {
  const parts: Blob[] = [];
  let left = size;
  let hasEnd = false;
  const inflate = new Inflate((piece, isLast) => {
    left -= piece.length;
    if (left < 0) throw new ZipError('ratio', name);
    parts.push(new Blob([piece.slice()]));
    hasEnd = isLast;
  });
  for (let at = 0; at < packed.size; at += STEP_BYTES) {
    const step = new Uint8Array(await packed.slice(at, at + STEP_BYTES).arrayBuffer());
    try {
      inflate.push(step, at + STEP_BYTES >= packed.size);
    } catch (error) {
      throw error instanceof ZipError ? error : new ZipError('damaged', name);
    }
  }
  if (!hasEnd || left > 0) throw new ZipError('damaged', name);
  return new Blob(parts);
}

/** Reads the entries of a ZIP file, by name. @throws ZipError */
export async function readZip(file: Blob): Promise<ReadonlyMap<string, ZipEntry>> {
  const { count, size, offset } = await findDirectory(file);
  if (count > MAX_ENTRIES || size > MAX_DIRECTORY_BYTES) throw new ZipError('entries');
  const view = await viewOf(file.slice(offset, offset + size));
  const entries = new Map<string, ZipEntry>();
  let total = 0;
  for (let at = 0, index = 0; index < count; index += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== DIRECTORY_ENTRY) throw new ZipError('damaged');
    const method = view.getUint16(at + 10, true);
    const [packed, whole, local] = [
      view.getUint32(at + 20, true),
      view.getUint32(at + 24, true),
      view.getUint32(at + 42, true),
    ];
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    if (nameEnd > view.byteLength) throw new ZipError('damaged');
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, at + 46, nameEnd - at - 46));
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (name.endsWith('/')) continue;
    if (!isSafePath(name)) throw new ZipError('path', name);
    if ((method !== 0 && method !== 8) || (method === 0 && packed !== whole)) throw new ZipError('damaged', name);
    if (method === 8) {
      total += whole;
      if (whole > STEP_BYTES && whole > packed * MAX_RATIO) throw new ZipError('ratio', name);
    }
    if (total > MAX_INFLATED_BYTES) throw new ZipError('size', name);
    const blob = async () => {
      const head = await viewOf(file.slice(local, local + 30));
      if (head.byteLength < 30 || head.getUint32(0, true) !== LOCAL_HEADER) throw new ZipError('damaged', name);
      const from = local + 30 + head.getUint16(26, true) + head.getUint16(28, true);
      const bytes = file.slice(from, from + packed);
      if (bytes.size !== packed) throw new ZipError('damaged', name);
      return method === 0 ? bytes : inflated(bytes, name, whole);
    };
    entries.set(name, { name, size: whole, blob });
  }
  return entries;
}
