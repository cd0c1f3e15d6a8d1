/**
 * Runs one engine for the account of this page: opens the stores, takes the lock, speaks with the other tabs.
 * Guarantees: of all tabs of an account one runs the engine; the next takes over when it is closed; starts and stops follow each other.
 * Rule: this module is loaded lazily; it brings RxDB and supabase-js.
 */
import type { BackendConfig } from '@/config/env';
import { PULL_LIMIT } from '@/config/limits';
import { mirrorName, VISITOR } from '@/config/storage-keys';
import { supabase } from './client';
import { systemClock } from './clock';
import { Engine } from './engine';
import { openJournal, removeJournal } from './journal';
import { alone } from './locks';
import { closeMirror, createMirror, currentAccount, openMirror } from './mirror';
import type { MirrorDb } from './mirror-schema';
import { browserNetwork } from './network';
import { giveUpRefused, sendRefusedAgain } from './refused';
import { openTabChannel, statusStore, type TabChannel } from './status';
import { SupabaseTransport } from './transport';

interface Running {
  account: string;
  tabs: TabChannel;
  engine: Engine | undefined;
  end: AbortController;
  ended: Promise<void>;
}

let running: Running | undefined;
let queue: Promise<unknown> = Promise.resolve();

/** One after the other, whatever React does with its effects. */
function inTurn<T>(step: () => Promise<T>): Promise<T> {
  const turn = queue.then(step);
  queue = turn.catch(() => undefined);
  return turn;
}

export const startSync = (options: { account: string; config: BackendConfig }): Promise<void> =>
  inTurn(async () => {
    if (running?.account === options.account) return;
    await end();
    running = await begin(options);
  });

export const stopSync = (): Promise<void> => inTurn(end);

async function begin({ account, config }: { account: string; config: BackendConfig }): Promise<Running> {
  const mirror = openMirror(account);
  const journal = await openJournal(account);
  const abort = new AbortController();
  const tabs = openTabChannel(`sloy-sync-${account}`, (message) => {
    if (message.type === 'status' && !mine.engine) statusStore.set(message.status);
    if (message.type === 'hello' && mine.engine) tabs.post({ type: 'status', status: statusStore.get() });
    if (message.type === 'wake') mine.engine?.syncNow();
  });
  const mine: Running = { account, tabs, engine: undefined, end: abort, ended: Promise.resolve() };
  tabs.post({ type: 'hello' });

  mine.ended = alone(`sloy-sync-${account}`, abort.signal, async () => {
    const engine = new Engine({
      account,
      mirror,
      journal,
      transport: new SupabaseTransport(supabase(config), account),
      clock: systemClock,
      network: browserNetwork,
      pullLimit: PULL_LIMIT,
      pulls: account !== VISITOR,
      onStatus: (status) => {
        statusStore.set(status);
        tabs.post({ type: 'status', status });
      },
    });
    mine.engine = engine;
    await engine.start();
    await new Promise<void>((resolve) => {
      if (abort.signal.aborted) resolve();
      abort.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    mine.engine = undefined;
    await engine.stop();
  }).catch((error: unknown) => console.error('The engine ended:', error));
  return mine;
}

async function end(): Promise<void> {
  const last = running;
  running = undefined;
  if (!last) return;
  last.end.abort();
  await last.ended;
  last.tabs.close();
  statusStore.reset();
}

export function syncNow(): void {
  if (running?.engine) running.engine.syncNow();
  else running?.tabs.post({ type: 'wake' });
}

async function stores(): Promise<{ mirror: MirrorDb; journal: Awaited<ReturnType<typeof openJournal>> }> {
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
