/**
 * The lock file of a data folder: it names the server that holds the folder, and its modification time is the heartbeat.
 * Unlike a kernel lock, a lock file works between containers, across mount paths and on a shared disk.
 * Rule: at most one server uses a data folder. A server that finds another holder in its lock file stops at once.
 *
 *   no file ──► create ──► held (heartbeat every 3 s) ──► released
 *   file of a process that is known to be dead ──► take over
 *   file of a process that is known to run ──► rejected at once
 *   file of any other process ──► watch for 30 s: heartbeat ──► rejected; silence ──► take over
 *
 * Takeover: a server creates `lock.takeover` exclusively, checks that `lock` is still the abandoned file, and renames `lock.takeover` to `lock`.
 * A server that stops also creates `lock.takeover` before it removes `lock`. If that fails, another server is taking over, so `lock` stays.
 */
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import * as v from 'valibot';
import { StartError } from './settings';

const HEARTBEAT_MS = 3_000;
/** A lock counts as abandoned after this time without a heartbeat (ms). The time is long, because opening a large database blocks the process. */
const SILENCE_MS = 30_000;
/** Pause between taking the lock and checking that it is still ours (ms): servers of earlier versions take over without `lock.takeover`. */
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

/** The text, trimmed; '' if it cannot be read. */
function readText(read: () => string): string {
  try {
    return read().trim();
  } catch {
    return '';
  }
}

const thisProcess = (): Holder => ({
  host: hostname(),
  boot: readText(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
  pidNamespace: readText(() => readlinkSync('/proc/self/ns/pid')),
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

/** A pid can be looked up only within the same boot and the same container. */
const isComparable = (holder: Holder, self: Holder) =>
  holder.host === self.host && holder.boot === self.boot && holder.pidNamespace === self.pidNamespace;

/** True if the holder's process has ended. */
const isKnownDead = (holder: Holder, self: Holder) =>
  isComparable(holder, self) && (holder.pid === self.pid ? holder.id !== self.id : !isRunning(holder.pid));

/** True if the holder's process runs and has just renewed its heartbeat. Rule: false in every unclear case, because waiting is always correct. */
function isKnownRunning(file: string, holder: Holder, self: Holder, heartbeatMs: number): boolean {
  if (!isComparable(holder, self) || holder.pid === self.pid) return false;
  const silence = Date.now() - (heartbeatOf(file) ?? 0);
  if (silence < -1_000 || silence > 2 * heartbeatMs) return false;
  // The link is not readable for a process that was killed, belongs to another user or runs outside Linux.
  const program = readText(() => readlinkSync(`/proc/${holder.pid}/exe`));
  return program !== '' && program === readText(() => readlinkSync('/proc/self/exe'));
}

/** Modification time of the file; undefined if there is no file. */
function heartbeatOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

/** The content and the heartbeat of a lock file. If they change during a takeover, another server holds the lock. '' if there is no file. */
const versionOf = (file: string) => readText(() => `${heartbeatOf(file)} ${readFileSync(file, 'utf8')}`);

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

async function isGoneWithin(file: string, silenceMs: number, pollMs: number): Promise<boolean> {
  for (let waited = 0; waited < silenceMs && existsSync(file); waited += pollMs)
    await after(Math.min(pollMs, silenceMs - waited));
  return !existsSync(file);
}

/** Creates a file that names its holder. @returns false if it exists */
function create(file: string, holder: Holder): boolean {
  try {
    writeFileSync(file, `${JSON.stringify(holder)}\n`, { flag: 'wx', flush: true });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** Renames the claim to the lock file. Does nothing if another server removed the claim as abandoned: the caller checks who holds the lock. */
function replace(claim: string, file: string): void {
  try {
    renameSync(claim, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
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

  const claim = `${file}.takeover`;
  const isDead = (holder: ReturnType<typeof holderOf>) => typeof holder === 'object' && isKnownDead(holder, self);
  const claimTakeover = async () => {
    if (create(claim, self)) return true;
    // Another server is taking over, or died during its takeover.
    if (!isDead(holderOf(claim)) && (await isGoneWithin(claim, silenceMs, heartbeatMs))) return false;
    rmSync(claim, { force: true });
    return create(claim, self);
  };

  if (!create(file, self)) {
    const abandoned = versionOf(file);
    const holder = holderOf(file);
    if (typeof holder === 'object' && isKnownRunning(file, holder, self, heartbeatMs)) throw inUse;
    if (holder && !isDead(holder)) {
      log(
        `The data folder was in use before. Waiting up to ${silenceMs / 1000} s to see whether that server still runs.`,
      );
      if (await beatsWithin(file, silenceMs, heartbeatMs)) throw inUse;
    }
    if (existsSync(file)) {
      if (!(await claimTakeover())) throw inUse;
      if (versionOf(file) === abandoned) replace(claim, file);
      else rmSync(claim, { force: true });
    } else if (!create(file, self)) throw inUse;
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
    if (!isOurs()) return;
    try {
      // Rule: remove the file only while holding the claim. Otherwise a server that takes over between the check and the removal would lose its lock.
      if (!create(claim, self)) return;
      if (isOurs()) rmSync(file, { force: true });
      rmSync(claim, { force: true });
    } catch {
      // Ignore an error, for example of a full disk: the lock stays, and the next server sees that this process has ended.
    }
  };
}
