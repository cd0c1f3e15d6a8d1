import 'fake-indexeddb/auto';
import { applyPage, type GrantedPage, restartScope, sweepScope } from '@sync/mirror/apply';
import { sameDigest } from '@sync/mirror/digest';
import { createMirror, follow, freshScope } from '@sync/mirror/mirror';
import type { MirrorDb } from '@sync/mirror/mirror-schema';
import { FOLLOWED_VIDEOS, Puller } from '@sync/mirror/pull';
import type { TransportError } from '@sync/protocol/errors';
import type { Cursor, ScopePage, Transport } from '@sync/protocol/types';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '@/shared/clock';
import { ModelServer } from '../helpers/model-server';
import { Random } from '../helpers/random';
import { IVAN, idOf, MARIA } from '../helpers/simulated-school';

// Each test runs single pulls without the loop, because the loop's next digest comparison would repair, and so hide, a bug in the pull.

const ACCOUNT = `account:${MARIA}`;
const JOURNAL = `journal:${MARIA}`;
let server: ModelServer;
let mirror: MirrorDb;
let now: number;
/** Modifies the pages of a response before the puller receives them. */
let twist: (pages: ScopePage[], asked: Cursor[]) => ScopePage[];
let asked: Cursor[][];
/** Number of digest mismatches that the puller has detected. */
let differed: number;

const clock: Clock = { now: () => now, random: () => 0.5, setTimer: () => 0, clearTimer: () => undefined };
const transport: Pick<Transport, 'pull'> = {
  async pull(cursors, limit) {
    asked.push(cursors);
    return twist(await server.pull(MARIA, cursors, limit), cursors);
  },
};
const parts = {
  sameDigest(...both: Parameters<typeof sameDigest>) {
    const same = sameDigest(...both);
    if (!same) differed++;
    return same;
  },
};
const puller = (limit = 100) =>
  new Puller({
    account: MARIA,
    mirror,
    transport: transport as Transport,
    clock,
    limit,
    parts,
    putBack: async () => undefined,
  });
const scopeOf = async (scope: string) => (await mirror.scopes.get(scope)) ?? freshScope(scope);
const course = (n: number, scope = 'public') => server.publish(scope, 'courses', idOf(n), { title: `Курс ${n}` });

let made = 0;
beforeEach(async () => {
  server = new ModelServer();
  server.addAccount(MARIA, 'premium');
  server.addAccount(IVAN, 'pro');
  for (let n = 0; n < 10; n++) course(n);
  mirror = createMirror(`pull-${++made}`);
  now = 1_000_000_000;
  twist = (pages) => pages;
  asked = [];
  differed = 0;
});
afterEach(() => mirror.delete());

describe('a page is written only if it continues at the cursor', () => {
  const page = (more: boolean, seq = 1): GrantedPage => ({
    scope: 'public',
    epoch: 1,
    rows: [{ kind: 'courses', id: idOf(seq), seq, deleted: false, body: {} }],
    seq,
    more,
  });

  test.each<[string, Partial<Cursor>, Partial<GrantedPage>]>([
    ['an answer to an older question', { seq: 0 }, { seq: 9 }],
    ['an answer of another generation', { seq: 1 }, { seq: 9, epoch: 2 }],
    ['an answer about a scope that is followed no more', { seq: 1 }, { seq: 9, scope: 'plan:basic' }],
  ])('%s [PULL-3]', async (_, cursor, change) => {
    await mirror.scopes.put(freshScope('public'));
    expect(await applyPage(mirror, page(false), { scope: 'public', seq: 0 })).toBe(true);
    const before = await scopeOf('public');
    expect(await applyPage(mirror, { ...page(false, 9), ...change }, { scope: 'public', seq: 1, ...cursor })).toBe(
      false,
    );
    expect(await scopeOf('public')).toEqual(before);
    expect(await mirror.courses.count()).toBe(1);
  });

  test('a scope is complete once its head was reached, and stays complete [PULL-6]', async () => {
    await mirror.scopes.put(freshScope('public'));
    const seen: boolean[] = [];
    for (const [seq, more] of [[1, true] as const, [2, false] as const, [3, true] as const]) {
      await applyPage(mirror, page(more, seq), { scope: 'public', seq: seq - 1 });
      seen.push((await scopeOf('public')).whole);
    }
    expect(seen).toEqual([false, true, true]);
  });

  test('while a scope is read again its rows stay visible; rows that did not return are removed at the head [EPOCH-2]', async () => {
    await puller().pull();
    await restartScope(mirror, 'public', 1);
    expect(await mirror.courses.count()).toBe(10);
    await sweepScope(mirror, 'public');
    expect(await mirror.courses.count()).toBe(0);
  });
});

