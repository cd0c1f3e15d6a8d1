import { sessionClient } from '@/device/session/requests';

/** Request timeout (ms). It is short, because the questions do not show before the request ends. */
const TIMEOUT_MS = 2_000;

async function serverTime(): Promise<number | null> {
  const client = await sessionClient();
  const { data } = await client.rpc('server_time').abortSignal(AbortSignal.timeout(TIMEOUT_MS)).retry(false);
  return typeof data === 'number' ? data : null;
}

/** The server's time (Unix time in ms); null if the server does not respond in time. Never throws. */
export function askServerTime(): Promise<number | null> {
  if (!navigator.onLine) return Promise.resolve(null);
  const late = new Promise<null>((done) => setTimeout(done, TIMEOUT_MS, null));
  return Promise.race([serverTime().catch(() => null), late]);
}
