import { checkDoc } from '@sync/protocol/kinds';
import type { PushAnswer } from '@sync/protocol/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JournalDoc } from '@/shared/journal';
import { PushSender } from '../../server/push/sender';
import { as, type Session, service, startPostgres, type TestPostgres } from '../helpers/database';
import { mergeDocs } from '../helpers/model-merge-docs';
import { attempt, buildWorld, doc, idOf, MARIA, registration } from '../helpers/push-deps';

const WRITERS = 8;
const learners = Array.from({ length: WRITERS }, (_, n) => `44444444-4444-4444-8444-44444444444${n}`);
let server: TestPostgres;
let sessions: (Session & { close(): Promise<void> })[];

beforeAll(async () => {
  server = await startPostgres();
  await buildWorld({ sql: (text, values) => server.query(text, values) });
  for (const uid of learners) {
    await server.query('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [
      uid,
      `${uid}@sloy.test`,
    ]);
    await server.query('update public.user_subscriptions set has_pro_plan = true where user_id = $1', [uid]);
  }
  sessions = await Promise.all(learners.map(() => server.connect()));
});
afterAll(() => server?.stop());

async function push(session: Session, uid: string | null, docs: unknown): Promise<PushAnswer[]> {
  const argument = typeof docs === 'string' ? docs : JSON.stringify(docs);
  return as(session, { role: uid ? 'authenticated' : 'anon', uid }, async (caller) => {
    const [row] = await caller.query<{ answers: PushAnswer[] }>(
      `select public.${uid ? 'sync_push' : 'send_forms'}($1::json) as answers`,
      [argument],
    );
    return row?.answers ?? [];
  });
}

const note = (key: number, n: number) =>
  doc(
    'note',
    idOf(key),
    { video_id: idOf(0), versions: [{ at: 1_000 + n, text: `версия ${n}`, position: 0, deleted: false }] },
    1_000 + n,
  );

