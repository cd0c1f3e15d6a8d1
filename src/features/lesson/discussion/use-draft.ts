import { useState } from 'react';
import { useAccount } from '@/device/session/session-store';
import { readDraft, writeDraft } from '@/device/text-drafts';

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
