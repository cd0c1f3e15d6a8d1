/** The page's open outbox: one account at a time. A failed open is not cached. */
import { mirrorName } from '@/shared/names';
import { createMirror, currentAccount, openMirror } from '../mirror/mirror';
import { mirrorId } from '../mirror/mirror-id';
import type { MirrorDb } from '../mirror/mirror-schema';
import type { StoreIds } from '../protocol/types';
import { noteOpen } from './opened';
import { createOutbox, type Outbox } from './outbox';
import { removeOutboxStore } from './outbox-store';

let open: { account: string; mirror: MirrorDb; outbox: Promise<Outbox> } | undefined;

/** Opens the outbox of an account, after closing another account's. */
export function openOutbox(account: string): Promise<Outbox> {
  const mirror = openMirror(account);
  if (open?.mirror === mirror) return open.outbox;
  const outbox = closeOutbox()
    // RxDB caches a failed open until the learner leaves the page, so let the mirror meet a full disk first.
    .then(() => mirror.open())
    .then(() => createOutbox(account, mirror));
  const mine = { account, mirror, outbox };
  open = mine;
  outbox.then(
    (made) => open === mine && noteOpen(made),
    () => {
      if (open === mine) open = undefined;
    },
  );
  return outbox;
}

/** Drops an outbox whose store does not answer, without waiting for the close, so that the next `openOutbox` opens it again. */
export function abandonOutbox(): void {
  closeOutbox().catch((error: unknown) => console.warn('The outbox did not close:', error));
}

export async function closeOutbox(): Promise<void> {
  const last = open;
  open = undefined;
  noteOpen(undefined);
  await last?.outbox.then(
    (outbox) => outbox.close(),
    () => undefined,
  );
}

export async function removeOutbox(account: string): Promise<void> {
  if (open?.account === account) await closeOutbox();
  await removeOutboxStore(account);
}

/**
 * Removes an account's mirror, and its outbox if that has no document.
 * @returns the number of documents that stay @throws the storage's error; then everything stays
 */
export async function emptyStores(account: string): Promise<number> {
  if (open?.account === account) await closeOutbox();
  const mirror = createMirror(mirrorName(account));
  const outbox = await createOutbox(account, mirror);
  const documents = outbox.docs().length;
  await outbox.close();
  if (documents === 0) await removeOutboxStore(account);
  await mirror.delete();
  return documents;
}

export async function storeIds(account: string): Promise<StoreIds> {
  const outbox = await openOutbox(account);
  const [token, mirror] = await Promise.all([outbox.token(), mirrorId(openMirror(account))]);
  return { outbox: token, mirror };
}

/** The account whose stores this page uses. @throws Error when no account is open */
export function openAccount(): string {
  const account = currentAccount();
  if (!account) throw new Error('User not authenticated');
  return account;
}
