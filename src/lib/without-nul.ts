/** Removes the character NUL from all texts of a value. Pasted text may contain NUL, which PostgreSQL cannot store. @returns the same value if it contains no NUL */
export function withoutNul<T>(value: T): T {
  if (typeof value === 'string') return value.replaceAll('\0', '') as T;
  // Return numbers, files and dates unchanged.
  if (!Array.isArray(value) && Object.prototype.toString.call(value) !== '[object Object]') return value;
  const before = Object.entries(value as object);
  const after = before.map(([name, part]) => [name, withoutNul(part)] as const);
  if (after.every(([, part], index) => part === before[index]?.[1])) return value;
  return (Array.isArray(value) ? after.map(([, part]) => part) : Object.fromEntries(after)) as T;
}
