/** Tracks the running calls of RxDB's handlers, because a replication's `cancel` does not wait for them. */
export class RunningCalls {
  readonly #calls = new Set<Promise<unknown>>();

  async track<T>(call: Promise<T>): Promise<T> {
    this.#calls.add(call);
    try {
      return await call;
    } finally {
      this.#calls.delete(call);
    }
  }

  /** Resolves when every call has ended. Never rejects. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#calls);
  }
}
