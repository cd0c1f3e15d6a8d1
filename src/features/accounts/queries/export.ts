import { openMirror, openOutbox, ownDocs } from '@sync';
import { firstValue } from '@/shared/first-value';
import { journalKinds } from '@/shared/journal';
import type { MirrorKind } from '@/shared/rows';

/** Mirror tables with the account's own rows; all other tables hold the academy's content. */
const OWN: readonly MirrorKind[] = [
  'profiles',
  'subscriptions',
  'streaks',
  'achievement_progress',
  'certificate_progress',
  'results',
  'notifications',
];

/** @returns a JSON text with all of the account's data on this device, including unsent writes */
export async function exportMyData(account: string, email: string): Promise<string> {
  const mirror = openMirror(account);
  await openOutbox(account);
  const written = await Promise.all(
    journalKinds.map(async (kind) => [kind, await firstValue(ownDocs(account, kind))] as const),
  );
  const rows = await Promise.all(
    OWN.map(async (kind) => {
      const found: object[] = await mirror.table(kind).toArray();
      // Omit fields with a leading underscore: they are the sync engine's metadata.
      return [
        kind,
        found.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => !key.startsWith('_')))),
      ] as const;
    }),
  );
  const whole = {
    account: { id: account, email },
    exported_at: new Date().toISOString(),
    journal: Object.fromEntries(written),
    server: Object.fromEntries(rows),
  };
  return JSON.stringify(whole, null, 2);
}
