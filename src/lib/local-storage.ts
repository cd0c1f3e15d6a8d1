/** localStorage and sessionStorage that never throw: a browser may forbid them or have no room. */
export function readStored(key: string, storage: () => Storage = () => localStorage): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** Writes, or removes for null. False when the browser refused. */
export function writeStored(key: string, value: string | null, storage: () => Storage = () => localStorage): boolean {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
