import * as v from 'valibot';
import { change } from '@/features/console-kit/queries';
import {
  auditPage as auditSchema,
  errorsPage,
  trashPage as trashSchema,
} from '@/features/console-kit/requests/answers';
import { ask, ConsoleError, call } from '@/features/console-kit/requests/console-client';
import { cleanText } from '@/shared/clean-text';

/** Loads all administrators. */
export const adminUsers = () =>
  ask((client, signal) =>
    client
      .from('admin_users')
      .select('email, user_id, is_super_admin, created_at, row_version')
      .order('email')
      .abortSignal(signal),
  );
export type AdminUser = Awaited<ReturnType<typeof adminUsers>>[number];

export const addAdmin = (email: string, isSuper: boolean) =>
  change(['admin_users'], () =>
    ask((client, signal) =>
      client
        .from('admin_users')
        .insert({ email: cleanText(email).trim().toLowerCase(), is_super_admin: isSuper })
        .abortSignal(signal),
    ),
  );

/** Promotes or demotes an administrator. @throws ConsoleError of kind `conflict` if somebody changed or removed the administrator meanwhile */
export async function setSuperAdmin({ email, row_version }: AdminUser, isSuper: boolean): Promise<void> {
  const row = await change(['admin_users'], () =>
    ask((client, signal) =>
      client
        .from('admin_users')
        .update({ is_super_admin: isSuper, row_version })
        .eq('email', email)
        .select('email')
        .abortSignal(signal)
        .maybeSingle(),
    ),
  );
  if (!row) throw new ConsoleError('conflict', 'not_found', '');
}

export const removeAdmin = (email: string) =>
  change(['admin_users'], () =>
    ask((client, signal) => client.from('admin_users').delete().eq('email', email).abortSignal(signal)),
  );

export const auditPage = (search: string, page: number) =>
  call('admin_audit_entries', { p_search: search, p_page: page }, auditSchema);

export const trashPage = (page: number) => call('admin_trash', { p_page: page }, trashSchema);

/** The last run of each of the server's background jobs. */
export const backgroundJobs = () =>
  ask((client, signal) =>
    client
      .from('background_jobs')
      .select('name, last_finished_at, duration_ms, error')
      .order('name')
      .abortSignal(signal),
  );
export type JobRow = Awaited<ReturnType<typeof backgroundJobs>>[number];

/** Timestamp of the server's newest migration; null if the server records none. */
export const schemaVersion = () => call('schema_version', {}, v.nullable(v.string()));

/** Errors of the app on people's devices, the last reported first. */
export const clientErrorsPage = (page: number) => call('admin_client_errors', { p_page: page }, errorsPage);
