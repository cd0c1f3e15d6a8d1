import { useState } from 'react';
import { readDraft, writeDraft } from '@/data/drafts/text-drafts';
import { useAccount } from '@/data/session/session-store';

/** State for unsent text that survives a reload, stored on this device per account. `id` names the field and the lesson. */
export function useDraft(id: string): [string, (text: string) => void] {
  const account = useAccount() ?? '';
  const [text, setText] = useState(() => readDraft(account, id));
  const change = (next: string) => {
    setText(next);
    writeDraft(account, id, next);
  };
  return [text, change];
}
