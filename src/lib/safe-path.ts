/** An address of our own origin to go to, or null: never another site, never another scheme. */
export function safePath(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('/')) return null;
  const base = 'https://own.invalid';
  try {
    const url = new URL(value, base);
    // Rule: judged as it is gone to: '/.//evil.test' is of this origin, what is left of it is not.
    return url.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : null;
  } catch {
    return null;
  }
}
