import type { MirrorDb } from '@sync';
import { freshScope } from '@sync/mirror/mirror';

/** Marks scopes on a device as caught up, as the engine does after the last page. */
export async function catchUp(mirror: MirrorDb, ...scopes: string[]): Promise<void> {
  await mirror.scopes.bulkPut(scopes.map((scope) => ({ ...freshScope(scope), epoch: 1, whole: true })));
}

/** The scopes that every account follows. */
export const ownScopes = (account: string) => ['public', `account:${account}`, `journal:${account}`];
