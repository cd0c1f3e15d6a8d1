/**
 * Runs one engine for the account of this page: opens the stores, takes the lock, speaks with the other tabs.
 * Guarantees: of all tabs of an account one runs the engine; the next takes over when it is closed; starts and stops follow each other.
 * Rule: this module is loaded lazily; it brings RxDB and supabase-js.
 */
import type { BackendConfig } from '@/config/env';
import { PULL_LIMIT } from '@/config/limits';
import { mirrorName, VISITOR } from '@/config/storage-keys';
import { supabase, visitorClient } from './client';
import { systemClock } from './clock';
import { Engine } from './engine';
import { createJournal, type OpenJournal, openJournal, removeJournal } from './journal';
import { alone } from './locks';
import { closeMirror, createMirror, currentAccount, openMirror } from './mirror';
import type { MirrorDb } from './mirror-schema';
import { browserNetwork } from './network';
import { giveUpRefused, sendRefusedAgain } from './refused';
import { openTabChannel, statusStore, type TabChannel } from './status';
import { SupabaseTransport } from './transport';
import type { SyncStatus } from './types';

interface Running {
  account: string;
  tabs: TabChannel;
  engine: Engine | undefined;
  end: AbortController;
  ended: Promise<void>;
}

let running: Running | undefined;
/** What was asked for and could not start. */
let broken: Options | undefined;
let queue: Promise<unknown> = Promise.resolve();

/** One after the other, whatever React does with its effects. */
function inTurn<T>(step: () => Promise<T>): Promise<T> {
  const turn = queue.then(step);
  queue = turn.catch(() => undefined);
  return turn;
}

interface Options {
  account: string;
  config: BackendConfig;
}

export const startSync = (options: Options): Promise<void> =>
  inTurn(async () => {
    if (running?.account === options.account && !broken) return;
    await end();
    running = await begin(options).catch((error: unknown) => {
      notStarted(options);
      throw error;
    });
  });

/** Rule: an engine that does not run is said so, and `syncNow` starts it again. */
function notStarted(options: Options): void {
  broken = options;
  statusStore.set({ ...statusStore.get(), phase: 'failed' });
}

export const stopSync = (): Promise<void> => inTurn(end);

async function begin({ account, config }: Options): Promise<Running> {
  const mirror = openMirror(account);
  // Again, where it had failed: Dexie does so only when it is asked to.
  await mirror.open();
  const journal = await openJournal(account);
  const abort = new AbortController();
  const tabs = openTabChannel(`sloy-sync-${account}`, (message) => {
    if (message.type === 'status' && !mine.engine) statusStore.set(message.status);
    if (message.type === 'hello' && mine.engine) tabs.post({ type: 'status', status: statusStore.get() });
    if (message.type === 'wake' && mine.engine) syncNow();
  });
  const mine: Running = { account, tabs, engine: undefined, end: abort, ended: Promise.resolve() };
  tabs.post({ type: 'hello' });

  const onStatus = (status: SyncStatus) => {
    statusStore.set(status);
    tabs.post({ type: 'status', status });
  };
  mine.ended = alone(`sloy-sync-${account}`, abort.signal, async () => {
    const engine = engineOf({ account, config }, mirror, journal, onStatus);
    mine.engine = engine;
    try {
      await engine.start();
      await aborted(abort.signal);
    } finally {
      mine.engine = undefined;
      await engine.stop();
    }
  }).catch((error: unknown) => {
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
): Engine {
  const visits = account === VISITOR;
  const transport = new SupabaseTransport(visits ? visitorClient(config) : supabase(config), account);
  return new Engine({
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
 * Sends what visitors left on this device, beside the engine of whoever is signed in and never in their name. Ends with that engine.
 * @returns whether everything was sent
 */
export async function sendForms(config: BackendConfig): Promise<boolean> {
  const sending = await inTurn(async () => {
    const beside = running;
    if (!beside || beside.account === VISITOR) return undefined;
    const done = sendFormsUntil(config, beside.end.signal);
    beside.ended = Promise.all([beside.ended, done]).then(() => undefined);
    // Not awaited by the turn: it may wait for a network.
    return { done };
  });
  return (await sending?.done) ?? false;
}

async function sendFormsUntil(config: BackendConfig, signal: AbortSignal): Promise<boolean> {
  let sent = false;
  const mirror = createMirror(mirrorName(VISITOR));
  await alone(`sloy-sync-${VISITOR}`, signal, async () => {
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
  else running?.tabs.post({ type: 'wake' });
}

async function stores(): Promise<{ mirror: MirrorDb; journal: OpenJournal }> {
  const account = currentAccount();
  if (!account) throw new Error('No account is open');
  return { mirror: openMirror(account), journal: await openJournal(account) };
}

export async function retryRejected(id: string): Promise<void> {
  const { mirror, journal } = await stores();
  await sendRefusedAgain(mirror, journal, id, systemClock.now());
}

export async function dismissRejected(id: string): Promise<void> {
  const { mirror, journal } = await stores();
  await giveUpRefused(mirror, journal, id);
}

export const forgetAccount = (account: string): Promise<void> =>
  inTurn(async () => {
    if (running?.account === account) await end();
    if (currentAccount() === account) closeMirror();
    await createMirror(mirrorName(account)).delete();
    await removeJournal(account);
  });
