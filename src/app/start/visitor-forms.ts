import { STORAGE_KEYS } from '@/config/names';
import { lookUpDurable } from '@/lib/durable-store';

/** Sends the forms that visitors filled in offline, no matter whether an account is signed in now. */
export async function sendWaitingForms(): Promise<void> {
  try {
    if (await lookUpDurable(STORAGE_KEYS.visitorForms))
      await (await import('@/data/forms/mutations')).sendVisitorForms();
  } catch (error) {
    console.error('The forms wait for the next start:', error);
  }
}
