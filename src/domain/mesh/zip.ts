/**
 * Reads a ZIP archive by its central directory. Pure.
 * Rule: an archive unpacks to at most MAX_ZIP_BYTES. The sum of the declared sizes is checked first, and an entry that exceeds its declared
 * size is rejected.
 */
import { Inflate } from 'fflate';
import { MeshError } from './mesh-error';

export const MAX_ZIP_ENTRIES = 100;
export const MAX_ZIP_BYTES = 300 * 1024 * 1024;

const END_OF_DIRECTORY = 0x06054b50;
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_END = 0x06064b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const UNKNOWN_32 = 0xffffffff;
const UNKNOWN_16 = 0xffff;
/** Size of the end record (bytes). */
const END_BYTES = 22;
/** Maximum size of the comment after the end record (bytes). */
const COMMENT_BYTES = 65_535;
/** Size of the compressed pieces that are inflated one at a time (bytes). A piece inflates to about a thousand times its size at most. */
const STEP_BYTES = 32 * 1024;

interface ZipEntry {
  name: string;
  method: number;
  packedSize: number;
  size: number;
  offset: number;
}

const damaged = () => new MeshError({ code: 'zip-damaged' });

function findEnd(view: DataView): number {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= 0 && at >= last - COMMENT_BYTES; at -= 1)
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return at;
  throw damaged();
}

const readUint64 = (view: DataView, at: number) => view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;

function findDirectory(view: DataView): { count: number; offset: number } {
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  const offset = view.getUint32(end + 16, true);
  const isZip64 =
    (count === UNKNOWN_16 || offset === UNKNOWN_32) && end >= 20 && view.getUint32(end - 20, true) === ZIP64_LOCATOR;
  if (!isZip64) return { count, offset };
  const record = readUint64(view, end - 12);
  if (view.getUint32(record, true) !== ZIP64_END) throw damaged();
  return { count: readUint64(view, record + 32), offset: readUint64(view, record + 48) };
}

/** Reads the ZIP64 extra field, which holds only the values that do not fit into 32 bits, in a fixed order. */
function readZip64(view: DataView, from: number, to: number, entry: ZipEntry): void {
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    let field = at + 4;
    for (const key of ['size', 'packedSize', 'offset'] as const) {
      if (entry[key] !== UNKNOWN_32) continue;
      entry[key] = readUint64(view, field);
      field += 8;
    }
  }
}

function readDirectory(view: DataView): ZipEntry[] {
  const { count, offset } = findDirectory(view);
  if (count > MAX_ZIP_ENTRIES) throw new MeshError({ code: 'zip-entries', count, limit: MAX_ZIP_ENTRIES });
  const entries: ZipEntry[] = [];
  for (let at = offset, index = 0; index < count; index += 1) {
    if (view.getUint32(at, true) !== DIRECTORY_ENTRY) throw damaged();
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    const entry: ZipEntry = {
      name: new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at + 46, nameEnd - at - 46)),
      method: view.getUint16(at + 10, true),
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    };
    readZip64(view, nameEnd, extraEnd, entry);
    entries.push(entry);
    at = extraEnd + view.getUint16(at + 32, true);
  }
  return entries;
}

export class ZipArchive {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #entries = new Map<string, ZipEntry>();

  /** @throws MeshError for a damaged archive, too many entries or too large a total size */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const entries = this.#reading(() => readDirectory(this.#view));
    const total = entries.reduce((sum, { size }) => sum + size, 0);
    if (total > MAX_ZIP_BYTES) throw new MeshError({ code: 'zip-size', bytes: total, limit: MAX_ZIP_BYTES });
    // Names of parts are compared without case (Open Packaging Conventions).
    for (const entry of entries) this.#entries.set(entry.name.toLowerCase(), entry);
  }

  /** Passes the unpacked bytes of an entry to `take`, piece by piece. @throws MeshError */
  read(name: string, take: (piece: Uint8Array, isLast: boolean) => void): void {
    const entry = this.#entries.get(name.replace(/^\//, '').toLowerCase());
    if (!entry) throw new MeshError({ code: 'part-missing', part: name });
    const packed = this.#reading(() => {
      if (this.#view.getUint32(entry.offset, true) !== LOCAL_HEADER) throw damaged();
      const from =
        entry.offset +
        30 +
        this.#view.getUint16(entry.offset + 26, true) +
        this.#view.getUint16(entry.offset + 28, true);
      if (from + entry.packedSize > this.#bytes.length) throw damaged();
      return this.#bytes.subarray(from, from + entry.packedSize);
    });
    if (entry.method === 0) {
      take(packed, true);
      return;
    }
    if (entry.method !== 8) throw damaged();
    let left = entry.size;
    let hasEnd = false;
    const inflate = new Inflate((piece, isLast) => {
      left -= piece.length;
      if (left < 0) throw damaged();
      hasEnd = isLast;
      take(piece, isLast);
    });
    for (let at = 0; at < packed.length; at += STEP_BYTES) {
      const step = packed.subarray(at, at + STEP_BYTES);
      this.#reading(() => inflate.push(step, at + STEP_BYTES >= packed.length));
    }
    if (!hasEnd || left > 0) throw damaged();
  }

  /** Turns the errors that DataView and fflate throw for wrong offsets and damaged data into a MeshError. */
  #reading<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw error instanceof MeshError ? error : damaged();
    }
  }
}
