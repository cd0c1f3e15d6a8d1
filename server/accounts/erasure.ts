/**
 * A background job that erases accounts whose grace period is over, on the embedded backend and on a hosted project.
 * Rule: an erasure removes no files from storage. Learners store none, and a URL in their profile may point to somebody else's picture.
 */
import * as v from 'valibot';
import { type Call, DatabaseError } from '../http/service-client';
import { ReportedError } from '../telemetry/reported-error';

const dueSchema = v.array(v.string());

/**
 * Erases every due account. An account that cannot be erased does not block the others; the next run tries it again.
 * @returns number of erased accounts
 * @throws ReportedError when an account could not be erased, after all others were tried
 */
export async function eraseDueAccounts(call: Call, signal?: AbortSignal): Promise<number> {
  const due = v.parse(dueSchema, await call('accounts_to_erase'));
  let erased = 0;
  const failures: string[] = [];
  for (const id of due) {
    if (signal?.aborted) break;
    try {
      if ((await call('erase_account', { p_user: id })) === true) erased += 1;
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      failures.push(error.code);
    }
  }
  if (failures.length > 0)
    throw new ReportedError(`${failures.length} accounts could not be erased: ${failures.join(', ')}`);
  return erased;
}
