import { openJournal, openMirror } from '@sync';
import type { Kind } from '@/domain/journal';
import { laws } from '@/domain/merge';
import type { MirrorKind } from '@/domain/rows';
import { firstValue } from '@/lib/first-value';

/** The kinds of the mirror that are the account's own; the rest are the school's. */
const OWN: readonly MirrorKind[] = [
  'profiles',
  'subscriptions',
  'streaks',
  'achievement_progress',
  'certificate_progress',
  'results',
  'notifications',
];

/** Everything that this device holds of the account, what waits to be sent included, as the text of a JSON file. */
export async function exportMyData(account: string, email: string): Promise<string> {
  const mirror = openMirror(account);
  const journal = await openJournal(account);
  const kinds = Object.keys(laws) as Kind[]; // the keys of a record over Kind
  const written = await Promise.all(kinds.map(async (kind) => [kind, await firstValue(journal.docs$(kind))] as const));
  const rows = await Promise.all(
    OWN.map(async (kind) => {
      const found: object[] = await mirror.table(kind).toArray();
      // What begins with an underscore is the engine's own bookkeeping.
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
