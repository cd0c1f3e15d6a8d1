import { ask, call, type Page } from './console-client';
import { consoleChanged } from './console-live';
import type { ContentRow } from './records';

export interface Requirement {
  test_id: string;
  minimum_score: number;
}

export interface CertificateFields {
  title: string;
  description: string;
  template_url: string | null;
  template_filename: string | null;
  /** Percent of the sheet. */
  name_position: { x: number; y: number };
  /** px of the 1123-wide drawing. */
  name_font_size: number;
  name_font_color: string;
  is_active: boolean;
}

export interface AdminCertificate extends Omit<CertificateFields, 'description'>, ContentRow {
  description: string | null;
  requirements: Requirement[];
}

interface StoredCertificate extends Omit<AdminCertificate, 'requirements'> {
  certificate_requirements: Requirement[];
}

/** Every certificate that is not in the trash, newest first, with its requirements. */
export async function certificateList(): Promise<AdminCertificate[]> {
  const rows = await ask<StoredCertificate[]>((client, signal) =>
    client
      .from('certificates')
      .select('*, certificate_requirements(test_id, minimum_score)')
      .is('deleted_at', null)
      .order('created_at', { ascending: false })
      .abortSignal(signal),
  );
  return rows.map(({ certificate_requirements: requirements, ...row }) => ({ ...row, requirements }));
}

/** Saves a certificate, its requirements or both in one transaction. Null leaves that part as it is. @throws ConsoleError */
export async function saveCertificate(
  id: string,
  version: number | null,
  certificate: Partial<CertificateFields>,
  requirements: Requirement[] | null,
): Promise<AdminCertificate> {
  const row = await call<AdminCertificate>('save_certificate', {
    p_id: id,
    p_version: version,
    p_certificate: certificate,
    p_requirements: requirements,
  });
  consoleChanged(['certificates']);
  return row;
}

export interface TestName {
  id: string;
  title: string;
}

/** The quizzes that a certificate may require. */
export const testNames = () =>
  ask<TestName[]>((client, signal) =>
    client.from('tests').select('id, title').is('deleted_at', null).order('title').abortSignal(signal),
  );

export interface IssuedCertificate {
  serial: string;
  name: string;
  title: string;
  issued_at: string;
  signed_at: string | null;
  revoked_at: string | null;
  reason: string | null;
}

/** A page of issued certificates, newest first. `%` and `_` of the search are ordinary characters. */
export async function issuedPage(search: string, page: number, size = 10): Promise<Page<IssuedCertificate>> {
  let total = 0;
  // In an `or` filter of PostgREST a value stands in quotes; inside them a quote and a backslash are escaped.
  const like = `"%${search.replaceAll(/[\\%_]/g, '\\$&').replaceAll(/["\\]/g, '\\$&')}%"`;
  const rows = await ask<IssuedCertificate[]>((client, signal) => {
    const all = client
      .from('issued_certificates')
      .select('serial, name, title, issued_at, signed_at, revoked_at, reason', { count: 'exact' });
    return (search ? all.or(`serial.ilike.${like},name.ilike.${like},title.ilike.${like}`) : all)
      .order('issued_at', { ascending: false })
      .range((page - 1) * size, page * size - 1)
      .abortSignal(signal)
      .then((answer) => {
        total = answer.count ?? 0;
        return answer;
      });
  });
  return { rows, total, page, size };
}

export async function revokeCertificate(serial: string, reason: string): Promise<void> {
  await call('revoke_certificate', { p_serial: serial, p_reason: reason });
  consoleChanged(['issued_certificates']);
}
