import { type Live, mapLive } from '@/device/live/live';
import { useJournalDocs } from '@/device/live/use-journal';
import { localQuery, useLive } from '@/device/live/use-live';
import { type CertificateState, certificateStates } from './rules/state';

const certificateRows = localQuery(
  'The certificates could not be read:',
  ['public', 'account', 'plan'],
  async ({ mirror }) => {
    const [certificates, progress, results, quizzes] = await Promise.all([
      mirror.certificates.toArray(),
      mirror.certificate_progress.toArray(),
      mirror.results.toArray(),
      mirror.tests.toCollection().primaryKeys(),
    ]);
    return { certificates, progress, results, quizzes: new Set(quizzes) };
  },
  { remember: true },
);

/** Every certificate with the learner's progress. */
export function useCertificates(): Live<CertificateState[]> {
  const attempts = useJournalDocs('attempt');
  const finished = (attempts ?? []).map(({ id, data }) => ({ ...data, id: id.slice('attempt/'.length) }));
  const live = useLive(certificateRows);
  return mapLive(live, ({ certificates, progress, results, quizzes }) =>
    certificateStates(certificates, progress, finished, results, live.complete ? quizzes : undefined),
  );
}
