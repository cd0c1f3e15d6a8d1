import type { Observable } from 'rxjs';

/** Resolves with the first value, then unsubscribes. RxJS's own `firstValueFrom` would bring RxJS into the first paint. @throws the observable's error */
export const firstValue = <T>(source: Observable<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const subscription = source.subscribe({
      next(value) {
        resolve(value);
        // Unsubscribe in a microtask: a source may emit before `subscribe` returns.
        queueMicrotask(() => subscription.unsubscribe());
      },
      error: reject,
    });
  });
