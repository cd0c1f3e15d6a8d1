import 'fake-indexeddb/auto';

/** A simulated full disk for IndexedDB. */
export interface FullDisk {
  /** Number of matching writes since `arm`. */
  readonly writes: number;
  /** Number of failed writes since `arm`. */
  readonly failed: number;
  /** Makes `length` matching writes fail in a row, starting with the `nth`. A write matches if its database's name contains `database`. */
  arm: (database: string, nth: number, length?: number) => void;
  free: () => void;
}

const methods = ['put', 'add'] as const;

/** Patches IndexedDB's `put` and `add` in this process; call it once. */
export function fillDisk(): FullDisk {
  let state = { database: '', from: Number.POSITIVE_INFINITY, to: 0, writes: 0, failed: 0 };
  for (const method of methods) {
    const original = IDBObjectStore.prototype[method];
    IDBObjectStore.prototype[method] = function (this: IDBObjectStore, ...given) {
      if (this.transaction.db.name.includes(state.database)) {
        state.writes += 1;
        if (state.writes >= state.from && state.writes < state.to) {
          state.failed += 1;
          throw new DOMException('The disk is full', 'QuotaExceededError');
        }
      }
      return original.apply(this, given);
    };
  }
  return {
    get writes() {
      return state.writes;
    },
    get failed() {
      return state.failed;
    },
    arm: (database, nth, length = 1) => {
      state = { database, from: nth, to: nth + length, writes: 0, failed: 0 };
    },
    free: () => {
      state = { ...state, from: Number.POSITIVE_INFINITY };
    },
  };
}
