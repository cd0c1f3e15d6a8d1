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

const isPressed = (value: unknown): value is PressedNotification =>
  typeof value === 'object' && value !== null && 'account' in value && 'id' in value && typeof value.id === 'string';

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

export async function pressedNotifications(): Promise<PressedNotification[]> {
  const value = parse(await readDurable(PUSH_KEYS.pushReads));
  return Array.isArray(value) ? value.filter(isPressed) : [];
}

export async function keepPress(press: PressedNotification): Promise<void> {
  const others = (await pressedNotifications()).filter(({ id }) => id !== press.id);
  await writeDurable(PUSH_KEYS.pushReads, JSON.stringify([...others, press].slice(-MOST)));
}

export async function forgetPresses(ids: ReadonlySet<string>): Promise<void> {
  const left = (await pressedNotifications()).filter(({ id }) => !ids.has(id));
  await writeDurable(PUSH_KEYS.pushReads, left.length > 0 ? JSON.stringify(left) : null);
}

/** The last active day of the account, YYYY-MM-DD; null when this device does not know. */
export async function activeDayOf(account: string): Promise<string | null> {
  const value = parse(await readDurable(PUSH_KEYS.activeDay));
  if (typeof value !== 'object' || value === null || !('account' in value) || value.account !== account) return null;
  return 'day' in value && typeof value.day === 'string' ? value.day : null;
}

export const keepActiveDay = (account: string, day: string): Promise<boolean> =>
  writeDurable(PUSH_KEYS.activeDay, JSON.stringify({ account, day }));
