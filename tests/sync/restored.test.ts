import 'fake-indexeddb/auto';
import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Cursor, PushAnswer, ScopePage } from '@sync/protocol/types';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { JournalDoc } from '@/shared/journal';
import { declareRestored } from '../../server/embedded/database/backups';
import { openDatabase } from '../../server/embedded/database/database';
import { Device } from '../helpers/devices';
import { type Backend, ModelServer } from '../helpers/model-server';
import { Random } from '../helpers/random';
import { MARIA } from '../helpers/simulated-school';
import { until } from '../helpers/until';
import { learner, startTestServer, type TestServer } from '../server/harness';
import { startCluster } from '../server/postgres-cluster';

// A database goes back to an earlier state, and another device of the learner writes before the one whose writes were lost.
// RESTORES: number of restores per database (default 1); SEED: the first seed.

const RESTORES = Number(process.env.RESTORES ?? 1);
const SEED = Number(process.env.SEED ?? 1);
const VIDEO = 'd0000000-0000-4000-8000-000000000001';
const devices: Device[] = [];
afterEach(async () => {
  await Promise.all(devices.splice(0).map((device) => device.remove()));
});

async function deviceOf(backend: Backend, account: string): Promise<Device> {
  const device = new Device(backend, account, { pullLimit: 50 });
  devices.push(device);
  return device.open();
}

let number = 0;
async function writeNotes(on: Device, count: number): Promise<string[]> {
  const written: string[] = [];
  for (let left = count; left > 0; left -= 1) {
    const id = `b0000000-0000-4000-8000-${String(++number).padStart(12, '0')}`;
    written.push(
      (
        await on.outbox.write('note', id, (_, at) => ({
          video_id: VIDEO,
          versions: [{ at, text: `бележка ${number}`, position: 0, deleted: false }],
        }))
      ).id,
    );
  }
  return written;
}
const sent = (device: Device) => until(() => expect(device.status).toMatchObject({ phase: 'idle', pending: 0 }));
const notesOn = async (device: Device) => (await device.mirror.note.toArray()).map(({ id }) => id);

test('a restore that nobody noticed is found by the hash in the digest, and nothing is lost [EPOCH-7, EPOCH-3]', async () => {
  const server = new ModelServer();
  server.addAccount(MARIA, 'premium');
  const [first, second] = [await deviceOf(server, MARIA), await deviceOf(server, MARIA)];
  await writeNotes(first, 2);
  await Promise.all([sent(first), sent(second)]);
  second.setOffline(true);
  const before = structuredClone({ scopes: server.scopes, journals: server.journals });
  await writeNotes(first, 3);
  await sent(first);
  first.setOffline(true);
  for (const [name, scope] of before.scopes) server.scopes.set(name, scope);
  for (const [account, docs] of before.journals) server.journals.set(account, docs);
  await writeNotes(second, 3);
  second.setOffline(false);
  await sent(second);
  first.setOffline(false);
  await until(() => expect(server.journals.get(MARIA)?.size).toBe(8));
  for (const device of devices) await until(async () => expect(await notesOn(device)).toHaveLength(8));
});

describe.each(['PGlite', 'PostgreSQL'] as const)('%s', (kind) => {
  let cluster: Awaited<ReturnType<typeof startCluster>> | undefined;
  let server: TestServer;
  beforeAll(async () => {
    cluster = kind === 'PostgreSQL' ? await startCluster() : undefined;
    server = await startTestServer({
      supabaseDir: join(import.meta.dirname, '../../supabase'),
      databaseUrl: cluster?.databaseUrl,
    });
  }, 120_000);
  afterAll(async () => {
    await server?.close();
    await server?.stop();
    await cluster?.stop();
  });

  const restart = async () => {
    const { stop } = server;
    server = { ...(await startTestServer(server.settings)), stop };
  };
  /** Runs a statement on the cluster while no server uses the school's database. */
  const onCluster = (sql: string) =>
    // PostgreSQL ends the sessions of a closed server a moment later.
    until(async () => {
      const database = await openDatabase({
        dataDir: server.settings.dataDir,
        databaseUrl: cluster?.databaseUrl.replace(/postgres$/, 'template1'),
      });
      await database.run(sql).finally(() => database.close());
    });
  const place = () => join(server.settings.dataDir, 'db');
  const snapshot = async () => {
    if (cluster) await onCluster('create database earlier template postgres');
    else cpSync(place(), `${place()}.earlier`, { recursive: true });
  };
  const restore = async () => {
    if (cluster) {
      await onCluster('drop database postgres');
      await onCluster('alter database earlier rename to postgres');
    } else {
      rmSync(place(), { recursive: true });
      renameSync(`${place()}.earlier`, place());
    }
  };

  /** The server as the devices reach it, at its newest address. */
  const backendOf = (token: string): Backend => {
    const ask = async (name: string, body: object) => {
      const answer = await fetch(`${server.url}/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: {
          apikey: server.backend.publishableKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    };
    return {
      pull: (_account, cursors: Cursor[], limit) =>
        ask('sync_pull', { p_cursors: cursors, p_limit: limit }) as Promise<ScopePage[]>,
      push: (_account, docs: JournalDoc[]) => ask('sync_push', { p_docs: docs }) as Promise<PushAnswer[]>,
      listen: () => () => undefined,
    };
  };

  test(`${RESTORES} restores lose no acknowledged write, whichever device writes first [EPOCH-1, EPOCH-3, EPOCH-7]`, {
    timeout: 120_000 + RESTORES * 120_000,
  }, async () => {
    await server.backend.database.run(`
      insert into public.courses (id, title, status) values ('c0000000-0000-4000-8000-000000000001', 'Курс', 'published');
      insert into public.videos (id, course_id, title) values ('${VIDEO}', 'c0000000-0000-4000-8000-000000000001', 'Урок')`);
    const { token, uid } = await learner(server, 'maria');
    const backend = backendOf(token);
    const [lost, other] = [await deviceOf(backend, uid), await deviceOf(backend, uid)];
    const all: string[] = [];
    for (let seed = SEED; seed < SEED + RESTORES; seed += 1) {
      const random = new Random(seed);
      all.push(...(await writeNotes(lost, 1 + random.below(3))));
      await Promise.all([sent(lost), sent(other)]);
      other.setOffline(true);
      await server.close();
      await snapshot();
      await restart();
      const count = 1 + random.below(4);
      all.push(...(await writeNotes(lost, count)));
      await sent(lost);
      lost.setOffline(true);
      await server.close();
      await restore();
      await restart();
      all.push(...(await writeNotes(other, random.chance(0.5) ? count : 1 + random.below(4))));
      other.setOffline(false);
      await sent(other);
      lost.setOffline(false);
      const stored = async () =>
        (await server.backend.database.run("select id from sync.journal where kind = 'note'", [])).map(({ id }) => id);
      await until(async () => expect((await stored()).sort(), `SEED=${seed}`).toEqual([...all].sort()));
      for (const device of [lost, other])
        await until(async () => expect((await notesOn(device)).sort(), `SEED=${seed}`).toEqual([...all].sort()));
    }
  });

  test('a start after an ordinary stop raises nothing; a declared restore does [EPOCH-7]', {
    timeout: 120_000,
  }, async () => {
    const epoch = async () =>
      Number((await server.backend.database.run('select epoch from sync.installation', []))[0]?.epoch);
    const before = await epoch();
    await server.close();
    await restart();
    expect(await epoch()).toBe(before);
    await server.close();
    expect(await declareRestored(server.settings)).toMatch(/^Every device reads its data again/);
    await restart();
    expect(await epoch()).toBeGreaterThan(before);
  });
});
