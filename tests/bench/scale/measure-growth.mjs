// The same calls in a school of a thousand accounts and in one of a hundred thousand, in turn.
import { check, median, quantile, rounded, row } from '../stage.mjs';
import { note } from './documents.mjs';
import { ACCOUNTS, CALLS, DEVICES, NOTES, premium, WRITERS } from './sizes.mjs';
import { tokensOf } from './tokens.mjs';

const TARGETS = { sync: 1.1, console: 5 };
const WARM = 10;

async function call({ url, key }, token, path, body) {
  const begun = performance.now();
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: {
      apikey: key,
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  const ms = performance.now() - begun;
  check(answer.ok, `${path} answered ${answer.status}: ${text.slice(0, 200)}`);
  return { ms, answer: JSON.parse(text) };
}

const rpc = (school, token, name, body) => call(school, token, `/rest/v1/rpc/${name}`, body);

/** Runs each kind of call in both schools in turn. @returns the times (ms): `times[kind][size]` */
async function interleaved(kinds, number, work) {
  const times = Object.fromEntries(kinds.map((kind) => [kind, { small: [], large: [] }]));
  for (let n = -WARM; n < number; n += 1)
    for (const size of n % 2 ? ['small', 'large'] : ['large', 'small'])
      for (const [kind, ms] of Object.entries(await work(size, n + WARM))) if (n >= 0) times[kind][size].push(ms);
  return times;
}

const ratioRow = (what, { small, large }, share, target) => {
  const [less, more] = [share(small), share(large)];
  return row(
    what,
    `${(more / less).toFixed(2)} (${more.toFixed(1)} / ${less.toFixed(1)} ms)`,
    `≤ ${target}`,
    more / less <= target,
    { small: rounded(less, 2), large: rounded(more, 2) },
  );
};

export async function measureSync(servers) {
  const schools = {};
  for (const [size, { ask }] of Object.entries(servers)) {
    const accounts = premium(size === 'large' ? DEVICES + WRITERS : 0, CALLS + WARM);
    const school = await ask('address');
    schools[size] = { ...school, accounts, tokens: await tokensOf(school, accounts) };
  }
  const kinds = ['first sync', 'idle pull', 'push'];
  const times = await interleaved(kinds, CALLS, async (size, n) => {
    const { accounts, tokens, ...school } = schools[size];
    const uid = accounts[n];
    const pull = (cursors) => rpc(school, tokens[n], 'sync_pull', { p_cursors: cursors, p_limit: 500, p_version: 1 });
    let cursors = [`account:${uid}`, `journal:${uid}`, 'public', 'plan:basic', 'plan:premium'].map((scope) => ({
      scope,
      seq: 0,
    }));
    let firstMs = 0;
    let rows = 0;
    for (let more = true; more; ) {
      const { ms, answer } = await pull(cursors);
      firstMs += ms;
      rows += answer.filter(({ scope }) => scope.endsWith(uid)).reduce((sum, page) => sum + page.rows.length, 0);
      cursors = answer.map(({ scope, seq, epoch }) => ({ scope, seq, epoch }));
      more = answer.some((page) => page.more);
    }
    check(rows === NOTES + 2, `${uid} has ${rows} rows`);
    const { ms: idleMs } = await pull(cursors);
    const { ms: pushMs, answer } = await rpc(school, tokens[n], 'sync_push', { p_docs: [note(uid)], p_version: 1 });
    check(answer[0].status === 'applied', JSON.stringify(answer));
    return { 'first sync': firstMs, 'idle pull': idleMs, push: pushMs };
  });
  const [{ count, mb }] = await servers.large.ask(
    'sql',
    "select count(*)::int, round(pg_total_relation_size('sync.feed') / 1048576.0)::int as mb from sync.feed",
  );
  console.log(`scale: the feed of ${count} rows takes ${mb} MB with its indexes`);
  return kinds.map((kind) =>
    ratioRow(
      `${kind}: ${ACCOUNTS.large} accounts, feed of ${count} rows / ${ACCOUNTS.small} accounts, median`,
      times[kind],
      median,
      TARGETS.sync,
    ),
  );
}

/** Calls of the console: [label, function, arguments]. */
const consoleCalls = [
  ['users list', 'admin_users', {}],
  ['search', 'admin_users', { p_search: 'learner-77' }],
  ['counts', 'admin_people_counts', {}],
  ['dashboard', 'admin_dashboard', {}],
];

export async function measureConsole(servers) {
  const schools = {};
  for (const [size, { ask }] of Object.entries(servers)) {
    const school = await ask('address');
    const credentials = { email: 'super@sloy.test', password: 'Sloy-2026!' };
    const { answer } = await call(school, undefined, '/auth/v1/token?grant_type=password', credentials);
    schools[size] = { ...school, token: answer.access_token };
  }
  const kinds = consoleCalls.map(([kind]) => kind);
  const times = await interleaved(kinds, CALLS, async (size) => {
    const taken = {};
    for (const [kind, name, body] of consoleCalls)
      taken[kind] = (await rpc(schools[size], schools[size].token, name, body)).ms;
    return taken;
  });
  return kinds.map((kind) =>
    ratioRow(
      `console, ${kind}: ${ACCOUNTS.large} / ${ACCOUNTS.small} accounts, p95`,
      times[kind],
      (list) => quantile(list, 0.95),
      TARGETS.console,
    ),
  );
}
