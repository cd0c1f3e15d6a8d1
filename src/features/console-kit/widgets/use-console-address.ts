import { useSearchParams } from 'react-router-dom';
import { cleanText } from '@/shared/clean-text';

type Change = Record<string, string | number | null>;

export interface ConsoleAddress {
  get: (name: string) => string;
  /** The page of the list, from 1. */
  page: number;
  /** Changes the query. `push` adds a history entry; `replace`, the default, changes the current entry. An empty value removes the parameter. */
  set: (change: Change, how?: 'push' | 'replace') => void;
}

/** Largest page number. A larger one would exceed the server's integers. */
const PAGE_MAX = 1_000_000;

/** Keeps the screen's state (section, page, search, dialog) in the URL, so that Back, a reload and a shared link restore it. */
export function useConsoleAddress(): ConsoleAddress {
  const [query, setQuery] = useSearchParams();
  return {
    get: (name) => cleanText(query.get(name) ?? ''),
    page: Math.min(PAGE_MAX, Math.max(1, Math.floor(Number(query.get('page')) || 1))),
    set: (change, how = 'replace') =>
      setQuery(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(change)) {
            const text = value === null ? '' : String(value);
            if (!text || (name === 'page' && text === '1')) after.delete(name);
            else after.set(name, text);
          }
          return after;
        },
        { replace: how === 'replace', preventScrollReset: true },
      ),
  };
}

/** The dialog that the URL names: `<kind>` or `<kind>:<id>`. */
export function useAddressDialog(kind: string) {
  const { get, set } = useConsoleAddress();
  const [name, id = ''] = get('dialog').split(/:(.*)/s);
  return {
    open: name === kind,
    id,
    show: (row = '') => set({ dialog: row ? `${kind}:${row}` : kind }, 'push'),
    close: () => set({ dialog: null }),
  };
}
