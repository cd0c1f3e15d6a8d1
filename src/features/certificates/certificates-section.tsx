import { useEffect, useState } from 'react';
import { cachePdfLibrary } from '@/device/pdf';
import { useOnline } from '@/device/use-online';
import { useProfile } from '@/features/accounts/queries/profile';
import { LiveStates } from '@/features/sync/widgets/live-states';
import { nextIdle } from '@/shared/idle';
import { Card } from '@/ui/card';
import { Skeleton } from '@/ui/skeleton';
import { CertificateCard } from './certificate-card';
import { HowItWorks } from './how-it-works';
import { NameDialog } from './name-dialog';
import { useCertificates } from './queries';
import { certificateKeys } from './requests/verification';
import { type CertificateState, drawnName } from './rules/state';
import { certificatesText as text } from './text/certificates';
import { useDownload } from './use-download';

const gridClass = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-4';

function CertificateGrid({ rows }: { rows: readonly CertificateState[] }) {
  const { busy, download } = useDownload();
  const name = useProfile()?.profile.full_name.trim() ?? '';
  const [unnamed, setUnnamed] = useState<CertificateState>();
  const online = useOnline();
  const isEarned = rows.some(({ issued }) => issued !== null);
  // Store the public keys now, so that this device can verify a certificate offline later.
  useEffect(() => {
    if (isEarned && online)
      certificateKeys().catch((error: unknown) => console.error('The public keys could not be stored:', error));
  }, [isEarned, online]);
  const names = [name, ...rows.map((certificate) => drawnName(certificate, name))].join(' ');
  // Load the PDF library and the fonts for the names now, so that this device can create a PDF offline later.
  useEffect(() => {
    if (online)
      nextIdle()
        .then(() => cachePdfLibrary(names))
        .catch((error: unknown) => console.warn('The PDF library is not stored:', error));
  }, [online, names]);
  return (
    <>
      <ul className={gridClass}>
        {rows.map((certificate, index) => (
          <CertificateCard
            key={certificate.id}
            certificate={certificate}
            name={name}
            index={index}
            busy={busy === certificate.id}
            onDownload={() => {
              const drawn = drawnName(certificate, name);
              if (drawn) void download(certificate, drawn);
              else setUnnamed(certificate);
            }}
          />
        ))}
      </ul>
      {unnamed && (
        <NameDialog
          certificate={unnamed}
          onClose={() => setUnnamed(undefined)}
          onNamed={(given) => {
            setUnnamed(undefined);
            void download(unnamed, given);
          }}
        />
      )}
    </>
  );
}

const skeleton = (
  <div role="status" className={gridClass}>
    <p className="col-span-full text-muted">{text.loading}</p>
    {['a', 'b', 'c'].map((place) => (
      <Skeleton key={place} className="h-[30rem] rounded-card!" />
    ))}
  </div>
);

/** Сертификати: every certificate with its requirements. Earned certificates can be downloaded, even offline. */
export function CertificatesSection() {
  return (
    <>
      <h1 className="mt-2 mb-5 text-2xl md:text-3xl">{text.title}</h1>
      <LiveStates
        live={useCertificates()}
        isEmpty={({ length }) => length === 0}
        skeleton={skeleton}
        empty={{ title: text.none, text: text.noneText }}
        failed={{ title: text.failed, text: text.failedText }}
        notHere={{ title: text.notHere, text: text.notHereText }}
      >
        {(rows) => <CertificateGrid rows={rows} />}
      </LiveStates>
      <Card className="mt-4 p-5">
        <HowItWorks />
      </Card>
    </>
  );
}
