import { readStored, writeStored } from '@/shared/local-storage';
import { STORAGE_KEYS } from '@/shared/names';

// Unsent text of comments and notes, stored on this device by account, field and lesson.

/** Largest number of stored drafts; the oldest are dropped. */
const MOST = 20;

const nameOf = (account: string, id: string) => `${account} ${id}`;

function readAll(): [string, string][] {
  try {
    const stored: unknown = JSON.parse(readStored(STORAGE_KEYS.drafts) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return [];
    return Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  } catch {
    return [];
  }
}

const store = (drafts: [string, string][]) =>
  writeStored(STORAGE_KEYS.drafts, drafts.length > 0 ? JSON.stringify(Object.fromEntries(drafts.slice(-MOST))) : null);

/** Reads a draft; returns an empty string if nothing is stored. `id` names the field and the lesson. */
export const readDraft = (account: string, id: string): string =>
  readAll().find(([name]) => name === nameOf(account, id))?.[1] ?? '';

/** Stores a draft; an empty text removes it. */
export function writeDraft(account: string, id: string, text: string): void {
  const own = nameOf(account, id);
  const others = readAll().filter(([name]) => name !== own);
  store(text ? [...others, [own, text]] : others);
}

/** Removes all drafts of an account. */
export function forgetDrafts(account: string): void {
  store(readAll().filter(([name]) => !name.startsWith(nameOf(account, ''))));
}
