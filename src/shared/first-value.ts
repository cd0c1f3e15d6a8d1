interface Source<T> {
  subscribe(next: (value: T) => void, fail: (error: unknown) => void): { unsubscribe(): void };
}

/** Resolves with the first value, then unsubscribes. @throws the source's error */
export const firstValue = <T>(source: Source<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const subscription = source.subscribe((value) => {
      resolve(value);
      // Unsubscribe in a microtask: a source may emit before `subscribe` returns.
      queueMicrotask(() => subscription.unsubscribe());
    }, reject);
  });
