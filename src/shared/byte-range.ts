/**
 * Parses the `Range` header of a request for one file of a known size (RFC 9110 §14). Pure. The package range-parser differs from the standard: it
 * rejects a suffix that is longer than the file, and a range whose end is before its start.
 * Guarantees: `start` and `end` (exclusive) lie inside the file; an invalid header means the whole file, as the
 * standard requires.
 */

export type RangeAnswer = { kind: 'whole' } | { kind: 'part'; start: number; end: number } | { kind: 'unsatisfiable' };

/** Parses a `Range` header. A request for several ranges gets the whole file, as RFC 9110 allows. */
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
