import { backendConfig } from '@/config/env';

export interface UsersSync {
  /** Accounts that have their profile and their plan now. */
  synced: number;
  total: number;
}

/** Gives every account what registration gives, imported ones too; for administrators alone. @throws Error */
export async function syncUsers(): Promise<UsersSync> {
  const { supabase } = await import('@sync');
  const client = await supabase(backendConfig(location.origin));
  const { data, error } = await client.rpc('sync_users');
  if (error) throw new Error(error.message);
  return data;
}
