/** A path of our own origin, or null for another origin or scheme. */
export function safePath(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('/')) return null;
  const base = 'https://own.invalid';
  try {
    const url = new URL(value, base);
    // Rule: check the parsed path: '/.//evil.test' has our origin, but its path becomes '//evil.test', which a browser opens as another host.
    return url.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : null;
  } catch {
    return null;
  }
}
