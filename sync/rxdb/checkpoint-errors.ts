/**
 * Ignores a replication checkpoint that cannot be stored (full disk).
 * Without this patch the error stays in RxDB's checkpoint queue, and no push or pull completes until the app restarts
 * (measured with 17.6).
 * Guarantees: a lost checkpoint only means that documents are read again from an earlier one.
 */
import type { RxStorage } from 'rxdb/plugins/core';

const CHECKPOINT = 'replication-set-checkpoint';

export function patchCheckpointErrors(storage: RxStorage<unknown, unknown>): RxStorage<unknown, unknown> {
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
