import * as v from 'valibot';
import { backendClient } from '@/device/service/requests';

/** Request timeout (ms). Without an answer in this time, the caller announces the award anyway, even if another device announces it too. */
const TIMEOUT_MS = 5_000;

const claimedSchema = v.array(v.object({ id: v.string() }));

/**
 * Marks awards as read on the server and returns those that were unread on the server before. If several devices call this at the same time,
 * each award is returned to only one of them.
 * @throws Error when the server does not answer
 */
export async function claimAwards(ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { data } = await (await backendClient())
    .from('notifications')
    .update({ is_read: true })
    .in('id', [...ids])
    .eq('is_read', false)
    .select('id')
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
    .retry(false)
    .throwOnError();
  return new Set(v.parse(claimedSchema, data).map(({ id }) => id));
}
