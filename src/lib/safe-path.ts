/** A path of our own origin, or null for another origin or scheme. */
export function safePath(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('/')) return null;
  const base = 'https://own.invalid';
  try {
    const url = new URL(value, base);
    // Rule: check the path as the browser will open it: '/.//evil.test' has this origin, but its path does not.
    return url.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : null;
  } catch {
    return null;
  }
}