describe('on a real PostgreSQL', { timeout: 60_000 }, () => {
  it('concurrent pushes of the same documents by one account, in any order, store the merge of all [PUSH-14]', async () => {
    const devices = sessions.map((_, n) => Array.from({ length: 12 }, (__, key) => note(600 + key, n)));
    const answers = await Promise.all(
      sessions.map((session, n) => push(session, MARIA, n % 2 ? [...(devices[n] ?? [])].reverse() : devices[n])),
    );
    expect(new Set(answers.flat().map(({ status }) => status))).not.toContain('retry');
    const stored = await server.query<JournalDoc>(
      "select id, kind, at, active_on, rev, data from sync.journal where user_id = $1 and kind = 'note' order by id",
      [MARIA],
    );
    expect(stored).toHaveLength(12);
    stored.forEach((kept, key) => {
      const copies = devices.map((docs) => docs[key] as JournalDoc);
      expect({ ...kept, rev: 0 }).toEqual(copies.reduce((a, b) => mergeDocs(a, b)));
      expect(checkDoc(kept).ok).toBe(true);
      expect(kept.rev).toBe(WRITERS);
    });
  });

  it('only one of many concurrent registrations gets the last seat of an event [SEAT-1]', async () => {
    const answers = await Promise.all(
      sessions.map((session, n) => push(session, learners[n] ?? null, [registration(1, true)])),
    );
    const codes = answers.flat().map(({ status, code }) => code ?? status);
    expect(codes.filter((code) => code === 'applied')).toHaveLength(1);
    expect(codes.filter((code) => code === 'event_full')).toHaveLength(WRITERS - 1);
    expect(await server.query('select current_participants from public.events where id = $1', [idOf(1)])).toEqual([
      { current_participants: 1 },
    ]);
    const kept = await server.query(
      "select count(*) as n from sync.journal where id = $1 and (data ->> 'registered')::boolean",
      [`registration/${idOf(1)}`],
    );
    expect(kept).toEqual([{ n: 1 }]);
  });

  it('accounts that register for two events in opposite order do not deadlock: each document is answered, and a retry succeeds [SEAT-1]', async () => {
    const orders = sessions.map((_, n) =>
      n % 2 ? [registration(0, true), registration(2, true)] : [registration(2, true), registration(0, true)],
    );
    let waiting = orders.map((docs, n) => ({ docs, n }));
    for (let round = 0; waiting.length > 0 && round < 10; round++) {
      const answered = await Promise.all(
        waiting.map(async ({ docs, n }) => {
          const answers = await push(sessions[n] as Session, learners[n] ?? null, docs);
          return { docs: docs.filter((_, i) => answers[i]?.status === 'retry'), n };
        }),
      );
      waiting = answered.filter(({ docs }) => docs.length > 0);
    }
    expect(waiting).toEqual([]);
    expect(
      await server.query('select current_participants from public.events where id = any($1::uuid[]) order by id', [
        [idOf(0), idOf(2)],
      ]),
    ).toEqual([{ current_participants: WRITERS }, { current_participants: WRITERS }]);
  });

  it('an attempt that two devices send concurrently is one result [ATTEMPT-3]', async () => {
    const key = idOf(700);
    // The server never dates a result before its account existed.
    const [account] = await server.query<{ at: Date }>('select created_at as at from public.profiles where id = $1', [
      MARIA,
    ]);
    const base = Number(account?.at) + 10;
    await Promise.all(
      sessions.slice(0, 4).map((session, n) => push(session, MARIA, [attempt(key, 0, base + n, [n ? 'b' : 'a'])])),
    );
    const results = await server.query<{ score: number; answers: object; completed_at: Date }>(
      'select score, answers, completed_at from public.test_results where id = $1',
      [key],
    );
    // The attempt that arrives first counts as a whole: its answers, score and time.
    const first = Number(results[0]?.completed_at) - base;
    expect(first).toBeOneOf([0, 1, 2, 3]);
    const { answers } = attempt(key, 0, base + first, [first ? 'b' : 'a']).data;
    expect(results).toEqual([{ score: first ? 0 : 100, answers, completed_at: new Date(base + first) }]);
    // The stored document is the scored attempt, however many copies arrive later.
    const [stored] = await server.query("select data ->> 'finished_at' as finished from sync.journal where id = $1", [
      `attempt/${key}`,
    ]);
    expect(stored).toEqual({ finished: String(base + first) });
  });

  it('of attempts at a graded quiz that all devices send concurrently, each is one result and only one counts [ATTEMPT-4]', async () => {
    await server.query('update public.tests set graded = true where id = $1', [idOf(2)]);
    const now = Date.now();
    const answers = await Promise.all(
      sessions.map((session, n) =>
        push(session, MARIA, [
          attempt(idOf(720 + 2 * n), 2, now + n),
          attempt(idOf(721 + 2 * n), 2, now - n * 3_600_000),
        ]),
      ),
    );
    expect(new Set(answers.flat().map(({ status }) => status))).not.toContain('retry');
    const results = await server.query<{ counted: boolean; score: number | null }>(
      'select counted, score from public.test_results where user_id = $1 and test_id = $2',
      [MARIA, idOf(2)],
    );
    expect(results).toHaveLength(2 * WRITERS);
    expect(results.filter(({ counted }) => counted)).toEqual([{ counted: true, score: 0 }]);
    expect(results.filter(({ score }) => score !== null)).toHaveLength(1);
  });

  it('a poison document, a call that is too large and a visitor get the same answers as on the embedded database [PUSH-11, PUSH-12]', async () => {
    const session = sessions[0] as Session;
    const poison = `{"id":"note/z","data":${'['.repeat(3_000)}${']'.repeat(3_000)}}`;
    const answers = await push(
      session,
      MARIA,
      `[{"id":"like/\\u0000"},${JSON.stringify(note(650, 0))},{"id":"x","at":1e400},"\\ud800",${poison}]`,
    );
    expect(answers.map(({ status, code }) => code ?? status)).toEqual([
      'bad_document',
      'applied',
      'bad_document',
      'bad_document',
      'bad_document',
    ]);
    await expect(push(session, MARIA, [{ data: 'x'.repeat(10_000_000) }])).rejects.toMatchObject({ code: 'PT413' });
    expect(await push(session, null, [note(651, 0)])).toMatchObject([{ code: 'sign_in' }]);
  });

  it('concurrent senders send each message of the push queue once [PUSH-10]', async () => {
    const MESSAGES = 100;
    await server.query("update public.profiles set quiet_hours = 'off' where id = any ($1::uuid[])", [learners]);
    await server.query(
      `insert into public.push_devices (user_id, platform, address, token, device)
        select id, 'android', id, id, 'phone' from unnest($1::uuid[]) id`,
      [learners],
    );
    await server.query(
      `insert into public.notifications (user_id, title, message)
        select id, 'Известие ' || n, '' from unnest($1::uuid[]) id, generate_series(1, ${MESSAGES}) n`,
      [learners],
    );
    const sent: string[] = [];
    const native = {
      send: async ({ token }: { token: string }, { title }: { title: string }) => {
        sent.push(`${token} ${title}`);
        return { status: 200 };
      },
    };
    const senders = sessions.map(
      (session) =>
        new PushSender({
          call: (name, args) =>
            as(session, service, async (caller) => {
              const named = Object.keys(args ?? {}).map((key, n) => `${key} => $${n + 1}`);
              const values = Object.entries(args ?? {}).map(([key, value]) =>
                key === 'p_results' ? JSON.stringify(value) : value,
              );
              const [row] = await caller.query<{ answer: unknown }>(
                `select public.${name}(${named.join(', ')}) as answer`,
                values,
              );
              return row?.answer;
            }),
          ...{ web: native, native, appOrigin: () => 'https://sloy.test' },
        }),
    );
    await Promise.all(senders.map((sender) => sender.drain()));
    expect(sent).toHaveLength(WRITERS * MESSAGES);
    expect(new Set(sent).size).toBe(sent.length);
    expect(await server.query('select outcome, count(*)::int from sync.push_outbox group by outcome')).toEqual([
      { outcome: 'sent', count: sent.length },
    ]);
  });
});
