import { useCallback, useEffect, useState } from 'react';
import { type AddressState, askAddress } from '@/data/session/address-requests';

interface Address {
  /** Undefined until the server has answered for the first time; null without an answer. */
  state: AddressState | null | undefined;
  ask: () => void;
}

/** The state of the account's address; requested again when the page becomes visible. @param enabled false requests nothing */
export function useAddress(enabled = true): Address {
  const [state, setState] = useState<AddressState | null>();
  const ask = useCallback(() => {
    if (!enabled || document.visibilityState === 'hidden') return;
    // Without a network nothing new is known about the address, and the screen stays as it is.
    askAddress().then(setState, () => setState((known) => known ?? null));
  }, [enabled]);
  useEffect(() => {
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => document.removeEventListener('visibilitychange', ask);
  }, [ask]);
  return { state, ask };
}