test('rows of kinds that an earlier version did not know are read once by this version [PULL-8]', async () => {
  server.publish('public', 'badges', idOf(30), { title: 'Непозната' });
  await puller().pull();
  // Simulates an earlier version that did not know `courses` and stored only the keys and `_seq` of its rows.
  const { _seq } = (await mirror.courses.get(idOf(3))) as { _seq: number };
  await mirror.courses.delete(idOf(3));
  await mirror.unknown.put({ kind: 'courses', id: idOf(3), _scope: 'public', _seq });
  await puller().pull();
  expect(await mirror.courses.get(idOf(3))).toMatchObject({ title: 'Курс 3' });
  expect((await mirror.unknown.toArray()).map(({ kind }) => kind)).toEqual(['badges']);
  asked = [];
  await puller().pull();
  expect(asked.flat().filter(({ scope, seq }) => scope === 'public' && seq === 0)).toEqual([]);
  expect(differed).toBe(0);
});

test('without faults no scope is read twice: moved, changed and deleted rows are counted correctly [DIGEST-1]', async () => {
  // Give each plan scope a row first. The first read of a scope does not look up where its rows were before, so without this, moving a row into the
  // scope would cause a repair.
  course(20, 'plan:basic');
  course(21, 'plan:premium');
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  const random = new Random(seed);
  const scopes = ['public', 'plan:basic', 'plan:premium'];
  const home = new Map(Array.from({ length: 10 }, (_, n) => [n, 'public' as string | undefined]));
  home.set(20, 'plan:basic').set(21, 'plan:premium');
  for (let round = 0; round < 150; round++) {
    for (let acts = random.below(6); acts >= 0; acts--) {
      const n = random.below(14);
      const from = home.get(n);
      const to = random.chance(0.25) ? undefined : random.pick(scopes);
      // A move writes to two scopes, and the puller may read them in the opposite order.
      if (from && from !== to) server.publish(from, 'courses', idOf(n), null);
      if (to) course(n, to);
      home.set(n, to);
    }
    await puller(1 + random.below(5)).pull();
    expect({ round, differed }, `SEED=${seed}`).toEqual({ round, differed: 0 });
    const rows = (await mirror.courses.toArray()).map(({ id, _scope }) => `${id} ${_scope}`).sort();
    expect(rows, `SEED=${seed}`).toEqual(
      [...home].flatMap(([n, scope]) => (scope ? [`${idOf(n)} ${scope}`] : [])).sort(),
    );
  }
});

test('a scope that is read from 0 deletes no row that moved out of it before [PULL-7]', async () => {
  course(20, 'plan:basic');
  server.move('plan:basic', 'public', 'courses', idOf(20), { title: 'Преместен' });
  await puller().pull();
  expect(await mirror.courses.get(idOf(20))).toMatchObject({ title: 'Преместен', _scope: 'public' });
});

test('no row stays of a scope that is denied while it is read again [SCOPE-5]', async () => {
  course(20, 'plan:basic');
  await puller().pull();
  await restartScope(mirror, 'plan:basic', 1);
  server.setPlan(MARIA, 'free');
  await puller().pull();
  expect(await mirror.courses.count()).toBe(10);
});

test('a page of the first reading that could not be stored is counted once when it is repeated [DIGEST-3]', async () => {
  let isFull = true;
  mirror.courses.hook('creating', (id) => {
    if (isFull && id === idOf(5)) throw new DOMException('The disk is full', 'QuotaExceededError');
  });
  const reading = puller(3);
  await expect(reading.pull()).rejects.toThrow();
  isFull = false;
  await reading.pull();
  expect([differed, await mirror.courses.count()]).toEqual([0, 10]);
});

test('a row that changes during the first reading is counted once, a deleted one not at all [DIGEST-3]', async () => {
  twist = (pages) => {
    if (asked.length === 2) course(0);
    if (asked.length === 3) server.publish('public', 'courses', idOf(1), null);
    return pages;
  };
  await puller(2).pull();
  expect(differed).toBe(0);
  expect(await mirror.courses.count()).toBe(9);
});

