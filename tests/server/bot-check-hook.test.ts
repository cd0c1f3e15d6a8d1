/** The bot check beside a Supabase project: the service gives the challenge, and the project's hook asks it about each new account. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect, test } from 'vitest';
import { botCheckModule } from '../../server/accounts/bot-check-module';
import { BotCheck } from '../../server/http/bot-check';
import { guardsOf } from '../../server/http/guards';
import { RateLimiter } from '../../server/http/rate-limit';
import { originsOf } from '../../server/http/service-module';

const secret = `v1,whsec_${randomBytes(32).toString('base64')}`;
const limiter = new RateLimiter({ relaxed: false });
const check = new BotCheck({ relaxed: true, secret, uses: limiter });
const app = botCheckModule(check, secret).open?.({
  guards: guardsOf({ limiter, trustProxy: false, identify: async () => undefined, consoleAccess: async () => 'none' }),
  origins: originsOf({ mayCall: () => true, appOrigin: () => 'http://localhost', publicUrl: undefined }),
  now: Date.now,
});

async function solved(): Promise<string> {
  const challenge = await (await app?.request('/bot-check'))?.json();
  const solution = await solveChallenge({ challenge, deriveKey });
  return btoa(JSON.stringify({ challenge, solution }));
}

interface Signing {
  by?: string;
  /** Age of the request (s). */
  age?: number;
}

/** Asks as the auth service does. @returns status and body */
async function ask(bot_check: unknown, { by = secret, age = 0 }: Signing = {}): Promise<[number | undefined, unknown]> {
  const body = JSON.stringify({
    metadata: { name: 'before-user-created' },
    user: { email: 'a@b.bg', user_metadata: { bot_check } },
  });
  const [id, seconds] = [randomUUID(), Math.floor(Date.now() / 1000) - age];
  const mac = createHmac('sha256', Buffer.from(by.slice('v1,whsec_'.length), 'base64')).update(
    `${id}.${seconds}.${body}`,
  );
  const answer = await app?.request('/bot-check/new-account', {
    method: 'POST',
    body,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      // While a secret is replaced, two are valid, and the header contains a signature for each.
      'webhook-signature': `v1,${randomBytes(32).toString('base64')}, v1,${mac.digest('base64')}`,
    },
  });
  return [answer?.status, await answer?.json()];
}
const refused = (reason: string) => [
  200,
  { error: { http_code: 400, message: `captcha protection: request disallowed (${reason})` } },
];

test('a solved bot check creates one account', async () => {
  const token = await solved();
  expect(await ask(token)).toEqual([200, {}]);
  expect(await ask(token)).toEqual(refused('timeout-or-duplicate'));
});

test('an account without a solved bot check is refused', async () => {
  expect(await ask(undefined)).toEqual(refused('missing-input-response'));
  expect(await ask('e30=')).toEqual(refused('invalid-input-response'));
  const other = new BotCheck({ relaxed: true, secret: 'of another service', uses: limiter });
  const challenge = await other.challenge();
  const solution = await solveChallenge({ challenge, deriveKey });
  expect(await ask(btoa(JSON.stringify({ challenge, solution })))).toEqual(refused('invalid-input-response'));
});

test('only the auth service of the project is answered', async () => {
  const token = await solved();
  const stranger = `v1,whsec_${randomBytes(32).toString('base64')}`;
  expect((await ask(token, { by: stranger }))[0]).toBe(401);
  expect((await ask(token, { age: 400 }))[0]).toBe(401);
  expect(await ask(token)).toEqual([200, {}]);
});
