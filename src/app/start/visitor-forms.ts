import { lookUpDurable } from '@/shared/durable-store';
import { STORAGE_KEYS } from '@/shared/names';

/** Sends the forms that visitors filled in offline, no matter whether an account is signed in now. */
export async function sendWaitingForms(): Promise<void> {
  try {
    if (await lookUpDurable(STORAGE_KEYS.visitorForms))
      await (await import('@/features/contact/mutations')).sendVisitorForms();
  } catch (error) {
    console.error('The forms wait for the next start:', error);
  }
}
