import { useJournalDocs } from '@/data/journal/use-journal';
import { type Live, mapLive } from '@/data/live/live';
import { localQuery, useLive } from '@/data/live/use-live';
import { type CertificateState, certificateStates } from '@/domain/certificate-state';

const certificateRows = localQuery(
  'The certificates could not be read:',
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

/** Every certificate with the learner's progress. */
export function useCertificates(): Live<CertificateState[]> {
  const attempts = useJournalDocs('attempt');
  const finished = (attempts ?? []).map(({ id, data }) => ({ ...data, id: id.slice('attempt/'.length) }));
  return mapLive(useLive(certificateRows), ({ certificates, progress, results }) =>
    certificateStates(certificates, progress, finished, results),
  );
}
