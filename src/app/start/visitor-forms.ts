import { STORAGE_KEYS } from '@/config/persisted-names';
import { lookUpDurable } from '@/lib/durable-store';

/** What a visitor filled in without a network is sent at a later start, whoever is signed in by then. */
export async function sendWaitingForms(): Promise<void> {
  try {
    if (await lookUpDurable(STORAGE_KEYS.visitorForms))
      await (await import('@/data/forms/mutations')).sendVisitorForms();
  } catch (error) {
    console.error('The forms wait for the next start:', error);
  }
}
