/** What `make` makes, made when it is first asked for. For what is dear at start: a formatter of `Intl` takes a phone milliseconds. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
