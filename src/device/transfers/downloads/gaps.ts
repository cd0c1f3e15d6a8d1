/** A byte range of a video that is not stored. `end` is exclusive; undefined while the file size is unknown. */
export interface Gap {
  start: number;
  end: number | undefined;
}

/**
 * The first range of missing bytes: from the first missing byte to the next stored chunk. Pure.
 * @param stored number of stored bytes per chunk, by index; a chunk may be incomplete if its response broke off
 * @param size size of the whole file (bytes); 0 = unknown
 * @returns undefined when every byte is stored
 */
export function firstGap(stored: ReadonlyMap<number, number>, size: number, chunkBytes: number): Gap | undefined {
  if (size === 0) return { start: 0, end: undefined };
  const count = Math.ceil(size / chunkBytes);
  const isWhole = (index: number) => (stored.get(index) ?? 0) >= Math.min(chunkBytes, size - index * chunkBytes);
  let index = 0;
  while (index < count && isWhole(index)) index += 1;
  if (index === count) return undefined;
  const start = index * chunkBytes + (stored.get(index) ?? 0);
  let end = index + 1;
  while (end < count && !stored.has(end)) end += 1;
  return { start, end: Math.min(end * chunkBytes, size) };
}
