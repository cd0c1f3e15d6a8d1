/**
 * Makes a large file from a short clip without encoding: the clip's pieces are spread evenly over `size` bytes with filler
 * between them, so that a download has many chunks and every seek needs bytes of a different chunk.
 * Guarantees: the same input gives the same bytes; the clip plays and seeks as before; the filler does not repeat, so a
 * misplaced chunk is detected.
 * Works only for files like ours: one moov before one mdat, 32-bit chunk offsets.
 */

interface Box {
  type: string;
  start: number;
  body: number;
  end: number;
}

const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);

function boxesOf(file: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to; ) {
    const size = file.readUInt32BE(at);
    if (size < 8 || at + size > to) throw new Error(`a box of ${size} bytes at ${at} is not one of ours`);
    boxes.push({ type: file.toString('latin1', at + 4, at + 8), start: at, body: at + 8, end: at + size });
    at += size;
  }
  return boxes;
}

function find(file: Buffer, type: string, boxes: Box[]): Box[] {
  return boxes.flatMap((box) => {
    if (box.type === type) return [box];
    return CONTAINERS.has(box.type) ? find(file, type, boxesOf(file, box.body, box.end)) : [];
  });
}

function fill(target: Buffer): void {
  let state = 2_463_534_242;
  for (let at = 0; at + 4 <= target.length; at += 4) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    target.writeInt32LE(state | 0, at);
  }
}

export function stretchClip(clip: Buffer, size: number): Buffer {
  const top = boxesOf(clip, 0, clip.length);
  const media = top.find((box) => box.type === 'mdat');
  const tables = find(clip, 'stco', top);
  if (!media || media.end !== clip.length || tables.length === 0)
    throw new Error('the clip must end with its mdat and keep 32-bit chunk offsets');
  if (size < clip.length || size > 0xffff_ffff) throw new Error(`cannot stretch ${clip.length} bytes to ${size}`);

  // Each entry: where the table stores the offset, and the offset itself.
  const entries = tables.flatMap((table) => {
    const count = clip.readUInt32BE(table.body + 4);
    return Array.from({ length: count }, (_, i) => ({
      at: table.body + 8 + i * 4,
      offset: clip.readUInt32BE(table.body + 8 + i * 4),
    }));
  });
  entries.sort((a, b) => a.offset - b.offset);

  const out = Buffer.alloc(size);
  fill(out);
  clip.copy(out, 0, 0, media.body);
  out.writeUInt32BE(size - media.start, media.start);
  const extra = size - clip.length;
  entries.forEach((entry, i) => {
    const shift = Math.floor((extra * (i + 1)) / entries.length);
    const end = entries[i + 1]?.offset ?? media.end;
    clip.copy(out, entry.offset + shift, entry.offset, end);
    out.writeUInt32BE(entry.offset + shift, entry.at);
  });
  return out;
}
