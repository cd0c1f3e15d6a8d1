import { sessionClient } from '@/device/session/requests';

/** Request timeout (ms). */
const TIMEOUT_MS = 15_000;

/** `too_many`: three new documents within a year. `server`: every other failure, also no network. */
export type ReissueFault = 'too_many' | 'server';

/** Issues a certificate again with the name of the profile. The new serial arrives with the next pull. @returns why it failed */
export async function reissueCertificate(id: string): Promise<ReissueFault | undefined> {
  const { error } = await (await sessionClient())
    .rpc('reissue_certificate', { p_certificate_id: id })
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS));
  if (!error) return undefined;
  console.error('The certificate was not issued again:', error.message);
  return error.message === 'too_many' ? 'too_many' : 'server';
}
