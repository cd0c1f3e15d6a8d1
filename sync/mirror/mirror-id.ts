/** The identity of a mirror, by which an eviction is noticed after sync has filled the mirror again. */
import { newId } from '@/shared/new-id';
import type { MirrorDb } from './mirror-schema';

/** Key in `meta`. */
const ID = 'id';

/** Reads the mirror's id and creates it at the first call. A mirror that was evicted and filled again gets a new id. */
export const mirrorId = (mirror: MirrorDb): Promise<string> =>
  mirror.transaction('rw', mirror.meta, async () => {
    const stored = await mirror.meta.get(ID);
    if (typeof stored?.value === 'string') return stored.value;
    const value = newId();
    await mirror.meta.put({ key: ID, value });
    return value;
  });
