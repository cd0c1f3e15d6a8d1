import { useEffect } from 'react';
import { STORAGE_KEYS } from '@/config/storage-keys';
import { lookUpDurable } from '@/lib/durable-store';

/** What a visitor filled in without a network is sent at a later start, while nobody is signed in. */
export function useVisitorForms() {
  useEffect(() => {
    void lookUpDurable(STORAGE_KEYS.visitorForms)
      .then(async (waiting) => {
        if (waiting) await (await import('@/data/forms/mutations')).sendVisitorForms();
      })
      .catch((error: unknown) => console.error('The forms wait for the next start:', error));
  }, []);
}
