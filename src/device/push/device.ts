/**
 * Registers this browser for push messages: permission, subscription, registration and removal.
 * Rule: only `switchOn` requests the permission; call it from a click of the learner.
 * Guarantees: after `leave`, this device shows no message of the account, even if the device was offline when `leave` ran.
 */
import { create } from 'zustand';
import { backendClient, fetchPushKey } from '@/device/service/requests';
import { currentDevice, isApple, isStandalone } from '@/shared/device';
import { readDurable, writeDurable } from '@/shared/durable-store';
import { readStored, writeStored } from '@/shared/local-storage';
import { PUSH_KEYS, PUSH_PAGE_KEYS } from '@/shared/names';
import { newId } from '@/shared/new-id';
import { backendConfig } from '@/shared/product';
import type { PushState } from '@/shared/push';
import { type NativePush, nativePush, nativePushState, setNativePush } from './native-device';

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

export function pushState(): PushState {
  const native = nativePush();
  if (native) return nativePushState(native);
  if (isApple() && !isStandalone() && currentDevice() !== 'native') return 'install';
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' && readStored(PUSH_PAGE_KEYS.pushOff) === null ? 'on' : 'off';
}

/** The state as the screens show it. It changes here, and outside the app, where the learner changes the permission. */
export const usePushState = create<PushState>(pushState);
const changed = () => usePushState.setState(pushState());
globalThis.addEventListener?.('focus', changed);

function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

const sameBytes = (a: ArrayBuffer | null | undefined, b: Uint8Array) =>
  !!a && a.byteLength === b.length && new Uint8Array(a).every((byte, index) => byte === b[index]);

/** The stored device name; undefined if this browser was never registered. */
async function knownName(): Promise<string | undefined> {
  try {
    const stored: unknown = JSON.parse((await readDurable(PUSH_KEYS.pushDevice)) ?? 'null');
    return typeof stored === 'object' && stored && 'name' in stored && typeof stored.name === 'string'
      ? stored.name
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The device name, created if needed. Also stores the backend's URL and key, because the service worker needs them to renew a subscription
 * while no page is open.
 */
async function ownName(): Promise<string> {
  const name = (await knownName()) ?? newId();
  await writeDurable(PUSH_KEYS.pushDevice, JSON.stringify({ name, ...backendConfig(location.origin) }));
  return name;
}

/** The subscription for the server's current key. Replaces a subscription for an earlier key, which no longer receives messages. */
async function subscription(): Promise<PushSubscription> {
  const applicationServerKey = bytesOf(await fetchPushKey());
  const { pushManager } = await navigator.serviceWorker.ready;
  const present = await pushManager.getSubscription();
  if (present && sameBytes(present.options.applicationServerKey, applicationServerKey)) return present;
  await present?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

/** Makes this module use the push service of the native app instead of the browser's. */
export function replacePush(bridge: NativePush | undefined): void {
  setNativePush(bridge);
  changed();
}

/** Registers this device's push endpoint or token with the server. @throws Error when the browser or the server rejects it */
export async function storeDevice(platform: 'web' | 'android' | 'ios', address: () => Promise<string>): Promise<void> {
  const client = await backendClient();
  // Rule: verify the session with the server before registering the device (specification 2 §6).
  const { error: nobody } = await client.auth.getUser();
  if (nobody) throw nobody;
  const { error } = await client.rpc('register_push_device', {
    p_platform: platform,
    p_token: await address(),
    p_device: await ownName(),
    p_time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  if (error) throw new Error(error.message);
  await writeDurable(PUSH_PAGE_KEYS.pushLeft, null);
}

const register = () => storeDevice('web', async () => JSON.stringify(await subscription()));

/** Requests the permission and registers the device. Call it from a click. @returns the new state @throws Error */
export async function switchOn(): Promise<PushState> {
  writeStored(PUSH_PAGE_KEYS.pushOff, null);
  try {
    const native = nativePush();
    if (native) await native.request();
    else if ((await Notification.requestPermission()) === 'granted') await register();
  } catch (error) {
    // Without a registration this device receives no messages, so the settings must show them as off.
    writeStored(PUSH_PAGE_KEYS.pushOff, 'yes');
    throw error;
  } finally {
    changed();
  }
  return pushState();
}

/** Renews the registration when the app starts; does nothing without the permission and never requests it. */
export async function renew(): Promise<void> {
  await finishLeaving();
  if (pushState() !== 'on') return;
  await (nativePush()?.request() ?? register());
}

/** Switches push messages off on this device; the browser keeps the permission. */
export async function switchOff(): Promise<void> {
  writeStored(PUSH_PAGE_KEYS.pushOff, 'yes');
  changed();
  await leave();
}

async function unsubscribe(): Promise<void> {
  await nativePush()?.unregister();
  const registration = await navigator.serviceWorker?.getRegistration();
  const present = await registration?.pushManager?.getSubscription();
  if (present && !(await present.unsubscribe())) throw new Error('The subscription stays');
  await writeDurable(PUSH_PAGE_KEYS.pushLeft, null);
}

/** Removes a subscription that could not be removed at sign-out. */
async function finishLeaving(): Promise<void> {
  if (await readDurable(PUSH_PAGE_KEYS.pushLeft)) await unsubscribe();
}

/**
 * Ends the account's push messages on this device. If offline, the subscription is removed later; until then the service worker shows none of
 * the account's messages, because nobody is signed in. A device that could not be unregistered is deleted by the server as soon as the push
 * service reports that the subscription no longer exists.
 */
export async function leave(): Promise<void> {
  await writeDurable(PUSH_PAGE_KEYS.pushLeft, 'yes');
  await navigator.clearAppBadge?.().catch(() => undefined);
  const name = await knownName();
  const forget = async () => {
    if (name) await (await backendClient()).rpc('unregister_push_device', { p_device: name });
  };
  const ends = await Promise.allSettled([forget(), unsubscribe()]);
  for (const end of ends) if (end.status === 'rejected') console.warn('Push messages end later:', end.reason);
}
