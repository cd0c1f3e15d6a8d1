import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import { STORAGE_KEYS } from '@/config/storage-keys';
import { currentIdentity, restoreIdentity, setIdentity, useSession } from '@/data/session/session-store';
import { readDurable, writeDurable } from '@/lib/durable-store';

// Who is signed in, after a page or a browser ended at the worst moment.

const maria = {
  uid: '11111111-1111-4111-8111-111111111111',
  email: 'maria@sloy.test',
  full_name: 'Мария',
  plan: 'pro' as const,
  plan_checked_at: 1,
  is_admin: false,
};
const text = JSON.stringify(maria);

/** A page that begins with what the stores hold. */
const begin = () => {
  useSession.setState({ identity: null, left: false });
  return restoreIdentity();
};

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  await writeDurable(STORAGE_KEYS.identity, null);
});

it('what localStorage lost with the battery is known from the durable store', async () => {
  await setIdentity(maria);
  localStorage.clear();
  sessionStorage.clear();
  await begin();
  expect(currentIdentity()).toEqual(maria);
});

it('a tab that is reloaded before the durable store heard of the signing out stays signed out', async () => {
  await setIdentity(maria);
  const gone = setIdentity(null);
  expect(sessionStorage.getItem(STORAGE_KEYS.left)).toBe('yes');
  await gone;
  expect(sessionStorage.getItem(STORAGE_KEYS.left)).toBeNull();
  // The page ended before that.
  sessionStorage.setItem(STORAGE_KEYS.left, 'yes');
  await writeDurable(STORAGE_KEYS.identity, text);
  await begin();
  expect(currentIdentity()).toBeNull();
  expect(await readDurable(STORAGE_KEYS.identity)).toBeNull();
});

it('who signed in after that, here or in another tab, stays signed in', async () => {
  sessionStorage.setItem(STORAGE_KEYS.left, 'yes');
  localStorage.setItem(STORAGE_KEYS.identity, text);
  await writeDurable(STORAGE_KEYS.identity, text);
  useSession.setState({ identity: maria });
  await restoreIdentity();
  expect(currentIdentity()).toEqual(maria);
  await setIdentity(maria);
  expect(sessionStorage.getItem(STORAGE_KEYS.left)).toBeNull();
});
