/** Bytes of a video that are not stored: `end` is exclusive, undefined while the size is unknown. */
export interface Gap {
  start: number;
  end: number | undefined;
}

/**
 * The first range of missing bytes: from the end of what is stored to the next stored chunk. Pure.
 * @param stored bytes of each stored chunk, by index; the last one of a body that broke off may be shorter than `chunkBytes`
 * @param size bytes of the whole file; 0 = unknown
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
