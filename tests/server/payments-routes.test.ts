import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { capturedLog } from './captured-log';
import { APP, openPayments, type PaymentsDeps, type Person, tokenOf } from './payments-harness';

// The payment routes reject forged tokens, bodies, origins and guesses. Nobody reads other accounts' invoices, and the log has no personal data.

let world: PaymentsDeps;
let ani: Person;
let boris: Person;
let admin: Person;
beforeAll(async () => {
  world = await openPayments();
  ani = await world.person('ani@sloy.test');
  boris = await world.person('boris@sloy.test');
  admin = await world.person('admin@sloy.test');
  await world.database.query('insert into public.admin_users (email) values ($1)', [admin.email]);
  await world.buy(ani, 'pro', 'monthly');
}, 120_000);
afterAll(() => world.close());

/** Every documented route and whether it needs a token. */
const routes: { name: string; path: string; body?: Record<string, unknown>; needs: boolean }[] = [
  { name: 'GET /health', path: '/health', needs: false },
  { name: 'GET /test-db', path: '/test-db', needs: false },
  { name: 'POST /subscription-prices', path: '/subscription-prices', body: {}, needs: false },
  {
    name: 'POST /create-checkout-session',
    path: '/create-checkout-session',
    body: { plan: 'pro', period: 'monthly' },
    needs: true,
  },
  { name: 'POST /check-subscription', path: '/check-subscription', body: {}, needs: true },
  { name: 'POST /update-subscription', path: '/update-subscription', body: { action: 'resume' }, needs: true },
  { name: 'POST /portal-session', path: '/portal-session', body: {}, needs: true },
  { name: 'GET /billing-history/{email}', path: '/billing-history/ani@sloy.test', needs: true },
];

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const forgeries: [string, (person: Person) => string | Promise<string>][] = [
  [
    'with the algorithm none',
    ({ uid }) =>
      `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded({ sub: uid, aud: 'authenticated', role: 'authenticated', exp: 9_999_999_999 })}.`,
  ],
  [
    'with the algorithm none and a signature',
    ({ uid }) =>
      `${encoded({ alg: 'none' })}.${encoded({ sub: uid, aud: 'authenticated', role: 'authenticated', exp: 9_999_999_999 })}.c2ln`,
  ],
  ['signed with another key', ({ uid }) => tokenOf({ sub: uid }, 'another-key-of-the-same-length-0000000000000000')],
  ['expired a second ago', ({ uid }) => tokenOf({ sub: uid, exp: Math.floor(Date.now() / 1000) - 1 })],
  ['for another audience', ({ uid }) => tokenOf({ sub: uid, aud: 'elsewhere' })],
  ['of the role anon', ({ uid }) => tokenOf({ sub: uid, role: 'anon' })],
  ['of the role service_role', ({ uid }) => tokenOf({ sub: uid, role: 'service_role' })],
  ['without a subject', () => tokenOf({})],
  ['without an end', ({ uid }) => tokenOf({ sub: uid, exp: undefined })],
  ['not valid yet', ({ uid }) => tokenOf({ sub: uid, nbf: Math.floor(Date.now() / 1000) + 600 })],
  [
    'with its claims exchanged',
    async ({ uid, token }) =>
      token
        .split('.')
        .map((part, i) =>
          i === 1 ? encoded({ sub: uid, aud: 'authenticated', role: 'authenticated', exp: 9_999_999_999 }) : part,
        )
        .join('.'),
  ],
  ['that is no token', () => 'sb_secret_guessed'],
];

describe.each(routes)('$name', ({ path, body, needs }) => {
  test.each(forgeries)('rejects a token %s', async (_, forge) => {
    const answer = await world.ask(path, { token: await forge(ani), body });
    expect([answer.status, answer.body]).toEqual([
      401,
      { error: { code: 'unauthorized', message: 'The access token is not valid' } },
    ]);
  });

  test(needs ? 'asks a visitor to sign in' : 'answers a visitor', async () => {
    const answer = await world.ask(path, { body });
    expect([answer.status, answer.code]).toEqual(needs ? [401, 'unauthorized'] : [200, undefined]);
  });
});

