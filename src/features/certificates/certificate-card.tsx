import { Award, Check, Download, FileBadge, Lock, Share, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatDate } from '@/shared/format/format';
import { paths } from '@/shared/paths';
import { Badge } from '@/ui/badge';
import { Button, IconButton } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { ProgressBar } from '@/ui/progress-bar';
import { toast } from '@/ui/toast';
import { ReissueOffer } from './reissue-offer';
import { RequirementList } from './requirement-list';
import { type CertificateState, drawnName } from './rules/state';
import { saveCredential, shareCertificate } from './share-certificate';
import { certificatesText as text } from './text/certificates';
import { CertificateSheet } from './widgets/certificate-sheet';
import { SheetFacts } from './widgets/sheet-facts';

interface CertificateCardProps {
  certificate: CertificateState;
  /** The learner's name; empty if the profile has none. */
  name: string;
  index: number;
  busy: boolean;
  onDownload: () => void;
}

/** The certificate, covered with a lock until it is earned. */
function Picture({ certificate, name }: Pick<CertificateCardProps, 'certificate' | 'name'>) {
  return (
    <div className="relative">
      <CertificateSheet certificate={certificate} name={certificate.completed ? name : ''} label="">
        {certificate.completed && <SheetFacts certificate={certificate} name={name} />}
      </CertificateSheet>
      {certificate.completed ? (
        <Badge tone={certificate.revoked ? 'danger' : 'ok'} className="absolute top-2.5 left-2.5 bg-surface">
          {certificate.revoked ? <X size={14} aria-hidden="true" /> : <Check size={14} aria-hidden="true" />}
          {certificate.revoked ? text.revoked : text.earned}
        </Badge>
      ) : (
        <div className="absolute inset-0 grid place-content-center justify-items-center gap-1.5 bg-surface/94 p-4 text-center">
          <Lock size={24} aria-hidden="true" />
          <p className="font-bold">{text.locked}</p>
          <p className="text-muted text-sm">{text.lockedText}</p>
        </div>
      )}
    </div>
  );
}

/** The button that fits the learner's progress towards the certificate. */
function Action({ certificate, busy, onDownload }: Omit<CertificateCardProps, 'name' | 'index'>): ReactNode {
  if (certificate.revoked)
    return (
      <p className="text-sm">
        {text.revokedText}{' '}
        <Link to={paths.contact} className="font-bold text-accent-ink">
          {text.revokedLink}
        </Link>
        .
      </p>
    );
  if (certificate.completed)
    return (
      <div className="flex gap-2">
        <Button kind="primary" busy={busy} onClick={onDownload} className="grow whitespace-nowrap px-2!">
          {!busy && <Download size={18} aria-hidden="true" />}
          {busy ? text.generating : text.download}
        </Button>
        {certificate.issued?.credential && (
          <IconButton
            label={text.credentialOf(certificate.title)}
            onClick={() => saveCredential(certificate)}
            className="border border-line"
          >
            <FileBadge size={20} aria-hidden="true" />
          </IconButton>
        )}
        {certificate.issued && (
          <IconButton
            label={text.shareOf(certificate.title)}
            onClick={() => void shareCertificate(certificate)}
            className="border border-line"
          >
            <Share size={20} aria-hidden="true" />
          </IconButton>
        )}
      </div>
    );
  const [label, message] =
    certificate.progress_percentage > 0 ? [text.continue, text.continueToast] : [text.start, text.startToast];
  return (
    <Button aria-label={`${label}: ${certificate.title}`} onClick={() => toast('info', message)} className="w-full">
      {label}
    </Button>
  );
}

export function CertificateCard({ certificate, name, index, busy, onDownload }: CertificateCardProps) {
  const { title, description, requirements, progress_percentage, completed, completed_at, issued } = certificate;
  const passed = requirements.filter(({ state }) => state === 'passed').length;
  return (
    // A subgrid, so that the parts of neighbouring cards are level.
    <li
      className={`${cardClass} rise row-span-6 grid grid-cols-1 grid-rows-subgrid gap-3 overflow-hidden [&>*]:px-4 [&>:first-child]:px-0 [&>:last-child]:pb-4 md:[&>*]:px-5 md:[&>:first-child]:px-0 md:[&>:last-child]:pb-5`}
      style={{ '--i': Math.min(index, 8) }}
    >
      <Picture certificate={certificate} name={drawnName(certificate, name)} />
      <div className="mt-1 md:mt-2">
        <h2 className="text-lg">{title}</h2>
        {description && <p className="text-muted text-sm">{description}</p>}
      </div>
      <div>
        <ProgressBar
          value={progress_percentage}
          total={100}
          label={title}
          text={`${progress_percentage} %`}
          className="mt-3"
        />
        <p className="num mt-1.5 flex justify-between text-sm">
          <span className="font-bold">{progress_percentage} %</span>
          <span className="text-muted">{text.progress(passed, requirements.length)}</span>
        </p>
      </div>
      <div>
        <RequirementList requirements={requirements} />
      </div>
      <div className="grid content-start gap-3">
        {requirements.some(({ state }) => state === 'waiting') && (
          <p className="text-muted text-sm">{text.waitingText}</p>
        )}
        {completed && completed_at && (
          <p className="flex items-center gap-2 text-sm">
            <Award size={18} aria-hidden="true" />
            <span className="text-muted">{text.earnedOn}</span>
            <time dateTime={completed_at} className="font-bold">
              {formatDate(completed_at)}
            </time>
          </p>
        )}
        {completed && !certificate.revoked && !issued?.seal && (
          <p className="text-muted text-sm">{issued ? text.unsigned : text.unnamed}</p>
        )}
        {issued && name && issued.name !== name && (
          <ReissueOffer id={certificate.id} title={title} issuedName={issued.name} name={name} />
        )}
      </div>
      <div className="pt-1">
        <Action certificate={certificate} busy={busy} onDownload={onDownload} />
      </div>
    </li>
  );
}
