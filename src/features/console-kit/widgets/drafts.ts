import { currentIdentity } from '@/device/session/session-store';
import { cleanTexts } from '@/shared/clean-text';
import { readStored, writeStored } from '@/shared/local-storage';
import { STORAGE_KEYS } from '@/shared/names';

/** Unsaved input of a console form, stored so that it survives a reload, a network failure and the end of the session. */
export interface Draft<F> {
  /** Current values of the form. */
  fields: F;
  /** The server's values when editing began. */
  base: F;
  /** The version of `base`; null for a row that does not exist yet. */
  version: number | null;
  /** Id for the row to create, so that saving twice creates only one row. */
  id: string;
  /** Unix time (ms) of the last change. */
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

/** Reads this account's draft. `form` names the form and the row, for example `news:<id>` or `news:new`. */
export function readDraft<F>(form: string): Draft<F> | null {
  const text = readStored(keyOf(form));
  if (text === null) return null;
  try {
    const draft: unknown = JSON.parse(text);
    return isDraft<F>(draft) ? cleanTexts(draft) : null;
  } catch {
    return null;
  }
}

/** @returns false if the browser rejected the write */
export const writeDraft = <F>(form: string, draft: Draft<F>): boolean =>
  writeStored(keyOf(form), JSON.stringify(draft));

/** Gives the remaining input of a form that created a row to the form that edits this row. */
export function moveDraft(from: string, to: string) {
  const text = readStored(keyOf(from));
  if (text !== null && writeStored(keyOf(to), text)) removeDraft(from);
}

export const removeDraft = (form: string) => writeStored(keyOf(form), null);
