import * as v from 'valibot';
import { askService, ServiceError } from '@/data/service/requests';

const serverStateSchema = v.object({
  backup: v.object({ at: v.nullable(v.string()), failed_at: v.nullable(v.string()) }),
  disk: v.object({ free_bytes: v.number(), total_bytes: v.number() }),
});

/** The machine of the embedded backend; null beside a Supabase project, whose disk and backups are its own. @throws ServiceError */
export async function serverState() {
  try {
    return await askService(serverStateSchema, '/server-state');
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') return null;
    throw error;
  }
}
