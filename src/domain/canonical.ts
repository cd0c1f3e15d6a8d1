/**
 * One order for texts and JSON values that JavaScript and PostgreSQL share.
 * Guarantees: `compareText` is the order of the UTF-8 bytes (SQL: collate "C"); `canonical` is JSON without spaces, keys in that order.
 * Rule: what decides a tie between two documents is compared here and in `sync.canonical`, never with `<` or `localeCompare`.
 */

/** Code units sort surrogates before U+E000–U+FFFF, bytes after; this moves them behind. */
function weight(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}

/** Negative, zero or positive, by UTF-8 bytes. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return weight(left) - weight(right);
  }
  return a.length - b.length;
}

export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => compareText(a, b))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

export function compareJson(a: unknown, b: unknown): number {
  return compareText(canonical(a), canonical(b));
}
