/** sync_pull returns every row of the caller's scopes once, in pages; it denies all other scopes and rejects bad input. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, actAs, anon, as, openDatabase, type TestDatabase, tryAs } from '../helpers/database';
import { digestOf, emptyCopy, follow, pull } from '../helpers/pull';
import { accounts, admin, buildSchool, free, nobody, other, premium, pro, videos } from '../helpers/school';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  await buildSchool(database);
});
afterAll(() => database.close());

describe('pages', () => {
  it.each([1, 2, 7, 1000])('of %i rows contain every row once and end at the head [PULL-2]', async (limit) => {
    const copy = emptyCopy();
    const seen: number[] = [];
    for (;;) {
      const [entry] = await pull(database, free, [{ scope: 'public', seq: copy.cursor }], limit);
      expect(entry?.rows?.length).toBeLessThanOrEqual(limit);
      for (const row of entry?.rows ?? []) {
        seen.push(row.seq);
        copy.rows.set(`${row.kind}/${row.id}`, row);
      }
      copy.cursor = entry?.seq ?? 0;
      if (!entry?.more) {
        expect(entry?.digest).toEqual(digestOf(copy));
        break;
      }
      expect(entry.digest).toBeUndefined();
    }
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
    const [head] = await database.query<{ live: number; seq: number }>(
      `select live_count as live, seq from sync.scope where scope = 'public'`,
    );
    expect([copy.rows.size, copy.cursor]).toEqual([head?.live, head?.seq]);
  });

  it('answer every cursor in order, in one request [PULL-1]', async () => {
    const scopes = [
      'plan:premium',
      'public',
      `account:${premium.uid}`,
      'plan:basic',
      `journal:${premium.uid}`,
      `video:${videos.basic}`,
    ];
    const answer = await pull(
      database,
      premium,
      scopes.map((scope) => ({ scope, seq: 0 })),
    );
    expect(answer.map(({ scope }) => scope)).toEqual(scopes);
    expect(answer.every(({ denied, more, epoch }) => !denied && more === false && epoch === answer[0]?.epoch)).toBe(
      true,
    );
  });

  it('are empty at the head and contain its number [PULL-2]', async () => {
    const [first] = await pull(database, free, [{ scope: 'public', seq: 0 }]);
    const [second] = await pull(database, free, [{ scope: 'public', seq: first?.seq, epoch: first?.epoch }]);
    expect(second).toEqual({
      scope: 'public',
      epoch: first?.epoch,
      rows: [],
      seq: first?.seq,
      more: false,
      digest: first?.digest,
    });
  });

  it('of an empty scope are empty [PULL-2]', async () => {
    await database.query('insert into auth.users (id, email) values ($1, $2)', [nobody, 'nobody@school.test']);
    const actor: Actor = { role: 'authenticated', uid: nobody };
    const epoch = (await pull(database, actor, [{ scope: 'public', seq: 0 }]))[0]?.epoch;
    const digest = { count: 0, sum: '0', xor: '0', hash: 0 };
    expect(await pull(database, actor, [{ scope: `journal:${nobody}`, seq: 0 }])).toEqual([
      { scope: `journal:${nobody}`, epoch, rows: [], seq: 0, more: false, digest },
    ]);
  });

  it('contain tombstones without a body after a deletion [FEED-4]', async () => {
    const copy = emptyCopy();
    await follow(database, pro, `account:${pro.uid}`, copy);
    const gone = [...copy.rows.keys()].find((key) => key.startsWith('notifications/'))?.split('/')[1];
    await database.exec(`delete from public.notifications where id = '${gone}'`);
    const [entry] = await pull(database, pro, [{ scope: `account:${pro.uid}`, seq: copy.cursor }]);
    expect(entry?.rows).toEqual([
      { kind: 'notifications', id: gone, seq: copy.cursor + 1, hash: null, deleted: true, body: null },
    ]);
  });
});

describe('epochs', () => {
  it('start from 0 for a cursor of another epoch [EPOCH-1]', async () => {
    const [head] = await pull(database, free, [{ scope: 'public', seq: 0 }]);
    await database.exec('select sync.renew_scopes()');
    const [renewed] = await pull(database, free, [{ scope: 'public', seq: head?.seq, epoch: head?.epoch }]);
    expect(renewed?.epoch).toBeGreaterThan(head?.epoch ?? 0);
    expect(renewed?.rows?.length).toBe(head?.rows?.length);
    expect(renewed?.digest).toEqual(head?.digest);
    const [known] = await pull(database, free, [{ scope: 'public', seq: head?.seq, epoch: renewed?.epoch }]);
    expect(known?.rows).toEqual([]);
  });

  it('are above those of any earlier copy of the database, also for a scope that has no row yet [EPOCH-1]', async () => {
    const epochOf = async (scope: string) => (await pull(database, free, [{ scope, seq: 0 }]))[0]?.epoch;
    const epoch = async (above: number) =>
      Number((await database.query<{ n: number }>('select sync.renew_scopes($1) as n', [above]))[0]?.n);
    const first = await epoch(0);
    expect(first).toBeGreaterThan((Date.now() - Date.UTC(2020, 0, 1)) / 1000 - 60);
    expect(await epoch(0)).toBe(first + 1);
    expect(await epoch(first + 500)).toBe(first + 501);
    await database.query('delete from sync.scope where scope = $1', [`journal:${free.uid}`]);
    expect([await epochOf('public'), await epochOf(`journal:${free.uid}`)]).toEqual([first + 501, first + 501]);
  });

  it('start from 0 for a cursor ahead of the head, as after a restored backup [EPOCH-1]', async () => {
    const [entry] = await pull(database, free, [{ scope: 'public', seq: 9_000_000 }], 2);
    expect(entry).toMatchObject({ more: true });
    expect(entry?.rows).toHaveLength(2);
  });
});

describe('the scopes of an account', () => {
  const scopes = {
    public: 'public',
    basic: 'plan:basic',
    premium: 'plan:premium',
    account: `account:${pro.uid}`,
    journal: `journal:${pro.uid}`,
    freeVideo: `video:${videos.free}`,
    preview: `video:${videos.preview}`,
    basicVideo: `video:${videos.basic}`,
    premiumVideo: `video:${videos.premium}`,
    draftVideo: `video:${videos.draft}`,
    noVideo: `video:${nobody}`,
    badVideo: 'video:1',
    unknown: 'plan:gold',
    empty: '',
    prefix: 'account:',
    pattern: 'account:%',
    other: "x' or true --",
  };
  const law: Record<string, (keyof typeof scopes)[]> = {
    free: ['public'],
    pro: ['public', 'basic', 'account', 'journal', 'freeVideo', 'preview', 'basicVideo'],
    premium: ['public', 'basic', 'premium', 'freeVideo', 'preview', 'basicVideo', 'premiumVideo'],
    other: ['public', 'basic', 'premium', 'freeVideo', 'preview', 'basicVideo', 'premiumVideo'],
    admin: ['public'],
    superAdmin: ['public'],
  };

  it.each(Object.entries(law))('%s: %j and no others [SCOPE-1]', async (who, allowed) => {
    const answer = await pull(
      database,
      accounts[who as keyof typeof accounts],
      Object.values(scopes).map((scope) => ({ scope, seq: 0 })),
    );
    const names = Object.keys(scopes) as (keyof typeof scopes)[];
    expect(names.filter((_, i) => !answer[i]?.denied)).toEqual(allowed);
    for (const entry of answer.filter(({ denied }) => denied))
      expect(entry).toEqual({ scope: entry.scope, denied: true });
  });

  it('visitor: none, because the call itself is rejected [SCOPE-1]', async () => {
    await expect(pull(database, anon, [{ scope: 'public', seq: 0 }])).rejects.toMatchObject({ code: '42501' });
  });

  it('the scopes of a plan are denied after it ends [SCOPE-3]', async () => {
    await database.exec(
      `update public.user_subscriptions set has_premium_plan = false, has_pro_plan = true where user_id = '${other.uid}'`,
    );
    const answer = await pull(database, other, [
      { scope: 'plan:basic', seq: 0 },
      { scope: 'plan:premium', seq: 0 },
    ]);
    expect(answer.map(({ denied }) => denied ?? false)).toEqual([false, true]);
  });

  it('the same rule decides who receives pokes [POKE-2]', async () => {
    const hears = (actor: Actor, topic: string) =>
      tryAs(database, { role: 'service_role', uid: null }, async (session) => {
        await session.query(`insert into realtime.messages (topic, extension) values ($1, 'broadcast')`, [topic]);
        await session.query(`select set_config('realtime.topic', $1, true)`, [topic]);
        await actAs(session, actor);
        return (await session.query('select 1 from realtime.messages where topic = $1', [topic])).length > 0;
      });
    expect(await hears(pro, 'scope:public')).toBe(true);
    expect(await hears(pro, `scope:account:${pro.uid}`)).toBe(true);
    expect(await hears(pro, `scope:account:${premium.uid}`)).toBe(false);
    expect(await hears(pro, 'scope:plan:premium')).toBe(false);
    expect(await hears(pro, 'public')).toBe(false);
    expect(await hears(free, 'scope:plan:basic')).toBe(false);
    expect(await hears(anon, 'scope:public')).toBe(false);
  });
});

describe('bad input', () => {
  it.each([
    ['no cursors', null, 10],
    ['an object', {}, 10],
    ['a text', 'public', 10],
    ['too many cursors', Array.from({ length: 501 }, (_, i) => ({ scope: `video:${i}`, seq: 0 })), 10],
    ['one scope twice', Array.from({ length: 2 }, () => ({ scope: 'public', seq: 0 })), 10],
    ['a cursor that is no object', ['public'], 10],
    ['a cursor without a scope', [{ seq: 0 }], 10],
    ['a scope that is a number', [{ scope: 1, seq: 0 }], 10],
    ['a scope that is null', [{ scope: null, seq: 0 }], 10],
    ['an endless scope', [{ scope: 'x'.repeat(101), seq: 0 }], 10],
    ['a cursor without a number', [{ scope: 'public' }], 10],
    ['a number below zero', [{ scope: 'public', seq: -1 }], 10],
    ['half a number', [{ scope: 'public', seq: 1.5 }], 10],
    ['a number as text', [{ scope: 'public', seq: '1' }], 10],
    ['an absurd number', [{ scope: 'public', seq: 1e30 }], 10],
    ['an epoch as text', [{ scope: 'public', seq: 0, epoch: 'x' }], 10],
    ['an absurd epoch', [{ scope: 'public', seq: 0, epoch: 1e12 }], 10],
    ['no limit', [{ scope: 'public', seq: 0 }], null],
    ['a limit of none', [{ scope: 'public', seq: 0 }], 0],
    ['a limit below none', [{ scope: 'public', seq: 0 }], -5],
    ['a limit over a thousand', [{ scope: 'public', seq: 0 }], 1001],
  ])('answers %s with a clear rejection [PULL-5]', async (_, cursors, limit) => {
    await expect(pull(database, admin, cursors, limit)).rejects.toMatchObject({
      code: 'PT400',
      message: expect.stringMatching(/^(p_cursors|p_limit|each cursor|seq|epoch)/),
    });
  });

  it('treats an epoch of null as a missing one [EPOCH-1]', async () => {
    const [entry] = await pull(database, admin, [{ scope: 'public', seq: 0, epoch: null }], 1);
    expect(entry?.rows).toHaveLength(1);
  });
});

it('the token of an account that the database does not know is no session, so its device keeps everything [EPOCH-8]', async () => {
  const gone: Actor = { role: 'authenticated', uid: '90000000-0000-4000-8000-0000000000ee' };
  await expect(pull(database, gone, [{ scope: 'public', seq: 0 }])).rejects.toMatchObject({ code: 'PT401' });
  const push = as(database, gone, ({ query }) => query(`select public.sync_push('[]'::json) as answer`));
  await expect(push).rejects.toMatchObject({ code: 'PT401', message: 'unknown_account' });
});

it('an answer ends at about 2 MB, and the pages after it bring the rest [PULL-2]', async () => {
  await database.exec(
    `insert into public.news (title, summary, content, status) select 'Дълга ' || n, repeat(md5(n::text), 3000), '.', 'published'
       from generate_series(1, 40) n`,
  );
  const scopes = ['public', 'plan:basic', `account:${pro.uid}`];
  const answer = await pull(
    database,
    pro,
    scopes.map((scope) => ({ scope, seq: 0 })),
  );
  expect(JSON.stringify(answer).length).toBeLessThan(2_100_000);
  expect(answer[0]?.more).toBe(true);
  expect(answer.every(({ rows }) => rows?.length)).toBe(true);
  for (const scope of scopes) {
    const copy = emptyCopy();
    expect((await follow(database, pro, scope, copy)).digest).toEqual(digestOf(copy));
  }
  await database.exec(`delete from public.news where title like 'Дълга %'`);
});
