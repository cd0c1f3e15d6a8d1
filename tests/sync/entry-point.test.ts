import 'fake-indexeddb/auto';
import '../helpers/silence-rxdb';
import { closeMirror, currentMirror, forgetAccount, openMirror, openOutbox, syncStatus, writeJournal } from '@sync';
import { withExclusiveLock } from '@sync/engine/exclusive-lock';
import { afterEach, expect, test, vi } from 'vitest';
import { IVAN, MARIA, THINGS } from '../helpers/simulated-school';

// Screens can use the engine's entry point before the engine runs and without a server.

const VIDEO = THINGS[0] as string;

afterEach(async () => {
  vi.unstubAllGlobals();
  await forgetAccount(MARIA);
  await forgetAccount(IVAN);
});

const like = (liked: boolean) => writeJournal('like', VIDEO, () => ({ video_id: VIDEO, liked }));

test('a mirror is opened once per account, and replaced by that of another account [STORE-1]', () => {
  const maria = openMirror(MARIA);
  expect(openMirror(MARIA)).toBe(maria);
  expect(currentMirror()).toBe(maria);
  const ivan = openMirror(IVAN);
  expect(ivan).not.toBe(maria);
  expect(ivan.name).toBe(`sloy-mirror-${IVAN}`);
  closeMirror();
  expect(currentMirror()).toBeUndefined();
});

test('writes go to the open account, and fail when none is open [STORE-1]', async () => {
  await expect(like(true)).rejects.toThrow('User not authenticated');
  openMirror(MARIA);
  await like(true);
  openMirror(IVAN);
  await like(false);
  const liked = async (account: string) => (await openOutbox(account)).docs().map(({ data }) => data);
  expect(await liked(IVAN)).toEqual([{ video_id: VIDEO, liked: false }]);
  expect(await liked(MARIA)).toEqual([{ video_id: VIDEO, liked: true }]);
});

test('a forgotten account leaves no database behind [STORE-1]', async () => {
  const mirror = openMirror(MARIA);
  await mirror.meta.put({ key: 'x', value: 1 });
  await like(true);
  await forgetAccount(MARIA);
  const left = (await indexedDB.databases()).map(({ name }) => name).filter((name) => name?.includes(MARIA));
  // Node has no BroadcastChannel between tabs, so RxDB emulates one in a separate database.
  expect(left.filter((name) => !name?.includes('broadcast-channel'))).toEqual([]);
  openMirror(MARIA);
  expect((await openOutbox(MARIA)).docs()).toEqual([]);
});

test('before the engine runs the status is "stopped" and always the same object [TAB-3]', () => {
  expect(syncStatus.getState()).toEqual({
    phase: 'stopped',
    pending: 0,
    rejected: 0,
    synced_at: null,
    restored: false,
  });
  expect(syncStatus.getState()).toBe(syncStatus.getState());
});

test('only one of two tabs runs at a time; the second starts when the first ends, and a tab closed while it waits never runs [TAB-1]', async () => {
  vi.stubGlobal('navigator', { locks: new Locks() });
  const events: string[] = [];
  let end: () => void = () => undefined;
  const first = withExclusiveLock('engine', new AbortController().signal, async () => {
    events.push('first runs');
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    events.push('first ends');
  });
  const closing = new AbortController();
  const closed = withExclusiveLock('engine', closing.signal, async () => void events.push('never'));
  const second = withExclusiveLock('engine', new AbortController().signal, async () => void events.push('second runs'));
  closing.abort();
  await closed;
  end();
  await Promise.all([first, second]);
  expect(events).toEqual(['first runs', 'first ends', 'second runs']);
});

/** The part of the Web Locks API that Node 20 lacks. */
class Locks {
  #tail: Promise<unknown> = Promise.resolve();

  request(_: string, { signal }: { signal: AbortSignal }, run: () => Promise<void>): Promise<void> {
    const turn = this.#tail.then(() => (signal.aborted ? undefined : run()));
    this.#tail = turn.catch(() => undefined);
    // An aborted wait must reject at once.
    const aborted = new Promise<void>((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason)),
    );
    return Promise.race([turn, aborted]);
  }
}
