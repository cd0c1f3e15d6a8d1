import 'fake-indexeddb/auto';
import { TransportError } from '@sync/protocol/errors';
import { liveQuery } from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { joinIntervals } from '@/shared/intervals';
import type { JournalDoc } from '@/shared/journal';
import { Device, type DeviceOptions } from '../helpers/devices';
import { ModelServer } from '../helpers/model-server';
import { RELIABLE } from '../helpers/network-profile';
import { differencesOf, foreignDocumentsOn, IVAN, MARIA, THINGS, type Truth } from '../helpers/simulated-school';
import { until } from '../helpers/until';

// Several devices of one learner with the real stores and engine, one situation per test.
const [VIDEO, EVENT] = THINGS as [string, string];
let server: ModelServer;
let truth: Truth;
const devices: Device[] = [];
beforeEach(() => {
  server = new ModelServer();
  server.addAccount(MARIA, 'premium');
  server.addAccount(IVAN, 'pro');
  for (const id of THINGS) server.publish('public', 'courses', id, { title: `Курс ${id}` });
  for (let n = 0; n < 30; n++)
    server.publish(n < 15 ? 'plan:basic' : 'plan:premium', 'lessons', `lesson-${n}`, { course_id: VIDEO });
  truth = {
    journal: async (account) => [...(server.journals.get(account)?.values() ?? [])],
    live: async (scope) => server.live(scope),
    mayFollow: async (account, scope) => server.mayFollow(account, scope),
  };
});
afterEach(async () => {
  await Promise.all(devices.splice(0).map((device) => device.remove()));
});

async function device(account = MARIA, options: DeviceOptions = {}): Promise<Device> {
  const made = new Device(server, account, { storage: 'dexie', ...options });
  devices.push(made);
  return made.open();
}

const like = (on: Device, liked = true) => on.outbox.write('like', VIDEO, () => ({ video_id: VIDEO, liked }));
const settled = (...all: Device[]) =>
  until(async () => expect((await Promise.all(all.map((one) => differencesOf(one, truth)))).flat()).toEqual([]));

test('without a single poke everything arrives by polling [POKE-8]', async () => {
  const network = { ...RELIABLE, lostPoke: 1 };
  const [one, two] = [await device(MARIA, { network }), await device(MARIA, { network })];
  await settled(one, two);
  await like(one);
  server.publish('public', 'courses', VIDEO, { title: 'Ново име' });
  await until(async () => expect((await two.shown('like', VIDEO))?.data.liked).toBe(true));
  await settled(one, two);
});

test('a poke brings a change to another device [POKE-4]', async () => {
  const [one, two] = [await device(), await device()];
  await settled(one, two);
  await like(one);
  await until(async () => expect((await two.shown('like', VIDEO))?.data.liked).toBe(true));
});

test('a fresh device restores everything and reports it [PULL-6]', async () => {
  const one = await device();
  await one.outbox.write('note', 'a0000000-0000-4000-8000-000000000001', (_, at) => ({
    video_id: VIDEO,
    versions: [{ at, text: 'дюза 0,4', position: 5_000, deleted: false }],
  }));
  await one.outbox.write('day', '2026-11-20', () => ({}));
  await settled(one);
  await one.remove();
  const two = await device();
  await until(() => expect(two.status).toMatchObject({ phase: 'idle', pending: 0, restored: true }));
  await settled(two);
  expect((await two.shown('note', 'a0000000-0000-4000-8000-000000000001'))?.data.versions[0]?.text).toBe('дюза 0,4');
});

test('two accounts on one device never see each other’s rows [SCOPE-6]', async () => {
  const [maria, ivan] = [await device(MARIA), await device(IVAN)];
  await like(maria);
  await ivan.outbox.write('day', '2026-11-20', () => ({}));
  await settled(maria, ivan);
  expect([...(await foreignDocumentsOn(maria, [IVAN])), ...(await foreignDocumentsOn(ivan, [MARIA]))]).toEqual([]);
  expect(await ivan.shown('like', VIDEO)).toBeUndefined();
  expect(await ivan.mirror.lessons.get('lesson-20')).toBeUndefined();
});

test('when a plan ends its rows leave the device, and they return with it [SCOPE-3]', async () => {
  const one = await device();
  await settled(one);
  expect(await one.mirror.lessons.count()).toBe(30);
  server.setPlan(MARIA, 'free');
  await until(async () => expect(await one.mirror.lessons.count()).toBe(0));
  expect(await one.mirror.courses.count()).toBe(4);
  server.setPlan(MARIA, 'pro');
  await until(async () => expect(await one.mirror.lessons.count()).toBe(15));
});

