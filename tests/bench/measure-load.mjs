// 200 learners come online within half a minute, each with ten unsent documents: the request times and the server's load.
import { randomUUID } from 'node:crypto';
import { check, median, quantile, rounded } from './stage.mjs';

const LEARNERS = 200;
const WINDOW_MS = 30_000;
/** Time (ms) over which the learners arrive. It is shorter than WINDOW_MS, which makes the test harder and the bench shorter. */
const ARRIVALS_MS = 20_000;
const SAMPLE_MS = 250;
const id = (letter, n) => `${letter}0000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** The ten documents of a day of learning: the day, three lessons, three notes, a like, a quiz attempt and the profile. */
function documents() {
  const at = Date.now() - 60_000;
  const day = new Date().toISOString().slice(0, 10);
  const doc = (kind, key, data) => ({ id: `${kind}/${key}`, kind, at, active_on: day, rev: 0, data });
  const progress = (n) =>
    doc('progress', id('d', n), {
      video_id: id('d', n),
      course_id: id('c', 1),
      intervals: [
        [0, 12_000],
        [15_000, 30_000],
      ],
      position: 30_000,
      position_at: at,
      duration: 40_000,
      completed: false,
      first_watched: at,
    });
  const note = (n) =>
    doc('note', randomUUID(), {
      video_id: id('d', n),
      versions: [{ at, text: 'По-горещата дюза държи слоя.', position: 12_000, deleted: false }],
    });
  return [
    doc('day', day, {}),
    progress(1),
    progress(2),
    progress(3),
    note(1),
    note(2),
    note(3),
    doc('like', id('d', 1), { video_id: id('d', 1), liked: true }),
    doc('attempt', randomUUID(), {
      test_id: id('e', 1),
      started_at: at - 90_000,
      finished_at: at,
      time_spent: 90_000,
      answers: {},
    }),
    doc('profile', 'me', { fields: { job_title: { value: 'Инженер', at } } }),
  ];
}

export async function measureLoad(school) {
  const learners = await school.ask('learners', LEARNERS);
  const times = { pull: [], push: [] };
  const errors = [];
  const before = await school.ask('usage');
  let peak = before.bytes;

  async function call(name, token, body) {
    const started = performance.now();
    const answer = await fetch(`${school.url}/rest/v1/rpc/sync_${name}`, {
      method: 'POST',
      headers: { apikey: school.key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    times[name].push(performance.now() - started);
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${text.slice(0, 200)}`);
    return JSON.parse(text);
  }

  /** Acts as a new device: pulls all scopes of the plan, pushes the day's documents, then pulls the results. */
  async function learn({ uid, token }) {
    const scopes = [`account:${uid}`, `journal:${uid}`, 'public', 'plan:basic', 'plan:premium'];
    const first = await call('pull', token, { p_cursors: scopes.map((scope) => ({ scope, seq: 0 })), p_limit: 1_000 });
    const docs = documents();
    const answers = await call('push', token, { p_docs: docs });
    const rejected = answers.filter(({ status }) => !['applied', 'merged', 'same'].includes(status));
    if (rejected.length > 0) throw new Error(`rejected: ${JSON.stringify(rejected[0])}`);
    const second = await call('pull', token, {
      p_cursors: first.map(({ scope, seq, epoch }) => ({ scope, seq, epoch })),
      p_limit: 1_000,
    });
    const stored = second.find(({ scope }) => scope.startsWith('journal:')).rows.length;
    if (stored !== docs.length) throw new Error(`${stored} of ${docs.length} documents came back`);
  }

  const sample = async () => {
    peak = Math.max(peak, (await school.ask('usage')).bytes);
  };
  const sampling = setInterval(() => void sample(), SAMPLE_MS);
  const started = performance.now();
  await Promise.all(
    learners.map(async (learner, n) => {
      await new Promise((done) => setTimeout(done, (n * ARRIVALS_MS) / LEARNERS));
      await learn(learner).catch((error) => errors.push(String(error)));
    }),
  );
  const took = performance.now() - started;
  clearInterval(sampling);
  const busy = (await school.ask('usage')).cpu - before.cpu;

  const stored = Number(
    (
      await school.ask('sql', 'select count(*) from sync.journal where user_id = any ($1)', [
        learners.map(({ uid }) => uid),
      ])
    )[0].count,
  );
  check(errors.length > 0 || stored === LEARNERS * 10, `the server has ${stored} of ${LEARNERS * 10} documents`);

  const all = [...times.pull, ...times.push];
  const p95 = quantile(all, 0.95);
  const detail = `pull ${median(times.pull).toFixed(0)}, push ${median(times.push).toFixed(0)} ms median`;
  const megabytes = peak / 1024 / 1024;
  return [
    {
      what: '200 learners pull and push 10 documents within 30 s: p95 of a request',
      measured: `${p95.toFixed(0)} ms (${detail}; done in ${(took / 1000).toFixed(1)} s)`,
      target: '< 1000 ms',
      met: p95 < 1_000 && took <= WINDOW_MS,
      gate: false,
      figures: {
        pull_p95: rounded(quantile(times.pull, 0.95)),
        push_p95: rounded(quantile(times.push, 0.95)),
        longest: rounded(quantile(all, 1)),
        server_cpu_ms: rounded(busy),
      },
    },
    {
      what: 'the same: errors',
      measured: errors.length === 0 ? '0' : `${errors.length}, first: ${errors[0]}`,
      target: '0',
      met: errors.length === 0,
      gate: true,
      figures: { errors: errors.slice(0, 20) },
    },
    {
      what: 'the same: memory of the server, peak',
      measured: `${megabytes.toFixed(0)} MB`,
      target: '≤ 600 MB',
      met: megabytes <= 600,
      gate: false,
      figures: { before_mb: rounded(before.bytes / 1024 / 1024), peak_mb: rounded(megabytes) },
    },
  ];
}
