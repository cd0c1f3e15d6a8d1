/**
 * Arithmetic of `Range` requests (RFC 9110 §14) for one file of a known size. Pure.
 * Guarantees: `start` and `end` (exclusive) lie inside the file; an invalid header means the whole file, as the
 * standard requires.
 */

export type RangeAnswer = { kind: 'whole' } | { kind: 'part'; start: number; end: number } | { kind: 'unsatisfiable' };

/** Parses a `Range` header. Several ranges in one request get the whole file, which the standard allows. */
export function answerRange(header: string | null, size: number): RangeAnswer {
  const match = header === null ? null : /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header);
  const [first, last] = [match?.[1] ?? '', match?.[2] ?? ''];
  if (!match || (first === '' && last === '')) return { kind: 'whole' };
  if (first === '') {
    const suffix = Number(last);
    return suffix === 0 || size === 0
      ? { kind: 'unsatisfiable' }
      : { kind: 'part', start: Math.max(0, size - suffix), end: size };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return { kind: 'whole' };
  if (start >= size) return { kind: 'unsatisfiable' };
  return { kind: 'part', start, end: last === '' ? size : Math.min(size, Number(last) + 1) };
}

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
