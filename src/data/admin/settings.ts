import type { ClientError } from '@/domain/client-error';
import { ask, ConsoleError, call, type Page } from './console-client';
import { consoleChanged } from './console-live';

export interface AdminUser {
  email: string;
  user_id: string | null;
  is_super_admin: boolean;
  created_at: string;
  row_version: number;
}

/** Loads all administrators. */
export const adminUsers = () =>
  ask<AdminUser[]>((client, signal) =>
    client
      .from('admin_users')
      .select('email, user_id, is_super_admin, created_at, row_version')
      .order('email')
      .abortSignal(signal),
  );

export async function addAdmin(email: string, isSuper: boolean): Promise<void> {
  await ask((client, signal) =>
    client
      .from('admin_users')
      .insert({ email: email.trim().toLowerCase(), is_super_admin: isSuper })
      .abortSignal(signal),
  );
  consoleChanged(['admin_users']);
}

/** Promotes or demotes an administrator. @throws ConsoleError of kind `conflict` if somebody changed or removed the administrator meanwhile */
export async function setSuperAdmin({ email, row_version }: AdminUser, isSuper: boolean): Promise<void> {
  const row = await ask<AdminUser | null>((client, signal) =>
    client
      .from('admin_users')
      .update({ is_super_admin: isSuper, row_version })
      .eq('email', email)
      .select('email')
      .abortSignal(signal)
      .maybeSingle(),
  );
  if (!row) throw new ConsoleError('conflict', 'not_found', '');
  consoleChanged(['admin_users']);
}

export async function removeAdmin(email: string): Promise<void> {
  await ask((client, signal) => client.from('admin_users').delete().eq('email', email).abortSignal(signal));
  consoleChanged(['admin_users']);
}

export interface AuditEntry {
  id: string;
  at: string;
  email: string | null;
  action: 'insert' | 'update' | 'trash' | 'restore' | 'delete' | 'send' | 'magic_link' | 'export';
  table_name: string;
  row_id: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

export const auditPage = (search: string, page: number) =>
  call<Page<AuditEntry>>('admin_audit_entries', { p_search: search, p_page: page });

export interface TrashRow {
  table_name: string;
  row_id: string;
  title: string;
  deleted_at: string;
  deleted_by: string | null;
  purge_at: string;
}

export const trashPage = (page: number) => call<Page<TrashRow>>('admin_trash', { p_page: page });

export interface JobRow {
  name: string;
  last_finished_at: string | null;
  duration_ms: number | null;
  error: string | null;
}

/** The last run of each of the server's background jobs. */
export const backgroundJobs = () =>
  ask<JobRow[]>((client, signal) =>
    client
      .from('background_jobs')
      .select('name, last_finished_at, duration_ms, error')
      .order('name')
      .abortSignal(signal),
  );

/** Timestamp of the server's newest migration; null if the server records none. */
export const schemaVersion = () => call<string | null>('schema_version');

export interface ClientErrorRow extends ClientError {
  /** Number of reports with the same build and message. */
  reports: number;
  first_at: string;
  last_at: string;
}

/** Errors of the app on people's devices, the last reported first. */
export const clientErrorsPage = (page: number) => call<Page<ClientErrorRow>>('admin_client_errors', { p_page: page });
