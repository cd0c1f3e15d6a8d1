import { useEffect } from 'react';
import { STORAGE_KEYS } from '@/config/storage-keys';
import { lookUpDurable } from '@/lib/durable-store';
import { whenIdle } from '@/lib/idle';

/** What a visitor filled in without a network is sent at a later start, while nobody is signed in. */
export function useVisitorForms(account: string | undefined) {
  useEffect(() => {
    if (account) return;
    void whenIdle()
      .then(() => lookUpDurable(STORAGE_KEYS.visitorForms))
      .then(async (waiting) => {
        if (waiting) await (await import('@/data/forms/mutations')).sendVisitorForms();
      })
      .catch((error: unknown) => console.error('The forms wait for the next start:', error));
  }, [account]);
}
