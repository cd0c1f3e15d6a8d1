import { openOutbox, ownDocs } from '@sync';
import { firstValue } from '@/shared/first-value';
import type { Kind, StoredJournalDoc } from '@/shared/journal';

/** The account's documents of a kind as its screens show them, unsent ones included. */
export async function shownDocsOf<K extends Kind>(account: string, kind: K): Promise<StoredJournalDoc<K>[]> {
  await openOutbox(account);
  return firstValue(ownDocs(account, kind));
}

export async function shownDocOf<K extends Kind>(
  account: string,
  kind: K,
  key: string,
): Promise<StoredJournalDoc<K> | undefined> {
  return (await shownDocsOf(account, kind)).find(({ id }) => id === `${kind}/${key}`);
}
