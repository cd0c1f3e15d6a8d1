import * as v from 'valibot';
import { change } from '@/features/console-kit/queries';
import { issuedPage as issuedSchema } from '@/features/console-kit/requests/answers';
import { asConsoleError, askAll, call, parse, run } from '@/features/console-kit/requests/console-client';
import {
  type AdminCertificate,
  type CertificateFields,
  certificateWithRequirements,
  type Requirement,
} from '@/features/console-kit/requests/rows';

/** Every certificate that is not in the trash, newest first, with its requirements. */
export async function certificateList(): Promise<AdminCertificate[]> {
  const rows = await askAll((client, from, to) =>
    client
      .from('certificates')
      .select('*, requirements:certificate_requirements(test_id, minimum_score)')
      .is('deleted_at', null)
      .order('created_at', { ascending: false })
      .order('id')
      .range(from, to),
  );
  return parse(v.array(certificateWithRequirements), rows);
}

/** Saves the fields and the requirements of a certificate in one transaction; `requirements` null keeps the stored ones. @throws ConsoleError */
export const saveCertificate = (
  id: string,
  version: number | null,
  certificate: Partial<CertificateFields>,
  requirements: Requirement[] | null,
) =>
  change(['certificates'], () =>
    call(
      'save_certificate',
      { p_id: id, p_version: version, p_certificate: certificate, p_requirements: requirements },
      certificateWithRequirements,
    ),
  );

/** Thrown when another administrator has meanwhile required the same quiz with a different score. */
export class RequirementConflict extends Error {
  override name = 'RequirementConflict';
  readonly theirs: Requirement;
  constructor(theirs: Requirement) {
    super('requirement_conflict');
    this.theirs = theirs;
  }
}

const certificateNow = async (id: string): Promise<AdminCertificate | undefined> =>
  (await certificateList()).find((row) => row.id === id);

/**
 * Sets the requirement for a quiz (`minimum_score` null: removes it). If another administrator saved the certificate
 * meanwhile, applies the change to the requirements that the other administrator saved.
 * @throws RequirementConflict if the other administrator required this quiz with another score and `force` is false
 * @throws ConsoleError
 */
export async function changeRequirement(
  opened: AdminCertificate,
  test: string,
  minimum_score: number | null,
  force = false,
): Promise<{ merged: boolean }> {
  let row = opened;
  for (let merged = false; ; merged = true) {
    const theirs = row.requirements.find(({ test_id }) => test_id === test);
    if (merged && !force && theirs && minimum_score !== null && theirs.minimum_score !== minimum_score)
      throw new RequirementConflict(theirs);
    const others = row.requirements.filter(({ test_id }) => test_id !== test);
    const wanted = minimum_score === null ? others : [...others, { test_id: test, minimum_score }];
    try {
      await saveCertificate(row.id, row.row_version, {}, wanted);
      return { merged };
    } catch (error) {
      if (asConsoleError(error).kind !== 'conflict') throw error;
      const stored = await certificateNow(row.id);
      // The certificate is in the trash, or its version did not change: there is nothing to merge.
      if (!stored || stored.row_version === row.row_version) throw error;
      row = stored;
    }
  }
}

/** The quizzes that a certificate may require. */
export const testNames = () =>
  askAll((client, from, to) =>
    client
      .from('tests')
      .select('id, title, passing_score')
      .is('deleted_at', null)
      .order('title')
      .order('id')
      .range(from, to),
  );

/** A page of issued certificates, newest first, whose serial, name or title contains `search`. */
export const issuedPage = (search: string, page: number, size = 10) =>
  call('admin_issued', { p_search: search, p_page: page, p_size: size }, issuedSchema);

export const revokeCertificate = (serial: string, reason: string): Promise<void> =>
  change(['issued_certificates'], () => run('revoke_certificate', { p_serial: serial, p_reason: reason }));
