import { BadgeCheck, CircleHelp, CircleX, type LucideIcon, ShieldQuestion, TriangleAlert } from 'lucide-react';
import { useLocation, useParams } from 'react-router-dom';
import { formatDate } from '@/shared/format/format';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import { classNames } from '@/ui/class-names';
import { Logo } from '@/ui/printed-object';
import { Spinner } from '@/ui/spinner';
import { type CertificateResult, normalizedSerial, type SealedCertificate } from '../rules/seal';
import { certificateCheck as text } from '../text/check';
import { useCertificateCheck } from './use-certificate-check';

const looks: Record<CertificateResult['kind'], { Icon: LucideIcon; colour: string }> = {
  genuine: { Icon: BadgeCheck, colour: 'text-ok' },
  'revocation-unchecked': { Icon: ShieldQuestion, colour: 'text-warn' },
  altered: { Icon: TriangleAlert, colour: 'text-danger' },
  revoked: { Icon: CircleX, colour: 'text-danger' },
  unknown: { Icon: CircleHelp, colour: 'text-danger' },
  unreachable: { Icon: ShieldQuestion, colour: 'text-muted' },
};

function Details({ certificate }: { certificate: SealedCertificate }) {
  const rows = [
    [text.name, certificate.name],
    [text.certificate, certificate.title],
    [text.date, formatDate(certificate.date)],
  ];
  return (
    <dl className="grid gap-3 border-line border-t pt-4">
      {rows.map(([term, value]) => (
        <div key={term}>
          <dt className="text-muted text-sm">{term}</dt>
          <dd className="wrap-anywhere font-bold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Result({ result }: { result: CertificateResult }) {
  const { Icon, colour } = looks[result.kind];
  const words = text.results[result.kind];
  return (
    <>
      <div className="flex items-start gap-3">
        <Icon size={32} aria-hidden="true" className={classNames('shrink-0', colour)} />
        <div>
          <h2 className="text-xl">{words.title}</h2>
          <p className="mt-1 text-muted">{words.text}</p>
        </div>
      </div>
      {'certificate' in result && <Details certificate={result.certificate} />}
    </>
  );
}

/**
 * Verifies a certificate for anybody who has its URL. The seal is in the fragment, so that no server or log receives it.
 * With the seal the page also verifies offline, once the device has the academy's public keys.
 */
export function CertificatePage() {
  const { serial = '' } = useParams();
  const { hash } = useLocation();
  const { result, retry } = useCertificateCheck(serial, hash.slice(1));
  const again = result?.kind === 'unreachable' || result?.kind === 'revocation-unchecked';
  return (
    <main className="mx-auto w-full max-w-xl px-4 py-8">
      <div className="phone-logo mb-8">
        <Logo />
      </div>
      <h1 className="text-2xl md:text-3xl">{text.title}</h1>
      <p className="num mt-2 mb-5 text-muted">
        {text.serial} <span className="wrap-anywhere font-bold text-ink">{normalizedSerial(serial) ?? serial}</span>
      </p>
      <Card aria-live="polite" aria-busy={!result} className="grid min-h-44 content-center gap-4 p-5 md:p-6">
        {result ? (
          <Result result={result} />
        ) : (
          <div className="grid justify-items-center">
            <Spinner label={text.checking} />
          </div>
        )}
        {again && (
          <Button onClick={retry} className="justify-self-start">
            {text.retry}
          </Button>
        )}
      </Card>
    </main>
  );
}
