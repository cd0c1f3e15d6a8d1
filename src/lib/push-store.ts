/**
 * What the worker and the pages leave for each other in the durable store: presses on notifications, and the day on which the learner was active.
 * Guarantees: a press is removed only after the page has written it; damaged content reads as empty.
 */
import { PUSH_KEYS } from '@/config/worker-names';
import { readDurable, writeDurable } from './durable-store';

export interface PressedNotification {
  /** The mark of the account (account-mark.ts). */
  account: string;
  id: string;
}

/** More presses than anybody makes between two starts. */
const MOST = 200;

/** Only this file writes the value, so a text that is not JSON is the only damage. */
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

/** The mark of an account and the day on which it was active, YYYY-MM-DD. */
const activeDay = (account: string, day: string) => `${account} ${day}`;

/** Whether this device knows that the account was active on the day. */
export const wasActiveOn = async (account: string, day: string): Promise<boolean> =>
  (await readDurable(PUSH_KEYS.activeDay)) === activeDay(account, day);

export const keepActiveDay = (account: string, day: string): Promise<boolean> =>
  writeDurable(PUSH_KEYS.activeDay, activeDay(account, day));
