import type { AddressInfo } from 'node:net';
import { sign } from 'hono/jwt';
import type { Billing } from '../../server/billing/billing';
import type { CertificateSigning } from '../../server/certificates/signing';
import { httpServer } from '../../server/http/http-server';
import { RateLimiter } from '../../server/http/rate-limit';
import { type Call, DatabaseError } from '../../server/http/service-client';
import { callerOf } from '../../server/http/tokens';
import type { StripeSettings } from '../../server/ops/settings';
import { openService, type Service } from '../../server/service-app';
import { openDatabase, type Session, type TestDatabase } from '../helpers/database';

// The payment service over HTTP on the real migrations, with a clock that tests advance. Tokens are signed here instead of by the auth service.

export const APP = 'https://app.sloy.test';
export const JWT_SECRET = 'a-signing-secret-of-the-auth-service-000000000';
export const PAYMENTS_SECRET = 'a-signing-secret-of-the-test-provider-00000000';
export const DAY = 86_400_000;

/** Calls the functions of the billing module as the service role. */
export const callOn =
  (session: Session): Call =>
  async (name, args = {}) => {
    const entries = Object.entries(args);
    const list = entries.map(([key], i) => `${key} => $${i + 1}`).join(', ');
    const values = entries.map(([, value]) =>
      value !== null && typeof value === 'object' ? JSON.stringify(value) : value,
    );
    try {
      const [row] = await session.query<{ answer: unknown }>(`select public.${name}(${list}) as answer`, values);
      return row?.answer;
    } catch (error) {
      throw new DatabaseError(name, (error as { code?: string }).code);
    }
  };

export interface Person {
  uid: string;
  email: string;
  token: string;
}

export const tokenOf = (claims: Record<string, unknown>, secret = JWT_SECRET) => {
  const now = Math.floor(Date.now() / 1000);
  return sign({ aud: 'authenticated', role: 'authenticated', iat: now - 10, exp: now + 3600, ...claims }, secret);
};

export interface Asking {
  token?: string | undefined;
  body?: unknown;
  raw?: string;
  method?: string;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  text: string;
  /** Empty if the response is not a JSON object. */
  body: Record<string, unknown>;
  headers: Headers;
  /** The `code` of an error response. */
  code: string | undefined;
}

export interface PaymentsDeps {
  database: TestDatabase;
  service: Service;
  billing: Billing;
  url: string;
  clock: { now: number };
  person(email: string): Promise<Person>;
  /** Sends a request like the app. */
  ask(path: string, asking?: Asking): Promise<Answer>;
  /** Opens a checkout and pays it with the given card. */
  buy(person: Person, plan: 'pro' | 'premium', period: 'monthly' | 'yearly', card?: string): Promise<Response>;
  /** The subscription row that the learner's device receives. */
  planOf(person: Person): Promise<Record<string, unknown>>;
  settle(): Promise<void>;
  close(): Promise<void>;
}

interface WorldOptions {
  stripe?: StripeSettings;
  limits?: 'on' | 'relaxed';
  database?: TestDatabase;
  certificates?: CertificateSigning;
}

export async function openPayments({
  stripe,
  limits = 'relaxed',
  database: given,
  certificates,
}: WorldOptions = {}): Promise<PaymentsDeps> {
  const database = given ?? (await openDatabase());
  const clock = { now: Date.now() };
  const service = openService({
    call: callOn(database),
    stripe,
    certificates,
    secret: PAYMENTS_SECRET,
    now: () => clock.now,
    limiter: new RateLimiter({ relaxed: limits === 'relaxed' }),
    trustProxy: true,
    identify: async (token) => (await callerOf(token, JWT_SECRET))?.uid ?? undefined,
    // Sessions exist only on the embedded server; second-factor.test.ts has the rule.
    consoleAccess: async () => 'open',
    mayCall: (origin) => origin === APP,
    appOrigin: () => APP,
    publicUrl: undefined,
    pingDatabase: async () => {
      await database.query('select 1');
    },
  });
  const server = httpServer(service.app.fetch);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const ask = async (path: string, { token, body, raw, method, headers }: Asking = {}): Promise<Answer> => {
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const answer = await fetch(path.startsWith('http') ? path : url + path, {
      method: method ?? (payload === undefined ? 'GET' : 'POST'),
      redirect: 'manual',
      headers: { origin: APP, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
      ...(payload === undefined ? {} : { body: payload }),
    });
    const text = await answer.text();
    const json: unknown = text.startsWith('{') ? JSON.parse(text) : {};
    const found = json as Record<string, unknown> & { error?: { code?: string } };
    return { status: answer.status, text, body: found, headers: answer.headers, code: found.error?.code };
  };
  let people = 0;
  return {
    database,
    service,
    billing: service.billing,
    url,
    clock,
    ask,
    async person(email) {
      people += 1;
      const uid = `70000000-0000-4000-8000-${String(people).padStart(12, '0')}`;
      await database.query('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [
        uid,
        email,
      ]);
      return { uid, email, token: await tokenOf({ sub: uid, email }) };
    },
    async buy({ token }, plan, period, card = 'pays') {
      const session = await ask('/create-checkout-session', { token, body: { plan, period } });
      if (session.status !== 200) throw new Error(`checkout: ${session.text}`);
      return fetch(String(session.body.url), {
        method: 'POST',
        body: new URLSearchParams({ card }),
        redirect: 'manual',
      });
    },
    async planOf({ uid }) {
      const [row] = await database.query<{ body: Record<string, unknown> }>(
        "select body from sync.feed where scope = $1 and kind = 'subscriptions' and row_id = $2",
        [`account:${uid}`, uid],
      );
      return row?.body ?? {};
    },
    settle: () => service.billing.settle(),
    async close() {
      await new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      });
      if (!given) await database.close();
    },
  };
}
