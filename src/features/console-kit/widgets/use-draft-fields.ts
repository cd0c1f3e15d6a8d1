import { useState } from 'react';
import { cleanTexts } from '@/shared/clean-text';
import { readDraft, removeDraft, writeDraft } from './drafts';

/**
 * The fields of a form that does not edit a stored row. The device keeps the input until the form is sent.
 * @param form name of the form, for example `contact:<id>`
 */
export function useDraftFields<F extends object>(form: string, blank: F) {
  const [fields, setFields] = useState<F>(() => ({ ...blank, ...readDraft<F>(form)?.fields }));
  const set = (change: Partial<F>) => {
    const next = { ...fields, ...cleanTexts(change) };
    setFields(next);
    writeDraft(form, { fields: next, base: blank, version: null, id: form, at: Date.now() });
  };
  const clear = () => {
    setFields(blank);
    removeDraft(form);
  };
  return { fields, set, clear };
}
