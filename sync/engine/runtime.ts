/**
 * Runs one engine for the account of this page: opens the stores, takes the lock, exchanges messages with the other
 * tabs.
 * Guarantees: one tab of an account runs the engine; another takes over when that tab closes; starts and stops run one
 * after the other.
 * Rule: this module is loaded lazily, because it imports RxDB and supabase-js.
 */
import type { BackendConfig } from '@/config/env';
import { PULL_LIMIT } from '@/config/limits';
import { mirrorName, syncChannelName, syncLockName, TAB_MESSAGES, VISITOR } from '@/config/persisted-names';
import { systemClock } from '@/lib/clock';
import { createJournal, type OpenJournal, openJournal, removeJournal } from '../journal/journal-store';
import { giveUpRejected, sendRejectedAgain } from '../journal/rejected';
import { closeMirror, createMirror, currentAccount, openMirror } from '../mirror/mirror';
import type { MirrorDb } from '../mirror/mirror-schema';
import type { SyncStatus } from '../protocol/types';
import { supabase, visitorClient } from '../transport/supabase-client';
import { SupabaseTransport } from '../transport/transport';
import { withExclusiveLock } from './exclusive-lock';
import { followStatus } from './follower';
import { holdLeadership, type Leadership } from './leadership';
import { SyncLoop } from './loop';
import { browserNetwork, whenHidden } from './network';
import { statusStore } from './status';
import { openTabChannel, type TabChannel } from './tabs';
import { UnsentCopy } from './unsent-copy';

interface Running {
  account: string;
  tabs: TabChannel;
  engine: SyncLoop | undefined;
  end: AbortController;
  ended: Promise<void>;
}

let running: Running | undefined;
/** Options of a start that failed. */
let broken: Options | undefined;
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
      notStarted(options);
      throw error;
    });
  });

/** Rule: an engine that could not start is shown as `failed`, and `syncNow` starts it again. */
function notStarted(options: Options): void {
  broken = options;
  statusStore.set({ ...statusStore.get(), phase: 'failed' });
}

export const stopSync = (): Promise<void> => serialize(end);

async function begin({ account, config }: Options): Promise<Running> {
  const mirror = openMirror(account);
  // Opens it explicitly: Dexie does not retry a failed opening by itself.
  await mirror.open();
  const journal = await openJournal(account);
  const abort = new AbortController();
  const tabs = openTabChannel(syncChannelName(account), (message) => {
    if (message.type === TAB_MESSAGES.status) leadership?.heard();
    if (message.type === TAB_MESSAGES.status && !mine.engine) follower?.repeat(message.status);
    if (message.type === TAB_MESSAGES.hello && mine.engine)
      tabs.post({ type: TAB_MESSAGES.status, status: statusStore.get() });
    if (message.type === TAB_MESSAGES.wake && mine.engine) syncNow();
  });
  let follower: ReturnType<typeof followStatus> | undefined;
  let leadership: Leadership | undefined;
  const mine: Running = { account, tabs, engine: undefined, end: abort, ended: Promise.resolve() };
  tabs.post({ type: TAB_MESSAGES.hello });

  const unsent = new UnsentCopy({ account, config, journal });
  const onStatus = (status: SyncStatus) => {
    statusStore.set(status);
    if (!abort.signal.aborted) unsent.follow(status);
    tabs.post({ type: TAB_MESSAGES.status, status });
  };
  const lead = async (end: AbortSignal) => {
    const unwatch = whenHidden(() => unsent.now());
    const engine = engineOf({ account, config }, mirror, journal, onStatus);
    mine.engine = engine;
    try {
      await engine.start();
      await aborted(end);
    } finally {
      mine.engine = undefined;
      unwatch();
      await engine.stop();
      // Not for a tab that lost the lead: the copy is the new leader's.
      if (abort.signal.aborted) unsent.clear();
    }
  };
  leadership = holdLeadership({
    name: syncLockName(account),
    signal: abort.signal,
    clock: systemClock,
    lead,
    follow: () => {
      follower = followStatus(journal);
      return follower;
    },
    ask: () => tabs.post({ type: TAB_MESSAGES.hello }),
  });
  mine.ended = leadership.ended.catch((error: unknown) => {
    console.error('The engine ended:', error);
    if (!abort.signal.aborted) notStarted({ account, config });
  });
  return mine;
}

function engineOf(
  { account, config }: Options,
  mirror: MirrorDb,
  journal: OpenJournal,
  onStatus: (status: SyncStatus) => void,
): SyncLoop {
  const visits = account === VISITOR;
  const transport = new SupabaseTransport(visits ? visitorClient(config) : supabase(config), account);
  return new SyncLoop({
    account,
    mirror,
    journal,
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
 * Sends visitors' forms that are still on this device, beside the signed-in account's engine and never in its name.
 * Stops with that engine.
 * @returns true when all of them were sent
 */
export async function sendForms(config: BackendConfig): Promise<boolean> {
  const sending = await serialize(async () => {
    const beside = running;
    if (!beside || beside.account === VISITOR) return undefined;
    const done = sendFormsUntil(config, beside.end.signal);
    beside.ended = Promise.all([beside.ended, done]).then(() => undefined);
    // Returned inside an object, so that `serialize` does not wait for it: it may wait for a network.
    return { done };
  });
  return (await sending?.done) ?? false;
}

async function sendFormsUntil(config: BackendConfig, signal: AbortSignal): Promise<boolean> {
  let sent = false;
  const mirror = createMirror(mirrorName(VISITOR));
  await withExclusiveLock(syncLockName(VISITOR), signal, async () => {
    const journal = await createJournal(VISITOR);
    const engine = engineOf({ account: VISITOR, config }, mirror, journal, () => undefined);
    await engine.start();
    const none = new Promise<void>((resolve) => {
      const waiting = journal.pending$.subscribe((docs) => {
        sent = docs.length === 0;
        if (sent) resolve();
      });
      signal.addEventListener('abort', () => waiting.unsubscribe(), { once: true });
    });
    await Promise.race([none, aborted(signal)]);
    await engine.stop();
    await journal.close();
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

async function stores(): Promise<{ mirror: MirrorDb; journal: OpenJournal }> {
  const account = currentAccount();
  if (!account) throw new Error('No account is open');
  return { mirror: openMirror(account), journal: await openJournal(account) };
}

export async function retryRejected(id: string): Promise<void> {
  const { mirror, journal } = await stores();
  await sendRejectedAgain(mirror, journal, id, systemClock.now());
}

export async function dismissRejected(id: string): Promise<void> {
  const { mirror, journal } = await stores();
  await giveUpRejected(mirror, journal, id);
}

export const forgetAccount = (account: string): Promise<void> =>
  serialize(async () => {
    if (running?.account === account) await end();
    if (currentAccount() === account) closeMirror();
    await createMirror(mirrorName(account)).delete();
    await removeJournal(account);
  });
