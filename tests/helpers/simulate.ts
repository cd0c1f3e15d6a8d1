/**
 * Simulates a school: devices of two accounts act under bad networks, kills, full disks and wrong clocks; then all faults end, and
 * all devices must converge. `problems` is empty if nothing was lost, duplicated, stuck or visible to another account.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { act, type Mine, poison, shiftClock } from './actions';
import { Device, type DeviceOptions } from './devices';
import { type Backend, ModelServer } from './model-server';
import { HOSTILE, RELIABLE } from './network-profile';
import type { Random } from './random';
import {
  differencesOf,
  doubledOf,
  foreignDocumentsOn,
  IVAN,
  lostOf,
  MARIA,
  THINGS,
  type Truth,
  type World,
} from './simulated-school';

export interface SimOptions {
  seed: number;
  devicesEach?: number;
  acts?: number;
  device?: DeviceOptions;
  /** Changes that the server makes by itself between the learners' actions. */
  mutateServer?: (random: Random) => Promise<void> | void;
  backend: Backend;
  truth: Truth;
  /** Kinds of faults to omit. */
  without?: { poison?: boolean; kills?: boolean; full?: boolean; skew?: boolean };
  /** Time in which the devices must converge after all faults have ended (ms, real time). */
  patience?: number;
}

export interface Outcome {
  problems: string[];
  requests: number;
  writes: number;
}

/** A model server with content, its true state, and a function that changes its content at random. */
export function modelSchool(Server = ModelServer): {
  server: ModelServer;
  truth: Truth;
  mutateServer: (random: Random) => void;
} {
  const server = new Server();
  server.poison = (doc) => JSON.stringify(doc).includes('\\u0000');
  server.addAccount(MARIA, 'premium');
  server.addAccount(IVAN, 'pro');
  server.seats.set(THINGS[1] as string, 1);
  for (const id of THINGS) server.publish('public', 'courses', id, { title: `Курс ${id}` });
  for (let n = 0; n < 20; n++)
    server.publish(n % 2 ? 'plan:basic' : 'plan:premium', 'lessons', `lesson-${n}`, { course_id: THINGS[n % 4], n: 0 });
  const truth: Truth = {
    journal: async (account) => [...(server.journals.get(account)?.values() ?? [])],
    live: async (scope) => server.live(scope),
    mayFollow: async (account, scope) => server.mayFollow(account, scope),
  };
  const mutateServer = (random: Random) => {
    const lesson = `lesson-${random.below(20)}`;
    const [from, to] = random.chance(0.5) ? ['plan:basic', 'plan:premium'] : ['plan:premium', 'plan:basic'];
    const chance = random.next();
    if (chance < 0.3)
      server.publish('public', 'courses', random.pick(THINGS), { title: `Курс ${random.below(1_000)}` });
    else if (chance < 0.5 && server.live(from).some(({ id }) => id === lesson))
      server.move(from, to, 'lessons', lesson, { course_id: THINGS[0], n: random.below(100) });
    else if (chance < 0.6)
      server.publish('public', 'videos', random.pick(THINGS), random.chance(0.5) ? null : { course_id: THINGS[0] });
    else if (chance < 0.65) server.publish('public', 'of-a-later-version', random.pick(THINGS), { some: 'body' });
    else if (chance < 0.7) server.setPlan(IVAN, random.pick(['free', 'pro', 'premium']));
    else if (chance < 0.73)
      server.restart(random.pick(['public', 'plan:basic', `journal:${MARIA}`, `account:${IVAN}`]));
  };
  return { server, truth, mutateServer };
}

export async function simulate(options: SimOptions): Promise<Outcome> {
  const { seed, devicesEach = 3, acts = 40, backend, truth, patience = 30_000 } = options;
  const world: World = { backend, truth, devices: [], ledger: [] };
  for (const account of [MARIA, IVAN]) {
    for (let n = 0; n < devicesEach; n++)
      world.devices.push(
        new Device(backend, account, { ...options.device, network: HOSTILE, seed: seed * 31 + world.devices.length }),
      );
  }
  try {
    await Promise.all(world.devices.map((device) => live(device, world, options, acts)));
    for (const device of world.devices) await calm(device);
    const differences = await converge(world, patience);
    return {
      problems: [...differences, ...(await wrongs(world))],
      requests: sum(world.devices.map((device) => device.requests)),
      writes: world.ledger.length,
    };
  } finally {
    await Promise.all(world.devices.map((device) => device.remove()));
  }
}

