/** Lazily creates a value and caches it, for example an `Intl` formatter, whose creation takes milliseconds on a phone. */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
