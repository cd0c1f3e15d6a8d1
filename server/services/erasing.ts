// Accounts whose grace is over are erased: first what they stored, then their rows. The same beside the embedded backend and a hosted project.
import type { SupabaseClient } from '@supabase/supabase-js';
import * as v from 'valibot';

/** After the start, so that nobody waits for it, and then, ms. */
const FIRST_AFTER_MS = 30_000;
const EVERY_MS = 60 * 60_000;

const dueSchema = v.array(v.object({ id: v.string(), avatar_url: v.nullable(v.string()) }));

/** Bucket and key of a public object of our own; undefined for pictures that lie elsewhere. */
function objectOf(address: string | null): { bucket: string; key: string } | undefined {
  const [, bucket, key] = /\/storage\/v1\/object\/public\/([^/?#]+)\/([^?#]+)/.exec(address ?? '') ?? [];
  return bucket && key ? { bucket, key: decodeURIComponent(key) } : undefined;
}

/**
 * Erases what is due; an account that fails is tried again next time and holds up no other.
 * @returns how many are gone
 * @throws Error when the database cannot be asked
 */
export async function eraseDueAccounts(client: SupabaseClient): Promise<number> {
  const { data, error } = await client.rpc('accounts_to_erase');
  // Rule: of what the database says only its code is written down: its messages may hold addresses.
  if (error) throw new Error(error.code);
  let gone = 0;
  for (const { id, avatar_url } of v.parse(dueSchema, data)) {
    const picture = objectOf(avatar_url);
    const removed = picture ? await client.storage.from(picture.bucket).remove([picture.key]) : undefined;
    const erased = removed?.error ? removed : await client.rpc('erase_account', { p_user: id });
    if (erased.error) console.error(`An account could not be erased: ${'code' in erased.error ? erased.error.code : erased.error.name}`);
    else if (erased.data === true) gone += 1;
  }
  return gone;
}

/** Erases some time after the start and every hour. @returns what ends it */
export function keepErasing(client: SupabaseClient): () => void {
  const erase = () =>
    void eraseDueAccounts(client).catch((error: Error) => {
      // A database without the product's functions has no accounts of the product.
      if (error.message !== 'PGRST202') console.error(`Accounts could not be erased: ${error.message}`);
    });
  const first = setTimeout(erase, FIRST_AFTER_MS).unref();
  const every = setInterval(erase, EVERY_MS).unref();
  return () => {
    clearTimeout(first);
    clearInterval(every);
  };
}
