// Push messages: the time from an inserted row to the push event in Firefox, and the 17:00 reminder to 10,000 devices.
import { createECDH, randomBytes } from 'node:crypto';
import { check, forkProgram, quantile, rounded } from './stage.mjs';

const [WARM, MESSAGES] = [5, 60];
const EVENT_MS = 300;
const DEVICES = 10_000;
const [REMINDER_S, REMINDER_BYTES] = [60, 250 * 1024 * 1024];
/** A time at which it is 17:05 in Sofia; the bench's devices were last renewed at this time. */
const AT = '2030-01-15T15:05:00Z';

async function toFirefox(school, stage) {
  const account = await school.ask('account', 'push');
  const ready = await stage.ask('openFirefox', school.url, account);
  if (!ready) return [];
  // Firefox has subscribed, but the registration of the device may still be under way. A message that is sent earlier never arrives.
  const devices = async () => (await school.ask('sql', 'select id from public.push_devices')).length;
  for (let tries = 0; (await devices()) === 0; tries += 1) {
    check(tries < 300, 'the device was not registered');
    await new Promise((later) => setTimeout(later, 200));
  }
  const times = [];
  for (let message = -WARM; message < MESSAGES; message += 1) {
    const title = `Съобщение ${message}`;
    const heard = stage.ask('heard', title);
    const committed = await school.ask('notify', account.uid, title);
    const ms = (await heard) - committed;
    if (message >= 0) times.push(ms);
  }
  await stage.ask('closeFirefox');
  // Allow slightly negative times, because Firefox rounds its clock to whole milliseconds.
  check(
    times.every((ms) => ms > -2),
    'a message arrived before its row was there',
  );
  return times;
}

/** SQL that inserts accounts with the reminder on, each with one device. Triggers are off, because the sync feed does not need these rows. */
function reminderRows() {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const subscription = (address) =>
    `jsonb_build_object('endpoint', ${address}, 'keys', jsonb_build_object('p256dh', '${keys.getPublicKey('base64url')}', 'auth', '${randomBytes(16).toString('base64url')}'))::text`;
  const id = `('ab000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`;
  const address = `'https://updates.push.services.mozilla.com/wpush/v2/device-' || n`;
  return `
    set session_replication_role = replica;
    insert into auth.users (id, email, email_confirmed_at) select ${id}, 'device-' || n || '@bench.test', now() from generate_series(1, ${DEVICES}) n;
    insert into public.profiles (id, full_name, daily_reminder, quiet_hours) select ${id}, 'Мария Илиева', true, 'off' from generate_series(1, ${DEVICES}) n;
    insert into public.push_devices (user_id, platform, address, token, device, renewed_at)
      select ${id}, 'web', ${address}, ${subscription(address)}, 'device-' || n, '${AT}' from generate_series(1, ${DEVICES}) n;
    set session_replication_role = origin;
    analyze;
  `;
}

async function remind(school, stage) {
  await school.ask('script', reminderRows());
  await stage.ask('forget');
  const before = (await school.ask('usage')).bytes;
  let most = before;
  const began = performance.now();
  const devices = await school.ask('remind', AT);
  check(devices === DEVICES, `${devices} devices are due`);
  for (let count = 0; count < DEVICES; ) {
    await new Promise((later) => setTimeout(later, 250));
    most = Math.max(most, (await school.ask('usage')).bytes);
    count = await stage.ask('count');
    check(performance.now() - began < 600_000, `after 10 minutes ${count} messages were sent`);
  }
  const seconds = (performance.now() - began) / 1_000;
  // Leave time for second copies: a message that is sent twice by mistake would arrive again shortly after its first copy.
  await new Promise((later) => setTimeout(later, 3_000));
  const { messages, channels } = await stage.ask('posted', 'device-');
  const [row] = await school.ask('sql', 'select count(*)::int as waiting from sync.push_outbox where ended_at is null');
  return {
    seconds,
    growth: most - before,
    most,
    twice: messages - channels,
    missed: DEVICES - channels,
    waiting: row.waiting,
  };
}

export async function measurePush(school) {
  const stage = await forkProgram('push-stage.ts');
  try {
    const times = await toFirefox(school, stage);
    const { seconds, growth, most, twice, missed, waiting } = await remind(school, stage);
    const p95 = times.length > 0 ? quantile(times, 0.95) : undefined;
    const megabytes = (bytes) => rounded(bytes / 1024 / 1024);
    return [
      {
        what: 'row inserted → push event in Firefox, p95',
        measured: p95 === undefined ? 'no Firefox' : `${rounded(p95)} ms`,
        target: `≤ ${EVENT_MS} ms`,
        met: p95 !== undefined && p95 <= EVENT_MS,
        gate: false,
        figures: times.map((ms) => rounded(ms)),
      },
      {
        what: `reminder to ${DEVICES} devices: the last message at the push service after`,
        measured: `${rounded(seconds, 1)} s`,
        target: `≤ ${REMINDER_S} s`,
        met: seconds <= REMINDER_S,
        gate: false,
        figures: { seconds },
      },
      {
        what: 'the same: sent twice, missed, still waiting',
        measured: `${twice}, ${missed}, ${waiting}`,
        target: '0, 0, 0',
        met: twice + missed + waiting === 0,
        gate: true,
        figures: { twice, missed, waiting },
      },
      {
        what: `the same: growth of the server's memory (it had ${megabytes(most)} MB)`,
        measured: `${megabytes(growth)} MB`,
        target: `≤ ${megabytes(REMINDER_BYTES)} MB`,
        met: growth <= REMINDER_BYTES,
        gate: false,
        figures: { growth, most },
      },
    ];
  } finally {
    await stage.close();
  }
}
