/**
 * An order of texts and JSON values that is the same in JavaScript and PostgreSQL.
 * Guarantees: `compareText` orders by UTF-8 bytes (SQL: collate "C"); `canonical` is JSON without spaces, with its keys sorted by `compareText`.
 * Rule: a comparison that decides between two documents uses this file (in SQL `sync.canonical`), never `<` or `localeCompare`.
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

export function canonical(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += `${text && ','}${canonical(item)}`;
    return `[${text}]`;
  }
  const members = value as Record<string, unknown>;
  for (const key of Object.keys(members).sort(compareText)) {
    const member = members[key];
    if (member !== undefined) text += `${text && ','}${JSON.stringify(key)}:${canonical(member)}`;
  }
  return `{${text}}`;
}

export function compareJson(a: unknown, b: unknown): number {
  return compareText(canonical(a), canonical(b));
}
