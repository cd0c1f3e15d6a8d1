import { STORAGE_KEYS } from '@/config/persisted-names';
import { currentIdentity } from '@/data/session/session-store';
import { readStored, writeStored } from '@/lib/local-storage';

/** Unsaved input of a form of the console. It survives a reload, a lost network and an ended session. */
export interface Draft<F> {
  /** Current values of the form. */
  fields: F;
  /** Stored values when the editing began. */
  base: F;
  /** The version of `base`; null for a row that does not exist yet. */
  version: number | null;
  /** The id of the row that will be created, so that saving twice creates one. */
  id: string;
  /** When it was last changed (ms). */
  at: number;
}

const keyOf = (form: string) => `${STORAGE_KEYS.console}:${currentIdentity()?.uid ?? ''}:${form}`;

function isDraft<F>(value: unknown): value is Draft<F> {
  if (typeof value !== 'object' || value === null) return false;
  const { fields, base, version, id, at } = value as Record<string, unknown>;
  return (
    typeof fields === 'object' &&
    fields !== null &&
    typeof base === 'object' &&
    base !== null &&
    (version === null || typeof version === 'number') &&
    typeof id === 'string' &&
    typeof at === 'number'
  );
}

/** `form` names the form and the row, for example `news:<id>` or `news:new`. Each account has its own drafts. */
export function readDraft<F>(form: string): Draft<F> | null {
  const text = readStored(keyOf(form));
  if (text === null) return null;
  try {
    const draft: unknown = JSON.parse(text);
    return isDraft<F>(draft) ? draft : null;
  } catch {
    return null;
  }
}

/** False when the browser refuses to store it. */
export const writeDraft = <F>(form: string, draft: Draft<F>): boolean =>
  writeStored(keyOf(form), JSON.stringify(draft));

export const removeDraft = (form: string) => writeStored(keyOf(form), null);
