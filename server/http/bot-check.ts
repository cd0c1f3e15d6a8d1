/**
 * Proof of work at sign-up (ALTCHA, self-hosted): issues signed challenges and accepts each solution once, whichever process issued it.
 */
import { createHmac } from 'node:crypto';
import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as v from 'valibot';
import { BOT_CHECK_SECONDS } from '../../src/shared/app-limits';
import type { SharedCounts } from './rate-limit';

/** Number of PBKDF2 iterations per try. A solution takes about 1 s on a laptop, 3 s on a phone. */
const COST = 1_000;
/** Minimum and maximum number of tries that a challenge needs. */
const TRIES = [1_000, 3_000] as const;
/** The same where rate limits are relaxed. */
const RELAXED_TRIES = [10, 30] as const;

const payloadSchema = v.object({
  challenge: v.object({
    parameters: v.looseObject({
      algorithm: v.string(),
      nonce: v.string(),
      salt: v.string(),
      cost: v.number(),
      keyLength: v.number(),
      keyPrefix: v.string(),
      keySignature: v.optional(v.string()),
      expiresAt: v.number(),
    }),
    signature: v.pipe(v.string(), v.minLength(32)),
  }),
  solution: v.looseObject({ counter: v.number(), derivedKey: v.string() }),
});

/** Why a solution is rejected: a captcha error code of the auth service. */
export type Rejection = 'missing-input-response' | 'invalid-input-response' | 'timeout-or-duplicate';

export class BotCheck {
  readonly #secret: string;
  readonly #keySecret: string;
  readonly #tries: readonly [fewest: number, most: number];
  /** Counts the uses of each challenge until it expires. */
  readonly #uses: SharedCounts;

  /** @param options `secret`: the same in all processes of an installation; other keys are derived from it */
  constructor(options: { relaxed: boolean; secret: string; uses: SharedCounts }) {
    const derived = (purpose: string) => createHmac('sha256', options.secret).update(purpose).digest('hex');
    this.#secret = derived('bot check: challenge');
    this.#keySecret = derived('bot check: key');
    this.#uses = options.uses;
    this.#tries = options.relaxed ? RELAXED_TRIES : TRIES;
  }

  challenge(): Promise<Challenge> {
    return createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: COST,
      counter: randomInt(...this.#tries),
      deriveKey,
      expiresAt: Math.floor(Date.now() / 1000) + BOT_CHECK_SECONDS,
      hmacSignatureSecret: this.#secret,
      hmacKeySignatureSecret: this.#keySecret,
    });
  }

  /** Consumes a token: base64 of {challenge, solution}. @returns why it is rejected; undefined if it is valid and was not used before */
  async rejection(token: unknown): Promise<Rejection | undefined> {
    if (typeof token !== 'string' || token === '') return 'missing-input-response';
    const payload = parsePayload(token);
    if (!payload) return 'invalid-input-response';
    const { challenge, solution } = payload;
    const now = Math.floor(Date.now() / 1000);
    if (challenge.parameters.expiresAt < now) return 'timeout-or-duplicate';
    try {
      const { verified, expired } = await verifySolution({
        challenge: challenge as Challenge,
        solution: solution as Parameters<typeof verifySolution>[0]['solution'],
        deriveKey,
        hmacSignatureSecret: this.#secret,
        hmacKeySignatureSecret: this.#keySecret,
      });
      if (expired) return 'timeout-or-duplicate';
      if (!verified) return 'invalid-input-response';
    } catch {
      return 'invalid-input-response';
    }
    // The second more lets the count outlive the challenge.
    const { count } = await this.#uses.count(`bot check ${challenge.signature}`, BOT_CHECK_SECONDS + 1);
    return count > 1 ? 'timeout-or-duplicate' : undefined;
  }
}

function parsePayload(token: string): v.InferOutput<typeof payloadSchema> | undefined {
  try {
    const result = v.safeParse(payloadSchema, JSON.parse(Buffer.from(token, 'base64').toString('utf8')));
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
}
