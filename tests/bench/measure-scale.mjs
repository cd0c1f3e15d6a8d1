// `npm run bench scale`: a school of 100,000 accounts on a real PostgreSQL, with 10,000 devices. SCALE=0.01 makes everything a hundred times smaller.

import { measureDevices } from './scale/measure-devices.mjs';
import { measureConsole, measureSync } from './scale/measure-growth.mjs';
import { seedScripts } from './scale/seed.mjs';
import { ACCOUNTS, COMMITS_MS, DEVICES, premium, SCALE, WRITERS } from './scale/sizes.mjs';
import { forkProgram, row } from './stage.mjs';

const ROUNDS = 2;
/** The heap limit that docs/deploy.md recommends. Without one, Node lets garbage grow to twice the size of the live objects. */
const HEAP = '--max-old-space-size=256';
const COMMITS_TARGET = 1 / 3;

async function measureCommits(database) {
  const accounts = premium(DEVICES, WRITERS);
  const kinds = ['bare', 'push', 'quiet'];
  const found = { bare: [], push: [], quiet: [] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const kind of round % 2 ? kinds.toReversed() : kinds) {
      await database.ask('pokes', kind !== 'quiet');
      found[kind].push(await database.ask('commits', kind === 'bare' ? 'bare' : 'push', accounts, COMMITS_MS));
    }
  await database.ask('pokes', true);
  const [bare, push, quiet] = kinds.map(
    (kind) => found[kind].reduce((sum, { perSecond }) => sum + perSecond, 0) / ROUNDS,
  );
  for (const [kind, [{ waits }]] of Object.entries(found))
    console.log(`scale: sessions that commit (${kind}) were seen ${JSON.stringify(waits)}`);
  return [
    row(
      `commits per second over ${WRITERS} accounts: pushes / bare inserts`,
      `${(push / bare).toFixed(2)} (${push.toFixed(0)}, without pokes ${quiet.toFixed(0)} / ${bare.toFixed(0)})`,
      '≥ 0.33',
      push / bare >= COMMITS_TARGET,
      found,
    ),
  ];
}

/** Runs `work` and prints its duration. */
async function timed(what, work) {
  const begun = performance.now();
  const result = await work();
  console.log(`scale, ${what}: ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
  return result;
}

export async function measureScale() {
  if (SCALE !== 1) console.log(`scale: everything times ${SCALE}; the targets are for 1`);
  const database = await forkProgram('scale/database.ts');
  const servers = {};
  try {
    await timed('servers and seeds', async () => {
      for (const [size, accounts] of Object.entries(ACCOUNTS)) {
        servers[size] = await forkProgram('scale/server.ts', [await database.ask('url', size)]);
        for (const script of seedScripts(accounts)) await database.ask('script', size, script);
      }
    });
    const rows = [
      ...(await timed('growth', () => measureSync(servers))),
      ...(await timed('console', () => measureConsole(servers))),
      ...(await timed('commits', () => measureCommits(database))),
    ];
    // A fresh process, as after a deployment: filling the school takes memory that no later start takes.
    for (const size of Object.keys(ACCOUNTS)) {
      await servers[size].close();
      delete servers[size];
    }
    servers.large = await forkProgram('scale/server.ts', [await database.ask('url', 'large')], { flags: [HEAP] });
    return [...(await timed('devices', () => measureDevices(database, servers.large))), ...rows];
  } finally {
    for (const { close } of Object.values(servers)) await close();
    await database.close();
  }
}
