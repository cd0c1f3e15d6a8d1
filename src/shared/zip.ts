/**
 * Reads a ZIP file through its central directory; only the requested entry is held in memory. Pure.
 * Rule: an entry never unpacks to more bytes than it declares, and the entries that are read never unpack to more than the limits.
 */
import { Inflate } from 'fflate';

export type ZipFault = 'damaged' | 'entries' | 'path' | 'ratio' | 'size';

export class ZipError extends Error {
  override name = 'ZipError';
  readonly fault: ZipFault;
  /** Name of the faulty entry; empty if the fault concerns the whole file. */
  readonly entry: string;
  /** The value that is over its limit: entries for `entries`, bytes for `size`. */
  readonly found: number;
  constructor(fault: ZipFault, entry = '', found = 0) {
    super(fault);
    this.fault = fault;
    this.entry = entry;
    this.found = found;
  }
}

export interface ZipLimits {
  /** Maximum total size of the compressed entries that are read, after unpacking (bytes). Stored entries cannot grow. */
  bytes: number;
  /** Highest accepted compression ratio of an entry; ordinary text reaches about 10. */
  ratio: number;
}

export const MAX_ZIP_ENTRIES = 5_000;
const MAX_DIRECTORY_BYTES = 4 * 1024 * 1024;
const STEP_BYTES = 256 * 1024;
const [END, ZIP64_LOCATOR, ZIP64_END] = [0x06054b50, 0x07064b50, 0x06064b50];
const [DIRECTORY_ENTRY, LOCAL_HEADER] = [0x02014b50, 0x04034b50];
const [UNKNOWN_16, UNKNOWN_32] = [0xffff, 0xffffffff];
const [END_BYTES, LOCATOR_BYTES, COMMENT_BYTES] = [22, 20, 65_535];

export interface ZipEntry {
  name: string;
  size: number;
  /** Unpacks the entry. @throws ZipError */
  blob: () => Promise<Blob>;
}

const viewOf = async (blob: Blob) => new DataView(await blob.arrayBuffer());
const uint64 = (view: DataView, at: number) => view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;

/** Rejects names such as `../a`, `/a` and `C:/a`, which no archive of a course or a model contains. */
const isSafePath = (name: string) =>
  !/^\/|^[a-z]:|\0/i.test(name) && !name.split('/').some((part) => part === '..' || part === '.');

async function findDirectory(file: Blob): Promise<{ count: number; size: number; offset: number }> {
  const tail = Math.min(file.size, END_BYTES + COMMENT_BYTES + LOCATOR_BYTES);
  const view = await viewOf(file.slice(file.size - tail));
  for (let at = view.byteLength - END_BYTES; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== END) continue;
    const found = {
      count: view.getUint16(at + 10, true),
      size: view.getUint32(at + 12, true),
      offset: view.getUint32(at + 16, true),
    };
    const locator = at - LOCATOR_BYTES;
    const isZip64 = found.count === UNKNOWN_16 || found.size === UNKNOWN_32 || found.offset === UNKNOWN_32;
    if (isZip64 && locator >= 0 && view.getUint32(locator, true) === ZIP64_LOCATOR) {
      const start = uint64(view, locator + 8);
      const record = await viewOf(file.slice(start, start + 56));
      if (record.byteLength < 56 || record.getUint32(0, true) !== ZIP64_END) break;
      Object.assign(found, { count: uint64(record, 32), size: uint64(record, 40), offset: uint64(record, 48) });
    }
    if (found.offset + found.size > file.size) break;
    return found;
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

/** Replaces the sizes and the offset that do not fit into 32 bits by those of the ZIP64 extra field, which has them in this order. */
function wideNumbers(extra: DataView, numbers: number[]): number[] {
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== 1) continue;
    let field = at + 4;
    return numbers.map((value) => {
      if (value !== UNKNOWN_32 || field + 8 > extra.byteLength) return value;
      field += 8;
      return uint64(extra, field - 8);
    });
  }
  return numbers;
}

/** Reads the entries of a ZIP file, by name, with `/` between folders. @throws ZipError */
export async function readZip(file: Blob, limits: ZipLimits): Promise<ReadonlyMap<string, ZipEntry>> {
  const { count, size, offset } = await findDirectory(file);
  if (count > MAX_ZIP_ENTRIES || size > MAX_DIRECTORY_BYTES) throw new ZipError('entries', '', count);
  const view = await viewOf(file.slice(offset, offset + size));
  const entries = new Map<string, ZipEntry>();
  let total = 0;
  const counted = new Set<string>();
  for (let at = 0, index = 0; index < count; index += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== DIRECTORY_ENTRY) throw new ZipError('damaged');
    const method = view.getUint16(at + 10, true);
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    if (extraEnd > view.byteLength) throw new ZipError('damaged');
    const [whole = 0, packed = 0, local = 0] = wideNumbers(
      new DataView(view.buffer, nameEnd, extraEnd - nameEnd),
      [at + 24, at + 20, at + 42].map((field) => view.getUint32(field, true)),
    );
    const written = new TextDecoder().decode(new Uint8Array(view.buffer, at + 46, nameEnd - at - 46));
    at = extraEnd + view.getUint16(at + 32, true);
    const name = written.replaceAll('\\', '/'); // Some Windows programs write backslashes.
    if (name.endsWith('/')) continue;
    if (!isSafePath(name)) throw new ZipError('path', written);
    if ((method !== 0 && method !== 8) || (method === 0 && packed !== whole)) throw new ZipError('damaged', name);
    if (method === 8 && whole > STEP_BYTES && whole > packed * limits.ratio) throw new ZipError('ratio', name);
    const blob = async () => {
      const head = await viewOf(file.slice(local, local + 30));
      if (head.byteLength < 30 || head.getUint32(0, true) !== LOCAL_HEADER) throw new ZipError('damaged', name);
      const from = local + 30 + head.getUint16(26, true) + head.getUint16(28, true);
      const bytes = file.slice(from, from + packed);
      if (bytes.size !== packed) throw new ZipError('damaged', name);
      if (method === 0) return bytes;
      if (!counted.has(name)) total += whole;
      counted.add(name);
      if (total > limits.bytes) throw new ZipError('size', name, total);
      return inflated(bytes, name, whole);
    };
    entries.set(name, { name, size: whole, blob });
  }
  return entries;
}
