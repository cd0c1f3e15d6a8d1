/** A section of one stored chunk: bytes `from` to `to` (exclusive) of chunk `index`. */
export interface ChunkSpan {
  index: number;
  from: number;
  to: number;
}

/** Sections of chunks, in order, that make up bytes `start` to `end` (exclusive) of the file. */
export function spansOf(chunkSizes: number[], start: number, end: number): ChunkSpan[] {
  const spans: ChunkSpan[] = [];
  let offset = 0;
  for (const [index, size] of chunkSizes.entries()) {
    const from = Math.max(start - offset, 0);
    const to = Math.min(end - offset, size);
    if (from < to) spans.push({ index, from, to });
    offset += size;
  }
  return spans;
}
