// Writes rows of storage.objects with the caller's rights, for uploads that do not go through lite.
import { randomUUID } from 'node:crypto';
import type { Caller } from '../../http/tokens';
import type { Database, Run } from '../contract/database';
import { becomeCaller } from '../database/as-caller';

export interface NewObject {
  bucket: string;
  key: string;
  metadata: Record<string, unknown>;
}

export interface BucketRules {
  limitBytes: number | undefined;
  mimeTypes: string[] | undefined;
}

export async function bucketRules(database: Database, bucket: string): Promise<BucketRules | undefined> {
  const [row] = await database.run('select file_size_limit, allowed_mime_types from storage.buckets where id = $1', [
    bucket,
  ]);
  if (!row) return undefined;
  const { file_size_limit: limit, allowed_mime_types: types } = row;
  return {
    limitBytes: limit === null ? undefined : Number(limit),
    mimeTypes: Array.isArray(types) && types.length > 0 ? types.map(String) : undefined,
  };
}

async function insertAsCaller(run: Run, caller: Caller, { bucket, key, metadata }: NewObject): Promise<void> {
  await becomeCaller(run, caller);
  await run("select set_config('storage.operation', 'storage.tus.upload.create', true)");
  await run(
    `insert into storage.objects (id, bucket_id, name, owner, owner_id, metadata, version)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [randomUUID(), bucket, key, caller.uid, caller.uid, JSON.stringify(metadata), randomUUID()],
  );
}

/** `forbidden`: a policy rejects the insert. `taken`: an object with this key exists, even if the caller may not see it. */
export type Rejection = 'forbidden' | 'taken';

function rejectionOf(error: unknown): Rejection | undefined {
  const { code } = error as { code?: unknown };
  if (code === '42501') return 'forbidden';
  return code === '23505' ? 'taken' : undefined;
}

/** Checks the insert policies for this object with the caller's rights: inserts a row and rolls the insert back. */
export async function rejectedInsert(
  database: Database,
  caller: Caller,
  object: NewObject,
): Promise<Rejection | undefined> {
  class Undo extends Error {}
  try {
    return await database.transaction(async (run): Promise<undefined> => {
      await insertAsCaller(run, caller, object);
      throw new Undo();
    });
  } catch (error) {
    if (error instanceof Undo) return undefined;
    const rejection = rejectionOf(error);
    if (!rejection) throw error;
    return rejection;
  }
}

/** Inserts the row. `keep` stores the bytes before the row is committed. */
export async function insertObject(
  database: Database,
  caller: Caller,
  object: NewObject,
  keep: () => Promise<void>,
): Promise<Rejection | undefined> {
  try {
    await database.transaction(async (run) => {
      await insertAsCaller(run, caller, object);
      await keep();
    });
    return undefined;
  } catch (error) {
    const rejection = rejectionOf(error);
    if (!rejection) throw error;
    return rejection;
  }
}
