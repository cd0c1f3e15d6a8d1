import { useState } from 'react';
import { STORAGE_KEYS } from '@/config/persisted-names';
import { useAccount } from '@/data/session/session-store';
import { readStored, writeStored } from '@/lib/local-storage';

/** Largest number of remembered drafts; the oldest are dropped. */
const MOST = 20;

function readAll(): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(readStored(STORAGE_KEYS.drafts) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return {};
  }
}

/** State for unsent text that survives a reload, stored on this device per account. `id` names the field and the lesson. */
export function useDraft(id: string): [string, (text: string) => void] {
  const account = useAccount();
  const name = `${account ?? ''} ${id}`;
  const [text, setText] = useState(() => readAll()[name] ?? '');
  const change = (next: string) => {
    setText(next);
    const { [name]: _, ...others } = readAll();
    const kept = next ? [...Object.entries(others), [name, next]] : Object.entries(others);
    writeStored(STORAGE_KEYS.drafts, JSON.stringify(Object.fromEntries(kept.slice(-MOST))));
  };
  return [text, change];
}
