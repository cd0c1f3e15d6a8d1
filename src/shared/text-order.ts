/**
 * An order of texts that is the same in JavaScript and PostgreSQL: by UTF-8 bytes (SQL: collate "C").
 * Rule: where the order must be that of the server, use `compareText`, never `<` or `localeCompare`.
 */

/** Sort weight of a UTF-16 code unit. UTF-16 sorts surrogates before U+E000–U+FFFF, UTF-8 sorts them after; the weight gives the order of UTF-8. */
function weight(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}

/** Compares two texts by their UTF-8 bytes; returns a negative number, zero or a positive number. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return weight(left) - weight(right);
  }
  return a.length - b.length;
}
