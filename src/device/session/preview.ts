import type { Plan } from '@/shared/entitlements';
import type { LocalIdentity } from '@/shared/identity';
import { readStored, writeStored } from '@/shared/local-storage';
import { STORAGE_KEYS } from '@/shared/names';
import { courseSettingsHref } from '@/shared/paths';

// Lets an administrator see a course as a learner sees it: this tab is signed in to a temporary account with its own stores. The account
// exists on this device only. Rule: the preview never shows the administrator's own data and sends nothing.

const tab = () => sessionStorage;

interface Preview extends LocalIdentity {
  course: string;
}

/** Marks this tab as a preview. The next page that the tab loads uses the temporary account. */
export function markPreview(uid: string, plan: Plan, course: string): void {
  const identity: Preview = {
    ...{ uid, plan, course, email: 'preview@sloy.invalid', full_name: '' },
    plan_checked_at: Date.now(),
    is_admin: false,
  };
  writeStored(STORAGE_KEYS.preview, JSON.stringify(identity), tab);
  const known = readStored(STORAGE_KEYS.previews);
  writeStored(STORAGE_KEYS.previews, known ? `${known},${uid}` : uid);
}

/** Deletes the stores of earlier previews, for example if their tab was closed. */
export async function forgetPreviews(): Promise<void> {
  const known = readStored(STORAGE_KEYS.previews);
  if (!known) return;
  const { forgetAccount } = await import('@sync');
  for (const uid of known.split(',')) await forgetAccount(uid);
  writeStored(STORAGE_KEYS.previews, null);
}

/** Ends the preview of this tab and returns to the console. */
export async function leavePreview(): Promise<void> {
  const { course } = JSON.parse(readStored(STORAGE_KEYS.preview, tab) ?? '{}') as Partial<Preview>;
  writeStored(STORAGE_KEYS.preview, null, tab);
  await forgetPreviews().catch((error: unknown) => console.error('The preview was not removed:', error));
  location.replace(courseSettingsHref(course ?? ''));
}
