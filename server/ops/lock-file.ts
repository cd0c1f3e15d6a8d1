/**
 * The lock file of a data folder: it names the server that holds the folder, and its modification time is the heartbeat.
 * Unlike a kernel lock, a lock file works between containers, across mount paths and on a shared disk.
 * Rule: at most one server uses a data folder. A server that finds another holder in its lock file stops at once.
 *
 *   no file ──► create ──► held (heartbeat every 3 s) ──► released
 *   file of a process that is known to be dead ──► take over
 *   file of any other process ──► watch for 30 s: heartbeat ──► rejected; silence ──► take over
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import * as v from 'valibot';
import { StartError } from './settings';

const HEARTBEAT_MS = 3_000;
/** A lock without a heartbeat for this long is abandoned (ms): long, because opening a large database blocks the process. */
const SILENCE_MS = 30_000;
/** Two servers may take over the same abandoned lock at once. After this pause (ms) the file names the one that holds it. */
const SETTLE_MS = 300;

const holderSchema = v.object({
  host: v.string(),
  /** Changes with each boot of the machine. */
  boot: v.string(),
  /** Process ids are comparable only within one namespace (container). */
  pidNamespace: v.string(),
  pid: v.number(),
  id: v.string(),
});
export type Holder = v.InferOutput<typeof holderSchema>;

export interface LockOptions {
  /** The holder to write to the file; this process unless a test overrides it. */
  self?: Partial<Holder>;
  heartbeatMs?: number;
  silenceMs?: number;
  /** Called when another server has taken the lock. */
  onLost?: (message: string) => void;
  log?: (message: string) => void;
}

function linuxFact(read: () => string): string {
  try {
    return read().trim();
  } catch {
    return '';
  }
}

const thisProcess = (): Holder => ({
  host: hostname(),
  boot: linuxFact(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
  pidNamespace: linuxFact(() => readlinkSync('/proc/self/ns/pid')),
  pid: process.pid,
  id: randomUUID(),
});

/** The holder that the file names; undefined if there is no file, 'unknown' if the file is not valid. */
function holderOf(file: string): Holder | 'unknown' | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const parsed = v.safeParse(holderSchema, JSON.parse(text));
    return parsed.success ? parsed.output : 'unknown';
  } catch {
    return 'unknown';
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** True if the holder's process has ended. Its pid can be looked up only within the same boot and the same container. */
function isKnownDead(holder: Holder, self: Holder): boolean {
  const comparable =
    holder.host === self.host && holder.boot === self.boot && holder.pidNamespace === self.pidNamespace;
  return comparable && (holder.pid === self.pid ? holder.id !== self.id : !isRunning(holder.pid));
}

/** Modification time of the file; undefined if there is no file. */
function heartbeatOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

async function beatsWithin(file: string, silenceMs: number, heartbeatMs: number): Promise<boolean> {
  const first = heartbeatOf(file);
  for (let waited = 0; waited < silenceMs; waited += heartbeatMs) {
    await after(Math.min(heartbeatMs, silenceMs - waited));
    const beat = heartbeatOf(file);
    if (beat === undefined) return false;
    if (beat !== first) return true;
  }
  return false;
}

/** Takes the lock of a folder. @returns a function that releases it. @throws StartError if another server uses the folder. */
export async function holdLockFile(dataDir: string, options: LockOptions = {}): Promise<() => void> {
  const { heartbeatMs = HEARTBEAT_MS, silenceMs = SILENCE_MS, log = console.log } = options;
  const file = join(dataDir, 'lock');
  const self = { ...thisProcess(), ...options.self };
  const inUse = new StartError(`Another server is already running on the data folder ${dataDir}.`);
  const isOurs = () => {
    const holder = holderOf(file);
    return typeof holder === 'object' && holder.id === self.id;
  };

  const fresh = `${file}.new`;
  const write = (path: string, flag: string) => writeFileSync(path, `${JSON.stringify(self)}\n`, { flag, flush: true });
  try {
    write(file, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const holder = holderOf(file);
    if (holder && (holder === 'unknown' || !isKnownDead(holder, self))) {
      log(
        `The data folder was in use before. Waiting up to ${silenceMs / 1000} s to see whether that server still runs.`,
      );
      if (await beatsWithin(file, silenceMs, heartbeatMs)) throw inUse;
    }
    write(fresh, 'w');
    renameSync(fresh, file);
    await after(SETTLE_MS);
    if (!isOurs()) throw inUse;
  }

  const lost =
    options.onLost ??
    ((message: string) => {
      console.error(message);
      // Rule: exit without a clean close, because the other server now owns the data.
      process.exit(1);
    });
  const beat = setInterval(() => {
    if (isOurs()) utimesSync(file, new Date(), new Date());
    else {
      clearInterval(beat);
      lost(`Another server has taken over the data folder ${dataDir}. This one stops at once.`);
    }
  }, heartbeatMs);
  beat.unref();
  return () => {
    clearInterval(beat);
    if (isOurs()) rmSync(file, { force: true });
  };
}
