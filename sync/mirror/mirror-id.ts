/** The identity of a mirror, by which an eviction is noticed after sync has filled the mirror again. */
import { newId } from '@/lib/new-id';
import type { MirrorDb } from './mirror-schema';

/** Key in `meta`. */
const ID = 'id';

/** The mirror's id, created at the first call; a mirror that was evicted and filled again has another one. */
export const mirrorId = (mirror: MirrorDb): Promise<string> =>
  mirror.transaction('rw', mirror.meta, async () => {
    const stored = await mirror.meta.get(ID);
    if (typeof stored?.value === 'string') return stored.value;
    const value = newId();
    await mirror.meta.put({ key: ID, value });
    return value;
  });
