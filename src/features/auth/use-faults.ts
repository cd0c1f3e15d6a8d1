import { useEffect, useRef, useState } from 'react';
import type { AuthMessage } from '@/text/auth';
import { BANNER_ID } from './auth-banner';

/** The fields that a message is about, by name: the words below the field, or `true` where the banner says it all. */
export type Faults = Readonly<Record<string, string | true>>;

/**
 * What is wrong with an account form. A failure shows the banner, shakes the card, marks the fields it is about and moves the focus to the
 * first of them (WCAG 3.3.1). Values are read from the form when it is sent: a password manager may fill a field without an event.
 */
export function useFaults() {
  const form = useRef<HTMLFormElement>(null);
  const [fault, setFault] = useState<{ message: AuthMessage; faults: Faults } | null>(null);
  const [shakes, setShakes] = useState(0);
  useEffect(() => {
    const [first] = Object.keys(fault?.faults ?? {});
    if (first) (form.current?.elements.namedItem(first) as HTMLElement | null)?.focus();
  }, [fault]);
  return {
    form,
    message: fault?.message ?? null,
    shakes,
    fail: (message: AuthMessage, faults: Faults = {}) => {
      setFault({ message, faults });
      setShakes((count) => count + 1);
    },
    clear: () => setFault(null),
    /** The attributes of the field with this name. */
    of: (name: string) => {
      const words = fault?.faults[name];
      return { error: typeof words === 'string' ? words : undefined, faultId: words === true ? BANNER_ID : undefined };
    },
  };
}

/** What a form holds now: the text of each of its fields. */
export function valuesOf<T extends string>(form: HTMLFormElement | null, names: readonly T[]): Record<T, string> {
  const data = new FormData(form ?? undefined);
  return Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])) as Record<T, string>; // the same names
}
