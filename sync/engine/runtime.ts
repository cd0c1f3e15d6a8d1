/**
 * Runs one engine for the account of this page: opens the stores, requests the lock and exchanges messages with the
 * other tabs.
 * Guarantees: one tab of an account runs the engine; another takes over when that tab closes; starts and stops run one
 * after the other.
 * Rule: this module is loaded lazily, because it imports RxDB and supabase-js.
 */

import { EMPTY_LIMIT_MS, FIRST_START_LIMIT_MS, LONGEST_START_LIMIT_MS, STOP_LIMIT_MS } from '@/shared/app-limits';
import { systemClock } from '@/shared/clock';
import { PULL_LIMIT } from '@/shared/limits';
import { mirrorName, syncChannelName, syncLockName, TAB_MESSAGES, VISITOR } from '@/shared/names';
import type { BackendConfig } from '@/shared/product';
import { closeMirror, createMirror, currentAccount, currentMirror, openMirror } from '../mirror/mirror';
import type { MirrorDb } from '../mirror/mirror-schema';
import { abandonOutbox, emptyStores, openAccount, openOutbox, removeOutbox } from '../outbox/open-outbox';
import { createOutbox, type Outbox } from '../outbox/outbox';
import type { SyncStatus } from '../protocol/types';
import { supabase, visitorClient } from '../transport/supabase-client';
import { SupabaseTransport } from '../transport/transport';
import { withExclusiveLock } from './exclusive-lock';
import { followStatus } from './follower';
import { holdLeadership, type Leadership } from './leadership';
import { SyncLoop } from './loop';
import { browserNetwork } from './network';
import { statusStore } from './status';
import { StoreTimeoutError, withinLimit } from './store-limit';
import { openTabChannel, type TabChannel } from './tabs';

interface Running {
  account: string;
  tabs: TabChannel;
  engine: SyncLoop | undefined;
  end: AbortController;
  ended: Promise<void>;
}

let running: Running | undefined;
/** Options of the last start if it failed, so that `syncNow` can repeat it. */
let broken: Options | undefined;
/** Time limit of the next start (ms). Doubles after each timeout, so that a slow store gets enough time. */
let startLimitMs = FIRST_START_LIMIT_MS;
let queue: Promise<unknown> = Promise.resolve();

/** Runs starts and stops one after the other, in whatever order React's effects call them. */
function serialize<T>(step: () => Promise<T>): Promise<T> {
  const turn = queue.then(step);
  queue = turn.catch(() => undefined);
  return turn;
}

interface Options {
  account: string;
  config: BackendConfig;
}

export const startSync = (options: Options): Promise<void> =>
  serialize(async () => {
    if (running?.account === options.account && !broken) return;
    await end();
    running = await begin(options).catch((error: unknown) => {
      notStarted(options, error);
      throw error;
    });
  });

/**
 * Rule: an engine that could not start shows `failed`, and `syncNow` starts it again. If a store timed out, close the stores
 * and start again automatically, because the learner cannot do anything about it.
 */
function notStarted(options: Options, error: unknown): void {
  broken = options;
  statusStore.set({ ...statusStore.getState(), phase: 'failed' });
  if (!(error instanceof StoreTimeoutError)) return;
  const mirror = currentMirror();
  // The first `close` aborts a hanging `open`; the second `close` lets the next use of the mirror open the database again.
  mirror?.close();
  mirror?.close({ disableAutoOpen: false });
  abandonOutbox();
  systemClock.setTimer(() => {
    if (broken === options) syncNow();
  }, startLimitMs);
  startLimitMs = Math.min(2 * startLimitMs, LONGEST_START_LIMIT_MS);
}

export const stopSync = (): Promise<void> => serialize(end);