test('an account that the server does not recognise loses nothing on the device [SCOPE-4]', async () => {
  const one = await device();
  await like(one);
  await settled(one);
  const plan = server.plans.get(MARIA);
  server.plans.delete(MARIA);
  one.engine.syncNow();
  await until(() => expect(one.status?.phase).toBe('signed-out'));
  expect(await one.mirror.lessons.count()).toBe(30);
  server.plans.set(MARIA, plan ?? 'premium');
  one.engine.syncNow();
  await until(() => expect(one.status?.phase).toBe('idle'));
});

test('a new epoch is read from 0 while all rows stay on screen [EPOCH-1, EPOCH-2]', async () => {
  const one = await device(MARIA, { pullLimit: 2 });
  await settled(one);
  const seen: number[] = [];
  const watching = liveQuery(() => one.mirror.courses.count()).subscribe((count) => seen.push(count));
  server.publish('public', 'courses', THINGS[3] as string, null);
  server.restart('public');
  server.publish('public', 'courses', THINGS[2] as string, { title: 'След архива' });
  one.engine.syncNow();
  await settled(one);
  watching.unsubscribe();
  expect(Math.min(...seen)).toBeGreaterThanOrEqual(3);
  expect((await one.mirror.courses.get(THINGS[2] as string))?.title).toBe('След архива');
});

test('a row that is missing on the device is detected by the digest and read again [DIGEST-1]', async () => {
  const one = await device();
  await settled(one);
  await one.mirror.transaction('rw', one.mirror.courses, one.mirror.scopes, async () => {
    await one.mirror.courses.delete(VIDEO);
    const scope = await one.mirror.scopes.get('public');
    if (scope) await one.mirror.scopes.put({ ...scope, count: scope.count - 1 });
  });
  one.engine.syncNow();
  await settled(one);
});

test('unsent writes at a sign-out are sent at the next sign-in of the same account [OUTBOX-15]', async () => {
  const one = await device();
  await settled(one);
  one.setOffline(true);
  await like(one);
  await one.close();
  expect(server.journals.get(MARIA)?.size).toBe(0);
  one.offline = false;
  await one.open();
  await settled(one);
  expect(server.journals.get(MARIA)?.get(`like/${VIDEO}`)?.data).toEqual({ video_id: VIDEO, liked: true });
});

test('an offline device shows that, keeps writes and sends them when the network returns [ERROR-6]', async () => {
  const one = await device();
  await settled(one);
  one.setOffline(true);
  await like(one);
  one.engine.syncNow();
  await until(() => expect(one.status).toMatchObject({ phase: 'offline', pending: 1 }));
  one.setOffline(false);
  await settled(one);
  await until(() => expect(one.status).toMatchObject({ phase: 'idle', pending: 0 }));
});

test('a registration for a full event is rejected, reverted and listed, and accepted when it is sent again after a seat is free [SEAT-3]', async () => {
  server.seats.set(EVENT, 1);
  const [one, ivan] = [await device(), await device(IVAN)];
  const register = (on: Device, registered: boolean) =>
    on.outbox.write('registration', EVENT, () => ({ event_id: EVENT, registered }));
  await register(ivan, true);
  await settled(ivan);
  await register(one, true);
  await until(() => expect(one.rejected).toMatchObject([{ code: 'event_full', kind: 'registration' }]));
  await until(async () => expect((await one.shown('registration', EVENT))?.data.registered).toBe(false));
  await until(() => expect(one.status).toMatchObject({ pending: 0, rejected: 1 }));

  await register(ivan, false);
  await settled(ivan);
  await one.retry(`registration/${EVENT}`);
  await until(async () =>
    expect(await one.shown('registration', EVENT)).toMatchObject({ pending: false, data: { registered: true } }),
  );
  expect(one.rejected.length).toBe(0);
});

test('a rejected comment stays with its rejection until the learner discards it [OUTBOX-10]', async () => {
  server.rejects = ({ kind }) => (kind === 'comment' ? 'forbidden' : undefined);
  const one = await device();
  const id = 'b0000000-0000-4000-8000-000000000001';
  await one.outbox.write('comment', id, (_, at) => ({
    video_id: VIDEO,
    content: 'Питам',
    created_at: at,
    deleted: false,
  }));
  await until(() => expect(one.rejected).toMatchObject([{ id: `comment/${id}`, code: 'forbidden' }]));
  expect(await one.shown('comment', id)).toMatchObject({ pending: false });
  one.engine.syncNow();
  await until(() => expect(one.status).toMatchObject({ phase: 'idle', rejected: 1 }));
  expect(await one.shown('comment', id)).toBeDefined();

  await one.dismiss(`comment/${id}`);
  expect(await one.shown('comment', id)).toBeUndefined();
  expect(one.rejected.length).toBe(0);
});

