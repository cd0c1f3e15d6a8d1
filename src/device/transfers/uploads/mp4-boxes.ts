// Reads the order of the top-level boxes of an MP4 or MOV file: a player starts at once only if the index (moov) precedes the data (mdat).

export type Layout = 'fast-start' | 'slow-start' | 'broken' | 'other';

/** A file on this device or on a server, read in ranges. */
export interface Bytes {
  size: number;
  read: (from: number, to: number) => Promise<ArrayBuffer>;
}

export const bytesOf = (file: Blob): Bytes => ({
  size: file.size,
  read: (from, to) => file.slice(from, to).arrayBuffer(),
});

/** Maximum number of box headers to read. A fragmented file has thousands of boxes, but its index is near the start. */
const MOST_BOXES = 64;
const HEADER_BYTES = 16;

/** Yields the top-level boxes in order. `end`: offset of the next box; a box of size 0 extends to the end of the file. */
async function* boxesOf({ size: total, read }: Bytes): AsyncGenerator<{ type: string; size: number; end: number }> {
  let at = 0;
  for (let count = 0; count < MOST_BOXES && at + 8 <= total; count += 1) {
    const view = new DataView(await read(at, Math.min(total, at + HEADER_BYTES)));
    const type = String.fromCharCode(view.getUint8(4), view.getUint8(5), view.getUint8(6), view.getUint8(7));
    let size = view.getUint32(0);
    if (size === 1 && view.byteLength >= HEADER_BYTES) size = Number(view.getBigUint64(8));
    yield { type, size, end: size === 0 ? total : at + size };
    if (size < 8) return;
    at += size;
  }
}

export async function layoutOf(bytes: Bytes): Promise<Layout> {
  let isFirst = true;
  let hasData = false;
  for await (const { type } of boxesOf(bytes)) {
    if (isFirst && !/^(ftyp|moov|mdat|wide|free|skip|pnot)$/.test(type)) return 'other';
    isFirst = false;
    if (type === 'moov') return hasData ? 'slow-start' : 'fast-start';
    if (type === 'mdat') hasData = true;
  }
  return 'broken';
}

/** True if the data box extends beyond the end of the file, as after an interrupted copy. The index of such a file may still be intact. */
export async function isCutOff(bytes: Bytes): Promise<boolean> {
  for await (const { type, end } of boxesOf(bytes)) if (type === 'mdat' && end > bytes.size) return true;
  return false;
}
