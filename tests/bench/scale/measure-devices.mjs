// Ten thousand joined devices at one server: the learners' pushes, a change of the catalogue, the memory of the process.
import { setTimeout as after } from 'node:timers/promises';
import { check, forkProgram, median, quantile, row } from '../stage.mjs';
import { ACTIVE, DEVICES, LESSON, premium, STEADY_MS } from './sizes.mjs';
import { tokensOf } from './tokens.mjs';

/** Processes that share the load: each has its own limit of open files. */
const PROGRAMS = 2;
const SAMPLE_MS = 500;
const LONGEST_MS = 180_000;
const TARGETS = { push: 20, reachS: 60, connections: 20, megabytes: 400 };
/** Files that a process opens besides sockets of devices. */
const OTHER_FILES = 500;

/** @throws Error if this user may not open as many files as sockets are needed */
function checkOpenFiles() {
  const { soft, hard } = process.report.getReport().userLimits.open_files;
  const limit = Number(hard === 'unlimited' ? Number.POSITIVE_INFINITY : hard);
  console.log(`scale: open files allowed ${soft} (at most ${hard}), needed ${DEVICES + OTHER_FILES}`);
  check(limit >= DEVICES + OTHER_FILES, `ulimit -n is ${hard}: ${DEVICES} sockets need ${DEVICES + OTHER_FILES}`);
}

/** The accounts of devices that have been here before: they know their cursors. */
async function accountsOf(database, school) {
  const uids = premium(0, DEVICES);
  const tokens = await tokensOf(school, uids);
  const heads = new Map((await database.ask('heads')).map((head) => [head.scope, head]));
  return uids.map((uid, n) => ({
    uid,
    token: tokens[n],
    cursors: [`account:${uid}`, `journal:${uid}`, 'public', 'plan:basic', 'plan:premium'].map((scope) =>
      heads.get(scope),
    ),
  }));
}

/** Reads the memory and the connections again and again. @returns a function that ends it and returns the highest values */
function watchMachine(server, database) {
  const most = { bytes: 0, connections: 0, sockets: 0 };
  let isOver = false;
  const work = (async () => {
    while (!isOver) {
      const [usage, connections] = await Promise.all([server.ask('usage'), database.ask('connections')]);
      for (const [name, value] of Object.entries({ ...usage, connections }))
        most[name] = Math.max(most[name] ?? 0, value);
      await after(SAMPLE_MS);
    }
  })();
  return async () => {
    isOver = true;
    await work;
    return most;
  };
}

/** Renames a lesson. @returns when each device had the change (ms after the commit) */
async function changeCatalogue(server, programs) {
  const title = `Нов урок ${Date.now()}`;
  await Promise.all(programs.map(({ ask }) => ask('await', title)));
  await server.ask('sql', 'update public.videos set title = $1 where id = $2', [title, LESSON]);
  const begun = Date.now();
  let arrivals = [];
  while (arrivals.length < DEVICES && Date.now() - begun < LONGEST_MS) {
    await after(SAMPLE_MS);
    arrivals = (await Promise.all(programs.map(({ ask }) => ask('arrivals')))).flat();
  }
  return arrivals.map((at) => at - begun);
}

const joined = (parts) => ({
  pulls: parts.flatMap(({ pulls }) => pulls),
  pushes: parts.flatMap(({ pushes }) => pushes),
  errors: parts.flatMap(({ errors }) => errors),
});
const times = (list) => ({
  median: Math.round(median(list)),
  p95: Math.round(quantile(list, 0.95)),
  number: list.length,
});

export async function measureDevices(database, server) {
  checkOpenFiles();
  const school = await server.ask('address');
  const accounts = await accountsOf(database, school);
  const programs = await Promise.all(Array.from({ length: PROGRAMS }, () => forkProgram('scale/devices.ts')));
  const figuresOf = async () => joined(await Promise.all(programs.map(({ ask }) => ask('figures'))));
  const share = Math.ceil(DEVICES / PROGRAMS);
  const before = await server.ask('usage');
  const stopWatch = watchMachine(server, database);
  const opened = await Promise.all(
    programs.map(({ ask }, n) => ask('open', school, accounts.slice(n * share, (n + 1) * share), n * share)),
  );
  const openedS = Math.max(...opened) / 1_000;
  const { sockets, bytes } = await server.ask('usage');
  check(sockets === DEVICES, `${sockets} of ${DEVICES} sockets are open`);
  console.log(`scale: ${sockets} devices joined in ${openedS.toFixed(0)} s, server ${Math.round(bytes / 2 ** 20)} MB`);

  await Promise.all(programs.map(({ ask }) => ask('act', Math.ceil(ACTIVE / PROGRAMS))));
  await after(5_000); // the pulls after the joins are over
  const { errors: joinErrors } = await figuresOf();
  const cpuBefore = (await server.ask('usage')).cpu;
  await database.ask('startInserts', accounts[0].uid);
  await after(STEADY_MS);
  const bare = await database.ask('stopInserts');
  const cpu = ((await server.ask('usage')).cpu - cpuBefore) / STEADY_MS;
  const steady = await figuresOf();

  const reached = await changeCatalogue(server, programs);
  const most = await stopWatch();
  const { errors: lateErrors, ...late } = await figuresOf();
  await Promise.all(programs.map(({ close }) => close()));

  const errors = [...joinErrors, ...steady.errors, ...lateErrors];
  const ratio = quantile(steady.pushes, 0.95) / quantile(bare, 0.95);
  const lastS = reached.length === DEVICES ? Math.max(...reached) / 1_000 : Number.POSITIVE_INFINITY;
  const megabytes = most.bytes / 2 ** 20;
  const what = `${DEVICES} devices, ${ACTIVE} learners active`;
  return [
    row(
      `${what}: push / bare insert, p95`,
      `${ratio.toFixed(1)} (${quantile(steady.pushes, 0.95).toFixed(0)} / ${quantile(bare, 0.95).toFixed(0)} ms)`,
      `≤ ${TARGETS.push}`,
      ratio <= TARGETS.push,
      {
        push: times(steady.pushes),
        pull: times(steady.pulls),
        bare: times(bare),
        server_cores: cpu,
        opened_s: openedS,
      },
    ),
    {
      ...row(
        'the same: errors',
        errors.length === 0 ? '0' : `${errors.length}, first: ${errors[0]}`,
        '0',
        errors.length === 0,
        {
          errors: errors.slice(0, 20),
        },
      ),
      gate: true,
    },
    row(
      `a change of the catalogue on ${DEVICES} devices`,
      `${lastS.toFixed(1)} s (${reached.length} devices)`,
      `≤ ${TARGETS.reachS} s`,
      lastS <= TARGETS.reachS,
      { median_s: median(reached) / 1_000, push: times(late.pushes), pull: times(late.pulls) },
    ),
    row(
      'the same: connections to the database',
      `${most.connections}`,
      `≤ ${TARGETS.connections}`,
      most.connections <= TARGETS.connections,
      {},
    ),
    row(
      `memory of a process with ${DEVICES} sockets`,
      `${megabytes.toFixed(0)} MB (${((most.bytes - before.bytes) / DEVICES / 1_024).toFixed(0)} kB each)`,
      `≤ ${TARGETS.megabytes} MB`,
      megabytes <= TARGETS.megabytes,
      { before_mb: Math.round(before.bytes / 2 ** 20), after_joins_mb: Math.round(bytes / 2 ** 20) },
    ),
  ];
}
