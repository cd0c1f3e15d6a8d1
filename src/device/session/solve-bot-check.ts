/** Solves the bot check of the sign-up form, a proof of work from our own server, in workers. Loaded on demand with its checkbox. */
import { type Challenge, solveChallengeWorkers } from 'altcha-lib';
import { serviceUrl } from '@/device/service/requests';
import { BOT_CHECK_SECONDS } from '@/shared/app-limits';
import { backendConfig } from '@/shared/product';

/** Route where the embedded backend issues challenges. A Supabase project lacks it; there the service on port 4242 may issue them. */
const CHALLENGE_PATH = '/auth/v1/altcha';
const SERVICE_PATH = '/bot-check';
const MOST_WORKERS = 4;

export interface BotAnswer {
  /** Token for one sign-up request. */
  token: string;
  /** Who checks the token: the auth service itself, or the service that its hook asks. */
  by: 'backend' | 'service';
  /** Expiry on this page's monotonic clock (ms, `performance.now()`): the device's clock may be wrong by days. */
  expiresAt: number;
}

/** @returns the JSON of a URL; undefined where it does not exist, which a static host answers with a page */
async function requestChallenge(url: string, init: RequestInit): Promise<Challenge | undefined> {
  const response = await fetch(url, init);
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`bot check: ${response.status}`);
  if (!response.headers.get('content-type')?.includes('json')) return undefined;
  return (await response.json()) as Challenge; // The cast is unchecked, but solving fails if the challenge is malformed.
}

/** @returns the challenge of the service. Undefined also if it does not answer, because a school without a bot check may run no service. */
const serviceChallenge = async (signal: AbortSignal) =>
  requestChallenge((await serviceUrl()) + SERVICE_PATH, { signal }).catch((error: unknown) => {
    if (error instanceof TypeError) return undefined;
    throw error;
  });

/** @returns null if neither the backend nor the service has a bot check @throws Error when the challenge cannot be fetched or solved. */
export async function solveBotCheck(signal: AbortSignal): Promise<BotAnswer | null> {
  const { url, key } = backendConfig(location.origin);
  const began = performance.now();
  const own = await requestChallenge(url + CHALLENGE_PATH, { signal, headers: { apikey: key } });
  const challenge = own ?? (await serviceChallenge(signal));
  if (!challenge) return null;
  const controller = new AbortController();
  signal.addEventListener('abort', () => controller.abort());
  const solution = await solveChallengeWorkers({
    challenge,
    controller,
    concurrency: Math.min(MOST_WORKERS, Math.max(1, (navigator.hardwareConcurrency ?? 2) - 1)),
    createWorker: () => new Worker(new URL('./bot-check-worker.ts', import.meta.url), { type: 'module' }),
  });
  if (!solution) throw new Error('bot check: no solution');
  return {
    token: btoa(JSON.stringify({ challenge, solution })),
    by: own ? 'backend' : 'service',
    expiresAt: began + BOT_CHECK_SECONDS * 1000,
  };
}
