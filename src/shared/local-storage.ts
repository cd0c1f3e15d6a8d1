/** Access to localStorage and sessionStorage that never throws: a browser may block them, or their quota may be used up. */
export function readStored(key: string, storage: () => Storage = () => localStorage): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** Writes a value, or removes it for null. False if the browser refused. */
export function writeStored(key: string, value: string | null, storage: () => Storage = () => localStorage): boolean {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Removes all localStorage entries whose key starts with `prefix`. */
export function removeStored(prefix: string): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {} // The browser blocks localStorage, so it contains nothing.
}
