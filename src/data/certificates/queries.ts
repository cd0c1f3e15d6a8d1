import { useJournalDocs } from '@/data/journal/use-journal';
import { type Live, mapLive } from '@/data/live/live';
import { localQuery } from '@/data/live/live-query';
import { readAhead, useLive } from '@/data/live/use-live';
import { type CertificateState, certificateStates } from '@/domain/certificate-state';

const certificateRows = localQuery(
  'certificates',
  ['public', 'account'],
  async ({ mirror }) => {
    const [certificates, progress, results] = await Promise.all([
      mirror.certificates.toArray(),
      mirror.certificate_progress.toArray(),
      mirror.results.toArray(),
    ]);
    return { certificates, progress, results };
  },
  { remember: true },
);

/** Reads the certificates before the section opens. */
export const readCertificates = () => readAhead(certificateRows);

/** Every certificate with the learner's progress. */
export function useCertificates(): Live<CertificateState[]> {
  const attempts = useJournalDocs('attempt');
  const finished = (attempts ?? []).map(({ id, data }) => ({ ...data, id: id.slice('attempt/'.length) }));
  return mapLive(useLive(certificateRows), ({ certificates, progress, results }) =>
    certificateStates(certificates, progress, finished, results),
  );
}
