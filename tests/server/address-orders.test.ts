import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedOfRun } from '../helpers/journal-arbitraries';
import { password, sendTo, startTestServer, type TestServer } from './harness';

// Random orders of what people do with addresses. `ADDRESS_ORDERS=200` runs more of them than the gate does.

const ORDERS = Number(process.env.ADDRESS_ORDERS ?? 5);
const TOGETHER = 10;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ supabaseDir: join(import.meta.dirname, '../../supabase') });
}, 120_000);
afterAll(() => server.stop());

interface Body {
  access_token?: string;
  error_code?: string;
  email?: string;
  user?: { id: string };
  id?: string;
}
async function ask(method: string, path: string, body: object, token?: string) {
  const answer = await sendTo(server, method, path, body, token);
  const text = await answer.text();
  const parsed: Body = text ? JSON.parse(text) : {};
  return { status: answer.status, body: parsed };
}
const run = (sql: string, params: unknown[]) => server.backend.database.run(sql, params);

interface Person {
  /** The addresses whose mails this person reads; the first one is registered. */
  mailboxes: string[];
  id: string;
  token: string;
}

const step = fc.record({
  what: fc.constantFrom('change', 'change', 'open', 'open', 'openOld', 'openAgain', 'link', 'otp', 'signOut', 'signIn'),
  who: fc.integer({ min: 0, max: 1 }),
  /** The address that the step names: one's own other mailbox, that of the other person, or one that nobody has. */
  address: fc.integer({ min: 0, max: 4 }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

let worlds = 0;

async function play(steps: readonly Step[]): Promise<void> {
  worlds += 1;
  const world = worlds;
  const name = (person: number, box: number) => `p${person}-${box}-${world}@school.test`;
  const all = [name(0, 0), name(0, 1), name(1, 0), name(1, 1), `nobody-${world}@school.test`];
  const people: Person[] = [];
  for (const person of [0, 1]) {
    const mailboxes = [name(person, 0), name(person, 1)];
    const { body } = await ask('POST', 'auth/v1/signup', { email: mailboxes[0], password });
    people.push({ mailboxes, id: body.user?.id ?? '', token: body.access_token ?? '' });
  }
  const first = new Map(people.map(({ id, mailboxes }) => [id, mailboxes[0] ?? '']));
  /** `<account> <address>` for each link that was opened. */
  const opened = new Set<string>();
  const used: string[] = [];
  const linksTo = ({ mailboxes }: Person) =>
    server.backend.mailbox
      .mails()
      .filter(({ to }) => mailboxes.includes(to))
      .flatMap(({ to, html }) => {
        const [, token_hash, type] = /token_hash=(\w+)&amp;type=(\w+)/.exec(html) ?? [];
        return token_hash ? [{ to, token_hash, type }] : [];
      });

  for (const { what, who, address } of steps) {
    const person = people[who] as Person; // the cast is safe because `who` is 0 or 1
    const email = all[address] ?? '';
    const own = await ask('POST', 'rest/v1/rpc/my_address', {}, person.token);
    const state = own.body as { email?: string; proven?: boolean };
    const isIn = own.status === 200;
    if (what === 'change') {
      const { status, body } = await ask('PUT', 'auth/v1/user', { email, current_password: password }, person.token);
      // The answer depends on the caller's own account alone, never on the address.
      if (!isIn) expect([401, 403]).toContain(status);
      else if (state.proven) expect([status, body.error_code]).toEqual([400, 'address_proven']);
      else expect([status, body.error_code, body.email]).toEqual([200, undefined, state.email]);
    } else if (what === 'otp') {
      expect(await ask('POST', 'auth/v1/otp', { email, create_user: false })).toEqual({ status: 200, body: {} });
    } else if (what === 'link') {
      await ask('POST', 'auth/v1/address/link', {}, person.token);
    } else if (what === 'signOut') {
      await ask('POST', 'auth/v1/logout', {}, person.token);
    } else if (what === 'signIn') {
      const { status, body } = await ask('POST', 'auth/v1/token?grant_type=password', { email, password });
      if (status === 200 && body.user?.id === person.id) person.token = body.access_token ?? '';
      else if (status !== 200) expect(body.error_code).toBe('invalid_credentials');
    } else {
      const links = linksTo(person);
      const link =
        what === 'open'
          ? links[0]
          : what === 'openOld'
            ? links.at(-1)
            : links.find(({ token_hash }) => used.includes(token_hash));
      if (!link) continue;
      const { status, body } = await ask('POST', 'auth/v1/verify', link, isIn ? person.token : undefined);
      if (status !== 200) {
        expect(body.error_code).toBe('otp_expired');
        continue;
      }
      expect(used, 'a link was opened twice').not.toContain(link.token_hash);
      used.push(link.token_hash);
      opened.add(`${body.user?.id} ${link.to}`);
      if (body.user?.id === person.id) person.token = body.access_token ?? '';
    }

    const accounts = await run(
      'select id, email, email_confirmed_at is not null as proven from auth.users where id = any ($1)',
      [people.map(({ id }) => id)],
    );
    for (const { id, email: now, proven } of accounts) {
      const wasOpened = opened.has(`${id} ${now}`);
      if (proven) expect(wasOpened, `${now} is confirmed without a link`).toBe(true);
      else expect(now, 'an address that nobody opened a link to').toBe(first.get(String(id)));
    }
    expect(new Set(accounts.map(({ email: now }) => now)).size).toBe(accounts.length);
  }
}

test(`no answer tells who has an address, and only links give one, in ${ORDERS} random orders`, {
  timeout: 1_800_000,
}, async () => {
  const seed = seedOfRun('orders of addresses');
  const queue = fc.sample(fc.array(step, { minLength: 3, maxLength: 9 }), { seed, numRuns: ORDERS }).entries();
  await Promise.all(
    Array.from({ length: TOGETHER }, async () => {
      for (const [order, steps] of queue)
        await play(steps).catch((cause: unknown) => {
          throw new Error(`SEED=${seed}, order ${order}: ${JSON.stringify(steps)}`, { cause });
        });
    }),
  );
});
