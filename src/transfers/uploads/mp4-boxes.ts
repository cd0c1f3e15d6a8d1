// The order of the top-level boxes of an MP4 or MOV file: a player starts at once only if the index (moov) precedes the data (mdat).

export type Layout = 'fast-start' | 'slow-start' | 'broken' | 'other';

/** A file on this device or on a server, read in parts. */
export interface Bytes {
  size: number;
  read: (from: number, to: number) => Promise<ArrayBuffer>;
}

export const bytesOf = (file: Blob): Bytes => ({
  size: file.size,
  read: (from, to) => file.slice(from, to).arrayBuffer(),
});

/** Maximum number of headers to read. A fragmented file has thousands of boxes, but its index is among the first. */
const MOST_BOXES = 64;
const HEADER_BYTES = 16;

export async function layoutOf({ size: total, read }: Bytes): Promise<Layout> {
  let at = 0;
  let hasData = false;
  for (let count = 0; count < MOST_BOXES && at + 8 <= total; count += 1) {
    const view = new DataView(await read(at, Math.min(total, at + HEADER_BYTES)));
    const type = String.fromCharCode(view.getUint8(4), view.getUint8(5), view.getUint8(6), view.getUint8(7));
    if (count === 0 && !/^(ftyp|moov|mdat|wide|free|skip|pnot)$/.test(type)) return 'other';
    let size = view.getUint32(0);
    if (size === 1 && view.byteLength >= HEADER_BYTES) size = Number(view.getBigUint64(8));
    if (type === 'moov') return hasData ? 'slow-start' : 'fast-start';
    if (type === 'mdat') hasData = true;
    // Size 0 means that the box extends to the end of the file.
    if (size === 0) break;
    if (size < 8) return 'broken';
    at += size;
  }
  return 'broken';
}
