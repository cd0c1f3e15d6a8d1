// Evaluates the database's policies as the caller: with the request's role and claims, under row-level security, in its own transaction.
import type { Caller } from '../../http/tokens';
import type { Database, Run } from '../contract/database';

/** The subset of the objects that the caller may read (policies on storage.objects). */
export async function readableObjects(
  database: Database,
  caller: Caller,
  operation: string,
  bucket: string,
  keys: string[],
): Promise<Set<string>> {
  const vars = { auth: { uid: caller.uid, role: caller.role, jwt: caller.claims }, storage: { operation } };
  const rows: { name: string }[] = await database.connection.withContext(vars, (db) =>
    db
      .withSchema('storage')
      .selectFrom('objects')
      .select('name')
      .where('bucket_id', '=', bucket)
      .where('name', 'in', keys)
      .execute(),
  );
  return new Set(rows.map(({ name }) => name));
}

/** Sets the caller's role and claims for the rest of the transaction. */
export const becomeCaller = (run: Run, caller: Caller) =>
  run(
    `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true), set_config('request.jwt.claim.sub', $3, true),
            set_config('request.jwt.claim.role', $1, true)`,
    [caller.role, JSON.stringify(caller.claims ?? {}), caller.uid ?? ''],
  );

/** True when the caller may join this private topic. Tests the select policies on realtime.messages with a row that is rolled back. */
export async function mayHearTopic(database: Database, caller: Caller, topic: string): Promise<boolean> {
  class Undo extends Error {}
  let allowed = false;
  try {
    await database.transaction(async (run) => {
      const [row] = await run(
        `insert into realtime.messages (topic, extension, private) values ($1, 'broadcast', true)
         returning id, set_config('realtime.topic', $1, true)`,
        [topic],
      );
      await becomeCaller(run, caller);
      // By its key, because a search for the topic would read what earlier joins rolled back.
      allowed = (await run('select 1 as seen from realtime.messages where id = $1', [row?.id])).length > 0;
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  return allowed;
}