describe('an implausible answer causes a pause, and nothing of it is written', () => {
  const reasonOf = async () =>
    puller(3)
      .pull()
      .then(
        () => 'no error',
        (error: TransportError) => error.reason,
      );

  test.each<[string, typeof twist, string]>([
    ['to other scopes than asked', (pages) => [...pages].reverse(), 'server'],
    ['to fewer', (pages) => pages.slice(1), 'server'],
    ['that ends too early', (pages) => pages.slice(0, -1), 'server'],
    [
      'that gets nowhere',
      (pages, cursors) =>
        pages.map((page, i) => ({ ...page, epoch: 1, seq: cursors[i]?.seq ?? 0, more: true })) as ScopePage[],
      'server',
    ],
    ['that denies an account its own', (pages) => pages.map(({ scope }) => ({ scope, denied: true })), 'unauthorised'],
    [
      'that denies its journal alone',
      (pages) => pages.map((page) => (page.scope === JOURNAL ? { scope: JOURNAL, denied: true } : page)),
      'unauthorised',
    ],
  ])('%s [PULL-4, SCOPE-4]', async (_, change, reason) => {
    await puller().pull();
    course(11);
    const before = await mirror.scopes.toArray();
    twist = change;
    expect(await reasonOf()).toBe(reason);
    expect(await mirror.scopes.toArray()).toEqual(before);
    expect(await mirror.courses.count()).toBe(10);
  });

  test('a server that is behind the device is read from 0 [EPOCH-1]', async () => {
    await puller().pull();
    asked = [];
    twist = (pages) =>
      pages.map((page) =>
        page.scope === 'public' && !page.denied && asked.length < 2 ? { ...page, rows: [], seq: 2, more: true } : page,
      );
    course(12);
    await puller().pull();
    expect(asked.flat().some(({ scope, seq }) => scope === 'public' && seq === 0)).toBe(true);
    expect(await mirror.courses.count()).toBe(11);
  });
});

describe('a digest that differs', () => {
  const wrong = { count: 1, sum: '1', xor: '1' };
  const readings = () => asked.flat().filter(({ scope, seq }) => scope === 'public' && seq === 0).length;

  test('causes one reading from 0, further ones after growing pauses, and none after the digests agree [DIGEST-1, DIGEST-2]', async () => {
    await puller().pull();
    twist = (pages) =>
      pages.map((page) => (page.scope === 'public' && !page.denied && page.digest ? { ...page, digest: wrong } : page));
    asked = [];
    expect((await puller().pull()).differing).toEqual(['public']);
    expect(readings()).toBe(1);
    now += 59_000;
    expect((await puller().pull()).differing).toEqual(['public']);
    expect(readings()).toBe(1);
    now += 1_000;
    await puller().pull();
    expect(readings()).toBe(2);
    now += 60_000;
    await puller().pull();
    expect(readings()).toBe(2);
    now += 60_000;
    await puller().pull();
    expect([readings(), (await scopeOf('public')).mended]).toEqual([3, 3]);
    // A clock that was set back by a day must not extend the pause by a day.
    now -= 86_400_000;
    await puller().pull();
    expect(readings()).toBe(4);
    twist = (pages) => pages;
    expect((await puller().pull()).differing).toEqual([]);
    expect((await scopeOf('public')).mended).toBe(0);
  });
});

test('the most recently opened videos are followed, the others are removed from the device [SCOPE-7]', async () => {
  await puller().pull();
  const video = (n: number) => `video:${idOf(n)}`;
  for (let n = 0; n < FOLLOWED_VIDEOS + 2; n++) {
    server.publish(video(n), 'comments', idOf(1_000 + n), { video_id: idOf(n) });
    await follow(mirror, video(n), n + 1);
  }
  // Opens the oldest video again.
  await follow(mirror, video(0), 10_000);
  const { scopes } = await puller().pull();
  const gone = [1, 2].map(video);
  expect(scopes.filter((scope) => scope.startsWith('video:'))).toHaveLength(FOLLOWED_VIDEOS);
  expect(scopes.filter((scope) => gone.includes(scope))).toEqual([]);
  // The video that was opened last must be the last in the list, because the engine subscribes only to the last video scopes.
  expect(scopes.at(-1)).toBe(video(0));
  expect(await mirror.comments.count()).toBe(FOLLOWED_VIDEOS);
});

test('an idle poll writes nothing [PULL-10]', async () => {
  await puller().pull();
  let writes = 0;
  for (const table of mirror.tables) table.hook('updating', () => void writes++);
  asked = [];
  await puller().pull();
  expect([writes, asked.length]).toEqual([0, 1]);
  expect(asked[0]?.map(({ scope }) => scope).sort()).toEqual(
    [ACCOUNT, JOURNAL, 'plan:basic', 'plan:premium', 'public'].sort(),
  );
});