async function begin({ account, config }: Options): Promise<Running> {
  const mirror = openMirror(account);
  const limit = startLimitMs;
  // Open the mirror explicitly, because Dexie does not retry a failed `open` by itself.
  await withinLimit(mirror.open(), limit, systemClock);
  const outbox = await withinLimit(openOutbox(account), limit, systemClock);
  const abort = new AbortController();
  const tabs = openTabChannel(syncChannelName(account), (message) => {
    if (message.type === TAB_MESSAGES.status) leadership?.heard();
    if (message.type === TAB_MESSAGES.status && !mine.engine) follower?.repeat(message.status);
    if (message.type === TAB_MESSAGES.hello && mine.engine)
      tabs.post({ type: TAB_MESSAGES.status, status: statusStore.getState() });
    if (message.type === TAB_MESSAGES.wake && mine.engine) syncNow();
  });
  let follower: ReturnType<typeof followStatus> | undefined;
  let leadership: Leadership | undefined;
  const mine: Running = { account, tabs, engine: undefined, end: abort, ended: Promise.resolve() };
  tabs.post({ type: TAB_MESSAGES.hello });

  const onStatus = (status: SyncStatus) => {
    statusStore.set(status);
    tabs.post({ type: TAB_MESSAGES.status, status });
  };
  const lead = async (end: AbortSignal) => {
    // True once this engine has ended. If its stop timed out, it may still report a status when its store answers; ignore that status.
    let isOver = false;
    const engine = engineOf({ account, config }, mirror, outbox, (status) => {
      if (!isOver) onStatus(status);
    });
    mine.engine = engine;
    try {
      await withinLimit(engine.start(), limit, systemClock);
      startLimitMs = FIRST_START_LIMIT_MS;
      await aborted(end);
    } finally {
      mine.engine = undefined;
      // An engine whose stop hangs must neither keep the lock nor block a sign-out.
      await withinLimit(engine.stop(), STOP_LIMIT_MS, systemClock).catch((error: unknown) =>
        console.warn('The engine did not stop in time:', error),
      );
      isOver = true;
    }
  };
  leadership = holdLeadership({
    name: syncLockName(account),
    signal: abort.signal,
    clock: systemClock,
    lead,
    follow: () => {
      follower = followStatus(outbox);
      return follower;
    },
    ask: () => tabs.post({ type: TAB_MESSAGES.hello }),
  });
  mine.ended = leadership.ended.catch((error: unknown) => {
    console.error('The engine ended:', error);
    if (!abort.signal.aborted) notStarted({ account, config }, error);
  });
  return mine;
}

function engineOf(
  { account, config }: Options,
  mirror: MirrorDb,
  outbox: Outbox,
  onStatus: (status: SyncStatus) => void,
): SyncLoop {
  const visits = account === VISITOR;
  const transport = new SupabaseTransport(visits ? visitorClient(config) : supabase(config), account);
  return new SyncLoop({
    account,
    mirror,
    outbox,
    transport,
    clock: systemClock,
    network: browserNetwork,
    pullLimit: PULL_LIMIT,
    pulls: !visits,
    onStatus,
  });
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/**
 * Sends the visitors' forms that are still on this device, without the name or token of the signed-in account. Runs in parallel with that
 * account's engine and stops when the engine stops.
 * @returns true when all forms were sent
 */
export async function sendForms(config: BackendConfig): Promise<boolean> {
  const sending = await serialize(async () => {
    const beside = running;
    if (!beside || beside.account === VISITOR) return undefined;
    const done = sendFormsUntil(config, beside.end.signal);
    beside.ended = Promise.all([beside.ended, done]).then(() => undefined);
    // Wrapped in an object, so that `serialize` does not await `done`, which may wait for the network.
    return { done };
  });
  return (await sending?.done) ?? false;
}

async function sendFormsUntil(config: BackendConfig, signal: AbortSignal): Promise<boolean> {
  let sent = false;
  const mirror = createMirror(mirrorName(VISITOR));
  await withExclusiveLock(syncLockName(VISITOR), signal, async () => {
    const outbox = await createOutbox(VISITOR, mirror);
    const engine = engineOf({ account: VISITOR, config }, mirror, outbox, () => undefined);
    await engine.start();
    const none = new Promise<void>((resolve) => {
      const check = () => {
        sent = outbox.count('pending') === 0;
        if (sent) resolve();
      };
      outbox.subscribe(check);
      check();
    });
    await Promise.race([none, aborted(signal)]);
    await engine.stop();
    await outbox.close();
  }).catch((error: unknown) => console.error('The forms wait for the next start:', error));
  mirror.close();
  return sent;
}

async function end(): Promise<void> {
  const last = running;
  running = undefined;
  broken = undefined;
  if (!last) return statusStore.reset();
  last.end.abort();
  await last.ended;
  last.tabs.close();
  statusStore.reset();
}

export function syncNow(): void {
  if (broken) void startSync(broken).catch((error: unknown) => console.error('Sync did not start:', error));
  else if (running?.engine) running.engine.syncNow();
  else running?.tabs.post({ type: TAB_MESSAGES.wake });
}

export async function retryRejected(id: string): Promise<void> {
  await (await openOutbox(openAccount())).retry(id);
}

export async function dismissRejected(id: string): Promise<void> {
  await (await openOutbox(openAccount())).dismiss(id);
}

export const forgetAccount = (account: string): Promise<void> =>
  serialize(async () => {
    if (running?.account === account) await end();
    if (currentAccount() === account) closeMirror();
    await createMirror(mirrorName(account)).delete();
    await removeOutbox(account);
  });

export const emptyAccount = (account: string): Promise<number> =>
  serialize(async () => {
    if (running?.account === account) await end();
    if (currentAccount() === account) closeMirror();
    return withinLimit(emptyStores(account), EMPTY_LIMIT_MS, systemClock);
  });