describe('invoices', () => {
  const history = (email: string, person: Person) => world.ask(`/billing-history/${email}`, { token: person.token });

  test('belong to the caller, whose address may be written in any letter case', async () => {
    for (const email of ['ani@sloy.test', 'ANI@Sloy.test', 'ani%40sloy.test', '%20ani@sloy.test']) {
      const { status, body } = await history(email, ani);
      expect([status, body.total_count, (body.invoices as unknown[]).length, body.has_more], email).toEqual([
        200,
        1,
        1,
        false,
      ]);
    }
    const [invoice] = (await history('ani@sloy.test', ani)).body.invoices as Record<string, unknown>[];
    expect(Object.keys(invoice ?? {})).toEqual(
      expect.arrayContaining(
        'id number status amount_paid amount_due currency created period_start period_end hosted_invoice_url invoice_pdf subscription_id customer_email description plan_type'.split(
          ' ',
        ),
      ),
    );
  });

  test.each([
    ['another learner’s', 'boris@sloy.test'],
    ['nobody’s', 'nobody@sloy.test'],
    ['a plus-address', 'ani%2B1@sloy.test'],
    ['a plus-address with a blank', 'ani+1@sloy.test'],
    ['twice encoded', 'boris%2540sloy.test'],
    ['a Cyrillic а', encodeURIComponent('аni@sloy.test')],
    ['full-width letters', encodeURIComponent('ａni@sloy.test')],
    ['a dotless i', encodeURIComponent('anı@sloy.test')],
    ['a capital I with a dot', encodeURIComponent('anİ@sloy.test')],
    ['an invisible letter', encodeURIComponent('ani\u200b@sloy.test')],
    ['a wildcard', '%25@sloy.test'],
    ['broken encoding', 'ani%E0%A4%A@sloy.test'],
    ['two addresses', 'ani@sloy.test,boris@sloy.test'],
  ])('are rejected for %s with the same answer', async (_, email) => {
    const answer = await history(email, ani);
    expect([answer.status, answer.body]).toEqual([
      403,
      { error: { code: 'forbidden', message: 'Only your own address' } },
    ]);
  });

  test('of any account can be read by an administrator, and of none by a deleted account', async () => {
    expect((await history('ani@sloy.test', admin)).body).toMatchObject({ total_count: 1 });
    expect((await history('nobody@sloy.test', admin)).code).toBe('not_found');
    const gone = await world.person('gone@sloy.test');
    await world.database.query('delete from auth.users where id = $1', [gone.uid]);
    expect((await history('gone@sloy.test', gone)).status).toBe(401);
  });

  test('a token with somebody else’s address in its claims reads its own account', async () => {
    const token = await tokenOf({ sub: boris.uid, email: 'ani@sloy.test' });
    expect((await world.ask('/billing-history/ani@sloy.test', { token })).status).toBe(403);
    expect((await world.ask('/check-subscription', { token, body: { email: 'ani@sloy.test' } })).code).toBe(
      'forbidden',
    );
    expect((await world.ask('/check-subscription', { token, body: {} })).body).toMatchObject({
      subscribed: false,
      plan: 'free',
    });
  });
});

test.each([
  ['no JSON', '/create-checkout-session', { raw: '{"plan":' }, 'invalid_json'],
  ['nested without end', '/create-checkout-session', { raw: `${'['.repeat(3000)}${']'.repeat(3000)}` }, 'invalid_json'],
  ['an unknown plan', '/create-checkout-session', { body: { plan: 'free', period: 'monthly' } }, 'invalid_body'],
  [
    'a price of one’s own',
    '/create-checkout-session',
    { body: { plan: 'pro', period: 'monthly', amount: 1 } },
    'invalid_body',
  ],
  [
    'an account of another',
    '/create-checkout-session',
    { body: { plan: 'pro', period: 'monthly', user_id: 'x' } },
    'invalid_body',
  ],
  [
    'a place to return to',
    '/create-checkout-session',
    { body: { plan: 'pro', period: 'monthly', success_url: 'https://evil.test' } },
    'invalid_body',
  ],
  ['an unknown change', '/update-subscription', { body: { action: 'upgrade' } }, 'invalid_body'],
  ['a change without a plan', '/update-subscription', { body: { action: 'change' } }, 'invalid_body'],
  ['flags', '/update-subscription', { body: { action: 'resume', has_premium_plan: true } }, 'invalid_body'],
  ['a list', '/check-subscription', { raw: '[]' }, 'invalid_body'],
  ['a number', '/check-subscription', { body: { email: 1 } }, 'invalid_body'],
  ['too much', '/check-subscription', { body: { email: `${'x'.repeat(20_000)}@` } }, 'body_too_large'],
  ['a page beyond the law', '/billing-history/boris@sloy.test?limit=1000', {}, 'invalid_query'],
  ['an address that is not there', '/no-such-route', {}, 'not_found'],
])('%s at %s is rejected with a clear code', async (_, path, asking, code) => {
  const answer = await world.ask(path, { token: boris.token, ...asking });
  expect(answer.code).toBe(code);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(Object.keys(answer.body.error as object)).toEqual(['code', 'message']);
});

