/**
 * RxDB's storage with one mend: a checkpoint that cannot be stored (full disk) is left out.
 * Without it the error stays in RxDB's queue of checkpoints, and no push or pull of this run is done after it (measured with 17.6).
 * Guarantees: a lost checkpoint only means that documents are read again from an earlier one.
 */
import type { RxStorage } from 'rxdb/plugins/core';

const CHECKPOINT = 'replication-set-checkpoint';

export function guarded(storage: RxStorage<unknown, unknown>): RxStorage<unknown, unknown> {
  return {
    name: storage.name,
    rxdbVersion: storage.rxdbVersion,
    createStorageInstance: async (params) => {
      const instance = await storage.createStorageInstance(params);
      const write = instance.bulkWrite.bind(instance);
      instance.bulkWrite = async (rows, context) => {
        try {
          return await write(rows, context);
        } catch (error) {
          if (context !== CHECKPOINT) throw error;
          return { error: [] };
        }
      };
      return instance;
    },
  };
}
