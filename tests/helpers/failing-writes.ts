import 'fake-indexeddb/auto';

/** Simulates a full disk for IndexedDB: the chosen write and the following ones fail until there is space again. */
export interface FullDisk {
  /** Number of writes seen since `arm`. */
  readonly writes: number;
  /** Writes that failed since `arm`. */
  readonly failed: number;
  /** From the `nth` write on, this many writes fail. Only databases whose name contains `database` count. */
  arm: (database: string, nth: number, length?: number) => void;
  free: () => void;
}

const methods = ['put', 'add'] as const;

/** Patches the stores of this process once. */
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
