import * as v from 'valibot';
import { ServiceError } from '@/device/service/requests';
import { askConsoleService } from '@/features/console-kit/requests/console-client';

const serverStateSchema = v.object({
  now: v.string(),
  backup: v.object({ at: v.nullable(v.string()), failed_at: v.nullable(v.string()) }),
  disk: v.object({ free_bytes: v.number(), total_bytes: v.number() }),
});

/** State of the embedded backend's machine; null with a Supabase project, which manages its own disk and backups. @throws ServiceError */
export async function serverState() {
  try {
    return await askConsoleService(serverStateSchema, '/server-state');
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') return null;
    throw error;
  }
}