test('a checkout returns only to the app: other origins are rejected and get no CORS header', async () => {
  const open = (origin: string) =>
    world.ask('/create-checkout-session', {
      token: boris.token,
      body: { plan: 'pro', period: 'monthly' },
      headers: { origin },
    });
  for (const origin of [
    'https://evil.test',
    'null',
    `${APP}.evil.test`,
    `${APP}:8443`,
    APP.replace('https', 'http'),
    `${APP}@evil.test`,
  ]) {
    const answer = await open(origin);
    expect([answer.code, answer.headers.get('access-control-allow-origin')], origin).toEqual([
      'origin_not_allowed',
      null,
    ]);
  }
  const answer = await open(APP);
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, APP]);
  const page = await world.ask(String(answer.body.url));
  expect(page.text).toContain(`href="${APP}/checkout/cancel"`);
  const portal = await world.ask('/portal-session', {
    token: ani.token,
    body: {},
    headers: { origin: 'https://evil.test' },
  });
  expect(portal.code).toBe('origin_not_allowed');
});

describe('guessing', () => {
  let limited: PaymentsDeps;
  beforeAll(async () => {
    limited = await openPayments({ limits: 'on', database: world.database });
  });
  afterAll(() => limited.close());
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

  test('tokens, signatures and checkouts is slowed down per address, without an effect on others', async () => {
    const tries = async (what: () => Promise<{ status: number; headers: Headers }>, most: number) => {
      const statuses: number[] = [];
      for (let n = 0; n <= most; n += 1) statuses.push((await what()).status);
      return [statuses.slice(0, most).includes(429), statuses[most]];
    };
    expect(
      await tries(() => limited.ask('/check-subscription', { token: 'a.b.c', body: {}, ...from('10.0.0.1') }), 30),
    ).toEqual([false, 429]);
    expect(await tries(() => limited.ask('/webhook', { raw: '{}', ...from('10.0.0.2') }), 30)).toEqual([false, 429]);
    expect(await tries(() => limited.ask(`/test-checkout/cs_test_${'0'.repeat(36)}`, from('10.0.0.3')), 120)).toEqual([
      false,
      429,
    ]);
    const open = () =>
      limited.ask('/create-checkout-session', {
        token: boris.token,
        body: { plan: 'pro', period: 'monthly' },
        ...from('10.0.0.4'),
      });
    expect(await tries(open, 10)).toEqual([false, 429]);
    const rejected = await open();
    expect([rejected.code, Number(rejected.headers.get('retry-after')) > 0]).toEqual(['rate_limited', true]);
    const other = await limited.ask('/check-subscription', { token: ani.token, body: {}, ...from('10.0.0.1') });
    expect(other.status).toBe(200);
  });
});

describe('the log', () => {
  afterEach(() => vi.restoreAllMocks());
  test('contains no person, no token and no message of the database', async () => {
    const said: unknown[] = [];
    for (const way of ['log', 'info', 'warn', 'error'] as const)
      vi.spyOn(console, way).mockImplementation((...words) => void said.push(...words));
    const lines = capturedLog('debug');
    const broken = `create function billing.break() returns trigger language plpgsql as $$ begin raise exception 'ani@sloy.test is down'; end $$;
      create trigger break before insert on billing.test_objects for each row execute function billing.break()`;
    await world.database.exec(broken);
    const answer = await world.ask('/create-checkout-session', {
      token: boris.token,
      body: { plan: 'pro', period: 'monthly' },
    });
    await world.database.exec('drop trigger break on billing.test_objects; drop function billing.break()');
    await world.ask('/billing-history/ani@sloy.test', { token: boris.token });
    await world.ask('/webhook', { raw: 'boris@sloy.test' });
    expect([answer.status, answer.body]).toEqual([
      503,
      { error: { code: 'database_unavailable', message: 'The database does not answer' } },
    ]);
    expect(said).toEqual([]);
    expect(lines()).toContainEqual(expect.objectContaining({ operation: 'service.billing_history', status: 403 }));
    expect(lines()).toContainEqual(
      expect.objectContaining({ msg: 'request failed', reason: expect.stringMatching(/P0001$/) }),
    );
    expect(lines()).toContainEqual(expect.objectContaining({ event: 'refused_signature' }));
    expect(JSON.stringify(lines())).not.toMatch(/@sloy\.test|%40|eyJ|127\.0\.0\.1|70000000-/);
  });
});
