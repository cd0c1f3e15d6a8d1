// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { currentIdentity, restoreIdentity, setIdentity, useSession } from '@/device/session/session-store';
import { readDurable, writeDurable } from '@/shared/durable-store';
import { STORAGE_KEYS } from '@/shared/names';

// The stored identity stays correct even if the page or the browser is closed in the middle of a write.

const maria = {
  uid: '11111111-1111-4111-8111-111111111111',
  email: 'maria@sloy.test',
  full_name: 'Мария',
  plan: 'pro' as const,
  plan_checked_at: 1,
  is_admin: false,
};
const text = JSON.stringify(maria);

/** Simulates a page that starts with the current contents of the stores. */
const begin = () => {
  useSession.setState({ identity: null, left: false });
  return restoreIdentity();
};

const removeStore = () =>
  new Promise((done, failed) => {
    const gone = indexedDB.deleteDatabase('sloy-keys');
    gone.onsuccess = done;
    gone.onblocked = failed;
  });

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  await writeDurable(STORAGE_KEYS.identity, null);
});

it('a page that is open when localStorage is cleared stays signed in', async () => {
  await setIdentity(maria);
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  await vi.waitFor(() => expect(localStorage.getItem(STORAGE_KEYS.identity)).toBe(text));
  expect(currentIdentity()).toEqual(maria);
});

it('a page that is restored from the back-forward cache knows about a sign-out in between', async () => {
  await setIdentity(maria);
  localStorage.removeItem(STORAGE_KEYS.identity);
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(currentIdentity()).toBeNull();
});

it('a sign-in is on the disk before a screen shows it', async () => {
  useSession.setState({ identity: null });
  const order: string[] = [];
  const begin = IDBDatabase.prototype.transaction;
  const disk = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
    const transaction = begin.apply(this, args);
    transaction.addEventListener('complete', () => order.push('disk'));
    return transaction;
  });
  const stop = useSession.subscribe(({ identity }) => identity && order.push('screen'));
  await setIdentity(maria);
  stop();
  disk.mockRestore();
  expect(order.slice(0, 2)).toEqual(['disk', 'screen']);
  expect(await readDurable(STORAGE_KEYS.identity)).toBe(text);
});

it('reports evicted stores to a signed-in account, and not after a sign-out', async () => {
  const begun = async () => {
    vi.resetModules();
    const page = await import('@/device/session/session-store');
    await page.restoreIdentity();
    return page.useSession.getState();
  };
  localStorage.setItem(STORAGE_KEYS.identity, text);
  expect(await begun()).toMatchObject({ identity: null, lost: false });
  localStorage.setItem(STORAGE_KEYS.identity, text);
  await removeStore();
  expect(await begun()).toMatchObject({ identity: null, lost: true });
});

it('a store that the browser closed is opened again', async () => {
  const opened = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('The database connection is closing.', 'InvalidStateError');
  });
  expect(await writeDurable(STORAGE_KEYS.authSession, 'new')).toBe(true);
  opened.mockRestore();
  await removeStore();
  expect(await readDurable(STORAGE_KEYS.authSession)).toBeNull();
  expect(await writeDurable(STORAGE_KEYS.authSession, 'newer')).toBe(true);
  expect(await readDurable(STORAGE_KEYS.authSession)).toBe('newer');
});

it('values that localStorage lost in a power cut are read from the durable store', async () => {
  await setIdentity(maria);
  localStorage.clear();
  sessionStorage.clear();
  await begin();
  expect(currentIdentity()).toEqual(maria);
});

it('a tab that is reloaded before the sign-out reached the durable store stays signed out', async () => {
  await setIdentity(maria);
  const gone = setIdentity(null);
  expect(sessionStorage.getItem(STORAGE_KEYS.left)).toBe('yes');
  await gone;
  expect(sessionStorage.getItem(STORAGE_KEYS.left)).toBeNull();
  // Simulates a page that was closed before the sign-out reached the durable store.
  sessionStorage.setItem(STORAGE_KEYS.left, 'yes');
  await writeDurable(STORAGE_KEYS.identity, text);
  await begin();
  expect(currentIdentity()).toBeNull();
  expect(await readDurable(STORAGE_KEYS.identity)).toBeNull();
});

it('a later sign-in, in this or another tab, stays valid', async () => {
  sessionStorage.setItem(STORAGE_KEYS.left, 'yes');
  localStorage.setItem(STORAGE_KEYS.identity, text);
  await writeDurable(STORAGE_KEYS.identity, text);
  useSession.setState({ identity: maria });
  await restoreIdentity();
  expect(currentIdentity()).toEqual(maria);
  await setIdentity(maria);
  expect(sessionStorage.getItem(STORAGE_KEYS.left)).toBeNull();
});
