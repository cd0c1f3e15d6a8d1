import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import type { JournalData } from '@/shared/journal';
import { Device } from '../helpers/devices';
import { ModelServer } from '../helpers/model-server';
import { differencesOf, MARIA, THINGS } from '../helpers/simulated-school';
import { until } from '../helpers/until';

// Two devices finish the same attempt. The finish that the server scored first wins, even if the other device finished earlier.

const [QUIZ] = THINGS as [string];
const KEY = 'a0000000-0000-4000-8000-000000000001';
const QUESTION = 'b0000000-0000-4000-8000-000000000001';
const devices: Device[] = [];
afterEach(async () => {
  await Promise.all(devices.splice(0).map((device) => device.remove()));
});

const finish = (on: Device, option: string, at: number) =>
  on.outbox.write('attempt', KEY, (before) => ({
    ...(before?.data as JournalData['attempt']),
    answers: { [QUESTION]: { options: [option], at } },
    finished_at: at,
  }));

test('an earlier finish that another device sends later changes a scored attempt on no device [ATTEMPT-3]', async () => {
  const server = new ModelServer();
  server.addAccount(MARIA, 'premium');
  const truth = {
    journal: async (account: string) => [...(server.journals.get(account)?.values() ?? [])],
    live: async (scope: string) => server.live(scope),
    mayFollow: async (account: string, scope: string) => server.mayFollow(account, scope),
  };
  const open = async () => {
    const device = new Device(server, MARIA, { storage: 'dexie' });
    devices.push(device);
    return device.open();
  };
  const settled = (...all: Device[]) =>
    until(async () => expect((await Promise.all(all.map((one) => differencesOf(one, truth)))).flat()).toEqual([]));
  const [laptop, phone] = [await open(), await open()];
  await laptop.outbox.write('attempt', KEY, (_, at) => ({
    test_id: QUIZ,
    started_at: at,
    finished_at: null,
    time_spent: 0,
    answers: {},
  }));
  await settled(laptop, phone);

  phone.setOffline(true);
  const now = Date.now();
  await finish(phone, 'wrong', now - 20_000);
  await finish(laptop, 'right', now - 10_000);
  await settled(laptop);
  phone.setOffline(false);
  phone.engine.syncNow();
  await settled(laptop, phone);
  for (const device of [laptop, phone]) {
    const attempt = await device.shown('attempt', KEY);
    expect(attempt?.data.answers[QUESTION]?.options).toEqual(['right']);
    expect(attempt?.data.finished_at).toBe(now - 10_000);
  }
});
