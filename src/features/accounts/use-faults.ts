import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { BANNER_ID } from './banner-id';
import type { AuthMessage } from './text/auth';

/** Invalid fields by name. The value is the error text below the field, or `true` if the banner's text is enough. */
export type Faults = Readonly<Record<string, string | true>>;

/**
 * Errors of an account form. An error shows the banner, shakes the card, marks its fields and focuses the
 * first of them (WCAG 3.3.1). Values are read on submit, because a password manager may fill fields without events.
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
    /** The error props of the field with this name. */
    of: (name: string) => {
      const words = fault?.faults[name];
      return { error: typeof words === 'string' ? words : undefined, faultId: words === true ? BANNER_ID : undefined };
    },
  };
}

/**
 * The props of a prerendered form. React calls the action only for a press that came before the page was hydrated; it would then reset the form,
 * but an error must leave what the visitor typed.
 */
export const onSubmit = (submit: () => Promise<void>) => ({
  action: submit,
  onSubmit: (event: SyntheticEvent) => {
    event.preventDefault();
    void submit();
  },
  onReset: (event: SyntheticEvent) => event.preventDefault(),
});

/** Current values of a form's fields. */
export function valuesOf<T extends string>(form: HTMLFormElement | null, names: readonly T[]): Record<T, string> {
  const data = new FormData(form ?? undefined);
  return Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])) as Record<T, string>; // `names` lists every key
}