test('progress that was rejected without a plan is not lost when another device’s progress replaces it [SHOW-1]', async () => {
  const watch = (on: Device, from: number) =>
    on.outbox.write('progress', VIDEO, (before, at) => ({
      video_id: VIDEO,
      course_id: null,
      intervals: joinIntervals(before?.data.intervals ?? [], [[from, from + 1_000]]),
      position: from,
      position_at: at,
      duration: 90_000,
      completed: false,
      first_watched: before?.data.first_watched ?? at,
    }));
  const stored = async (on: Device) => (await on.shown('progress', VIDEO))?.data.intervals;
  const id = `progress/${VIDEO}`;
  const [one, two] = [await device(), await device()];
  server.rejects = ({ kind }) => (kind === 'progress' ? 'forbidden' : undefined);
  await watch(one, 10_000);
  await until(() => expect(one.status).toMatchObject({ pending: 0, rejected: 1 }));

  server.rejects = () => undefined;
  await watch(two, 30_000);
  // The screen joins what it kept with what the other device watched.
  await until(async () =>
    expect(await stored(one)).toEqual([
      [10_000, 11_000],
      [30_000, 31_000],
    ]),
  );
  await watch(one, 50_000);
  const everything = [
    [10_000, 11_000],
    [30_000, 31_000],
    [50_000, 51_000],
  ];
  await until(() => expect(server.journals.get(MARIA)?.get(id)?.data).toMatchObject({ intervals: everything }));
  await until(async () => expect(await stored(two)).toEqual(everything));
  await until(() => expect(one.status).toMatchObject({ pending: 0, rejected: 0 }));
  await settled(one, two);
});

test('a rejected comment can be dismissed as soon as it is listed [OUTBOX-10]', async () => {
  server.rejects = ({ kind }) => (kind === 'comment' ? 'forbidden' : undefined);
  const one = await device();
  const key = 'b0000000-0000-4000-8000-000000000001';
  const listed = new Promise<void>((resolve, reject) => {
    one.outbox.subscribe(() => {
      if (one.rejected.length > 0) one.dismiss(`comment/${key}`).then(resolve, reject);
    });
  });
  await one.outbox.write('comment', key, (_, at) => ({
    video_id: VIDEO,
    content: 'Питам',
    created_at: at,
    deleted: false,
  }));
  await listed;
  await until(() => expect(one.status).toMatchObject({ phase: 'idle', pending: 0, rejected: 0 }));
  one.engine.syncNow();
  await settled(one);
  expect(await one.shown('comment', key)).toBeUndefined();
});

test('a document that no server can accept is listed, and the others of its batch arrive [PUSH-4]', async () => {
  server.poison = (doc) => doc.id.startsWith('comment/');
  const one = await device();
  one.setOffline(true);
  await one.outbox.write('comment', 'b0000000-0000-4000-8000-000000000001', (_, at) => ({
    video_id: VIDEO,
    content: 'Яд',
    created_at: at,
    deleted: false,
  }));
  for (let n = 1; n < 10; n++) await one.outbox.write('day', `2026-11-0${n}`, () => ({}));
  one.setOffline(false);
  await until(() => expect(server.journals.get(MARIA)?.size).toBe(9));
  await until(() => expect(one.status).toMatchObject({ pending: 0, rejected: 1 }));
});

test('a server that fails on every document for a while rejects none [PUSH-5]', async () => {
  const one = await device();
  await settled(one);
  const push = vi
    .spyOn(server, 'push')
    .mockRejectedValue(new TransportError('server', 'cannot execute UPDATE in a read-only transaction'));
  await one.outbox.write('day', '2026-11-20', () => ({}));
  await until(() => {
    one.engine.syncNow();
    expect(push.mock.calls.length).toBeGreaterThan(15);
  });
  expect(one.status).toMatchObject({ pending: 1, rejected: 0 });
  push.mockRestore();
  one.engine.syncNow();
  await settled(one);
  expect(server.journals.get(MARIA)?.has('day/2026-11-20')).toBe(true);
});

