// Accounts whose grace is over are erased, the same beside the embedded backend and a hosted project.
// Rule: nothing is removed from storage. Learners store nothing there; an address in their profile may be anybody's picture.
import type { SupabaseClient } from '@supabase/supabase-js';
import * as v from 'valibot';

/** After the start, so that nobody waits for it, and then, ms. */
const FIRST_AFTER_MS = 30_000;
const EVERY_MS = 60 * 60_000;

const dueSchema = v.array(v.string());

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
  for (const id of v.parse(dueSchema, data)) {
    const erased = await client.rpc('erase_account', { p_user: id });
    if (erased.error) console.error(`An account could not be erased: ${erased.error.code}`);
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
