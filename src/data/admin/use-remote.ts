import { useEffect, useReducer, useRef } from 'react';
import { useSession } from '@/data/session/session-store';
import { asConsoleError, type ConsoleError } from './console-client';
import { onConsoleChange } from './console-live';

/** State of a request. `data` keeps the last response while a new request is running or after it failed. */
export interface Remote<T> {
  data: T | undefined;
  /** Error of the last request; `data` may still hold an earlier response. */
  error: ConsoleError | undefined;
  /** Unix time (ms) at which `data` arrived. */
  at: number | undefined;
  busy: boolean;
  reload: () => void;
}

interface Kept {
  data: unknown;
  at: number;
}

/** In-memory cache of responses, so that a section shows its rows at once when it is opened again. */
const kept = new Map<string, Kept>();
useSession.subscribe((now, before) => {
  if (now.identity?.uid !== before.identity?.uid) kept.clear();
});

interface State {
  key: string;
  kept: Kept | undefined;
  error: ConsoleError | undefined;
  busy: boolean;
}

type Step =
  | { step: 'ask'; key: string }
  | { step: 'answer'; key: string; kept: Kept }
  | { step: 'fail'; key: string; error: ConsoleError };

function next(state: State, step: Step): State {
  if (step.step === 'ask') {
    const known = kept.get(step.key);
    // While the next page of a list loads, keep the rows of the previous one.
    if (step.key !== state.key) return { key: step.key, kept: known ?? state.kept, error: undefined, busy: true };
    return { ...state, busy: true };
  }
  if (step.key !== state.key) return state;
  if (step.step === 'answer') return { key: step.key, kept: step.kept, error: undefined, busy: false };
  return { ...state, error: step.error, busy: false };
}

interface RemoteOptions {
  /** Tables whose changes reload the data; if omitted, every change of any table reloads them. */
  tables?: readonly string[];
  /** While false, nothing is requested. */
  enabled?: boolean;
}

/** Loads data from the server and reloads it after a change, when the network returns and on demand. `key` identifies the request. */
export function useRemote<T>(
  key: string,
  load: () => Promise<T>,
  { tables, enabled = true }: RemoteOptions = {},
): Remote<T> {
  const [state, send] = useReducer(
    next,
    key,
    (first): State => ({
      key: first,
      kept: kept.get(first),
      error: undefined,
      busy: enabled,
    }),
  );
  const question = useRef({ key, load, tables });
  question.current = { key, load, tables };
  const run = useRef(0);
  const reload = () => {
    const mine = ++run.current;
    const asked = question.current;
    send({ step: 'ask', key: asked.key });
    asked.load().then(
      (data) => {
        const answer = { data, at: Date.now() };
        kept.set(asked.key, answer);
        if (mine === run.current) send({ step: 'answer', key: asked.key, kept: answer });
      },
      (error: unknown) => {
        if (mine === run.current) send({ step: 'fail', key: asked.key, error: asConsoleError(error) });
      },
    );
  };
  const again = useRef(reload);
  again.current = reload;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key requests at once
  useEffect(() => {
    if (enabled) again.current();
  }, [key, enabled]);
  useEffect(() => {
    if (!enabled) return;
    return onConsoleChange((changed) => {
      const { tables: shown } = question.current;
      if (!changed || !shown || shown.some((table) => changed.includes(table))) again.current();
    });
  }, [enabled]);
  const answer = state.key === key ? state.kept : (kept.get(key) ?? state.kept);
  return {
    data: answer?.data as T | undefined,
    error: state.key === key ? state.error : undefined,
    at: answer?.at,
    busy: state.busy || state.key !== key,
    reload,
  };
}