test('a device whose outbox cannot be written still shows what another device did [ERROR-7]', async () => {
  const [one, two] = [await device(), await device(MARIA, { pullLimit: 500 })];
  await settled(one, two);
  two.outboxFull = true;
  for (let n = 1; n < 10; n++) await one.outbox.write('day', `2026-11-0${n}`, () => ({}));
  await settled(one);
  two.engine.syncNow();
  await until(async () => expect(await two.mirror.day.count()).toBe(9));
  await settled(one, two);
});

test('a document that this version cannot read is kept, not shown, and shown once it can be read [PULL-9]', async () => {
  const one = await device();
  const id = 'day/2026-11-20';
  const doc = { id, kind: 'day' as const, at: 1, active_on: '2026-11-20', rev: 1, data: {} };
  server.publish(`journal:${MARIA}`, 'day', id, { ...doc, data: 'a form of later' });
  await until(async () => expect(await one.mirror.day.get(id)).toMatchObject({ _strange: 1 }));
  expect(await one.shown('day', '2026-11-20')).toBeUndefined();
  expect(await one.mirror.scopes.get(`journal:${MARIA}`)).toMatchObject({ count: 1, mended: 0 });
  await one.close();
  await one.open(false);
  // Simulates an update to a version that understands the document.
  await one.mirror.day.update(id, { data: {} });
  await one.engine.start();
  await until(async () => expect(await one.shown('day', '2026-11-20')).toBeDefined());
});

test('after a restored backup without the last writes the devices send them again [EPOCH-3]', async () => {
  const one = await device();
  await like(one);
  await one.outbox.write('day', '2026-11-20', () => ({}));
  await settled(one);
  server.journals.get(MARIA)?.delete(`like/${VIDEO}`);
  server.publish(`journal:${MARIA}`, 'like', `like/${VIDEO}`, null);
  server.restart(`journal:${MARIA}`);
  one.engine.syncNow();
  await until(() => expect(server.journals.get(MARIA)?.has(`like/${VIDEO}`)).toBe(true));
  await settled(one);
});

test('after a restored backup with an older copy of a document the devices send the newer one again [EPOCH-3]', async () => {
  const [one, two] = [await device(), await device(MARIA, { pullLimit: 1 })];
  await like(one, true);
  await one.outbox.write('day', '2026-11-20', () => ({}));
  await settled(one, two);
  const id = `like/${VIDEO}`;
  const older = server.journals.get(MARIA)?.get(id) as JournalDoc;
  await like(one, false);
  await settled(one, two);
  await one.close();
  server.journals.get(MARIA)?.set(id, older);
  server.publish(`journal:${MARIA}`, 'like', id, { ...older });
  server.restart(`journal:${MARIA}`);
  two.engine.syncNow();
  await until(() => expect(server.journals.get(MARIA)?.get(id)?.data).toMatchObject({ liked: false }));
  await settled(two);
});

test('a document that the server has deleted on purpose is not sent again [EPOCH-6]', async () => {
  const [one, two] = [await device(), await device()];
  await like(one);
  await settled(one, two);
  two.setOffline(true);
  server.journals.get(MARIA)?.delete(`like/${VIDEO}`);
  server.publish(`journal:${MARIA}`, 'like', `like/${VIDEO}`, null);
  // The digest of the second device is wrong, so it reads the scope again and meets the deletion there.
  const scope = await two.mirror.scopes.get(`journal:${MARIA}`);
  await two.mirror.scopes.update(`journal:${MARIA}`, { seq: 0, sum: '7', aside: true, whole: false });
  await two.mirror.like.update(`like/${VIDEO}`, { _scope: `journal:${MARIA}~` });
  expect(scope?.count).toBe(1);
  two.setOffline(false);
  two.engine.syncNow();
  await settled(one, two);
  expect(server.journals.get(MARIA)?.size).toBe(0);
  expect(two.outbox.docs()).toEqual([]);
});

test('a thousand offline writes are sent in batches that the server accepts [PUSH-1]', async () => {
  const one = await device(MARIA, { pullLimit: 1_000 });
  await settled(one);
  one.setOffline(true);
  const days = Array.from({ length: 1_000 }, (_, n) => new Date(Date.UTC(2023, 0, 1 + n)).toISOString().slice(0, 10));
  await Promise.all(days.map((day) => one.outbox.write('day', day, () => ({}))));
  one.setOffline(false);
  await until(() => expect(server.journals.get(MARIA)?.size).toBe(1_000));
  await settled(one);
  expect([...server.pushed.values()].reduce((sum, times) => sum + times)).toBeLessThan(1_200);
});
