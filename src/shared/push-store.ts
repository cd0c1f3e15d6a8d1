/**
 * Data that the worker and the pages exchange through the durable store: clicked notifications, and the learner's last active day.
 * Guarantees: a clicked notification is removed only after a page has marked it as read; damaged content reads as empty.
 */
import { PUSH_KEYS } from '@/shared/names';
import { readDurable, writeDurable } from './durable-store';

export interface PressedNotification {
  /** Mark of the account: a hash of its id (account-mark.ts). */
  account: string;
  id: string;
}

/** Maximum number of stored notifications: more than a learner clicks between two starts of the app. */
const MOST = 200;

/** Reads the clicked notifications. Only this file writes the value, so the only possible damage is text that is not JSON. */
export async function pressedNotifications(): Promise<PressedNotification[]> {
  try {
    return JSON.parse((await readDurable(PUSH_KEYS.pushReads)) ?? '[]') as PressedNotification[];
  } catch {
    return [];
  }
}

export async function keepPress(press: PressedNotification): Promise<void> {
  const others = (await pressedNotifications()).filter(({ id }) => id !== press.id);
  await writeDurable(PUSH_KEYS.pushReads, JSON.stringify([...others, press].slice(-MOST)));
}

export async function forgetPresses(ids: ReadonlySet<string>): Promise<void> {
  const left = (await pressedNotifications()).filter(({ id }) => !ids.has(id));
  await writeDurable(PUSH_KEYS.pushReads, left.length > 0 ? JSON.stringify(left) : null);
}

/** The stored value: the mark of an account (account-mark.ts), and its last active day (YYYY-MM-DD). */
const activeDay = (account: string, day: string) => `${account} ${day}`;

/** Whether this device knows that the account was active on the day. */
export const wasActiveOn = async (account: string, day: string): Promise<boolean> =>
  (await readDurable(PUSH_KEYS.activeDay)) === activeDay(account, day);

export const keepActiveDay = (account: string, day: string): Promise<boolean> =>
  writeDurable(PUSH_KEYS.activeDay, activeDay(account, day));
