/** Creates a value at its first use, once: for example an `Intl` formatter, whose creation takes milliseconds on a phone. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