/** Maximum number of times that one process may send the same document. An engine that sends a document more often does not back off. */
const OFTEN = 60;

const sum = (list: number[]) => list.reduce((total, one) => total + one, 0);

async function live(device: Device, world: World, options: SimOptions, acts: number): Promise<void> {
  const { random } = device;
  const { without = {} } = options;
  const mine: Mine = { attempts: [], comments: [], notes: [] };
  await device.open();
  for (let n = 0; n < acts; n++) {
    const chance = random.next();
    if (chance < 0.05) device.setOffline(!device.offline);
    else if (chance < 0.08 && !without.kills) {
      await device.kill();
      device.full = false;
      if (!without.skew && random.chance(0.3)) device.clockWasAhead();
      // Sometimes the learner acts before the engine has loaded.
      await device.open(random.chance(0.6));
    } else if (chance < 0.11 && !without.skew) shiftClock(device);
    else if (chance < 0.13 && !without.full) device.full = !device.full;
    else if (chance < 0.135 && !without.poison) await poison(device);
    else if (chance < 0.2) await options.mutateServer?.(random);
    await act(world, device, mine);
    if (random.chance(0.5)) await sleep(random.below(6));
  }
}

/** Ends all faults of a device and restarts it with the engine. */
async function calm(device: Device): Promise<void> {
  device.full = false;
  device.skew = 0;
  await device.kill();
  device.setNetwork(RELIABLE);
  device.setOffline(false);
  await device.open();
}

async function converge(world: World, patience: number): Promise<string[]> {
  const deadline = performance.now() + patience;
  let open = world.devices;
  for (;;) {
    const found: string[] = [];
    const still: Device[] = [];
    for (const device of open) {
      const late = performance.now() > deadline;
      const differences =
        device.status?.pending === 0 || late ? await differencesOf(device, world.truth) : [`${device.name}: waits`];
      if (differences.length) still.push(device);
      found.push(...differences);
    }
    if (performance.now() > deadline) return found;
    // A device that has converged may change again when another one sends, so check all devices once more.
    if (still.length === 0 && open.length === world.devices.length) return found;
    open = still.length === 0 ? world.devices : still;
    await sleep(10);
  }
}

async function wrongs({ devices, ledger, truth }: World): Promise<string[]> {
  const accounts = [MARIA, IVAN];
  const found: string[] = [];
  for (const account of accounts) {
    const own = devices.filter((device) => device.account === account);
    const rejected = own.flatMap((device) => device.rejected);
    found.push(...lostOf(ledger, account, [...(await truth.journal(account)), ...rejected]));
    const others = accounts.filter((other) => other !== account);
    for (const device of own) found.push(...(await foreignDocumentsOn(device, others)));
  }
  found.push(...(await doubledOf(ledger, truth, accounts)));
  for (const device of devices) {
    for (const [id, times] of device.transport.sent)
      if (times > OFTEN) found.push(`${device.name}: ${id} was sent ${times} times`);
  }
  return found;
}

/** Runs simulations and reports which failed and why. In every fifth simulation, the outbox is in IndexedDB, as in browsers. */
export async function modelWorlds(from: number, count: number): Promise<string> {
  const failed: string[] = [];
  let [requests, writes] = [0, 0];
  const [begun, cpu] = [performance.now(), process.cpuUsage()];
  for (let seed = from; seed < from + count; seed++) {
    const { server, truth, mutateServer } = modelSchool();
    const outcome = await simulate({
      seed,
      backend: server,
      truth,
      mutateServer,
      device: { storage: seed % 5 === 0 ? 'dexie' : 'memory' },
    });
    requests += outcome.requests;
    writes += outcome.writes;
    if (outcome.problems.length) failed.push(`seed ${seed}:\n  ${outcome.problems.slice(0, 12).join('\n  ')}`);
  }
  const used = process.cpuUsage(cpu);
  const seconds = [performance.now() - begun, (used.user + used.system) / 1_000].map((ms) => (ms / 1_000).toFixed(0));
  console.info(
    `seeds ${from} to ${from + count - 1}: ${writes} writes, ${requests} requests, ${seconds[0]} s (${seconds[1]} s of the processor)`,
  );
  return failed.join('\n');
}
