/** Solves the bot check of the sign-up form, a proof of work from our own server, in workers. Loaded on demand with its checkbox. */
import { type Challenge, solveChallengeWorkers } from 'altcha-lib';
import { BOT_CHECK_SECONDS } from '@/shared/app-limits';
import { backendConfig } from '@/shared/product';

/** Route where the embedded backend issues challenges. A Supabase project lacks it: its auth service limits sign-ups and confirms addresses instead. */
const CHALLENGE_PATH = '/auth/v1/altcha';
const MOST_WORKERS = 4;

export interface BotAnswer {
  /** Token for one sign-up request. */
  token: string;
  /** Expiry on this page's monotonic clock (ms, `performance.now()`): the device's clock may be wrong by days. */
  expiresAt: number;
}

/** @returns null if the backend has no bot check @throws Error when the challenge cannot be fetched or solved. */
export async function solveBotCheck(signal: AbortSignal): Promise<BotAnswer | null> {
  const { url, key } = backendConfig(location.origin);
  const began = performance.now();
  const response = await fetch(url + CHALLENGE_PATH, { signal, headers: { apikey: key } });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`bot check: ${response.status}`);
  const challenge = (await response.json()) as Challenge; // The cast is unchecked, but solving fails if the challenge is malformed.
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
    expiresAt: began + BOT_CHECK_SECONDS * 1000,
  };
}
