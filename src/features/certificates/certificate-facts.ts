/** The facts in the lower right corner of a certificate and their places in mm, shared by the card, the preview and the PDF. */

import { formatDate } from '@/shared/format/format';
import { certificateHref } from '@/shared/paths';
import type { CertificateState, IssuedCertificate } from './rules/state';
import { certificatesText as text } from './text/certificates';
import { PAGE_MM } from './widgets/sheet';

/** Width of the QR code without its margin (mm). A phone's camera cannot read a smaller QR code of version 18. */
export const CODE_MM = 36;
/** Width of the white margin (modules), as the QR standard requires. */
export const MARGIN_MODULES = 4;
/** Distance between the white square around the QR code and the page's right and bottom edges (mm). */
export const CODE_EDGE_MM = { right: 11, bottom: 13 } as const;

/** Right end and baseline of the first line, and the distance of the baselines (mm). */
export const LINES_MM = { x: PAGE_MM.width - 14, y: PAGE_MM.height - 10.6, step: 3.4 } as const;
export const LINE_POINTS = 8;
export const LINE_COLOR = '#5b616c';

export interface CertificateFacts {
  issued: IssuedCertificate | null;
  lines: string[];
  /** Verification URL for the QR code; null until the server has signed the certificate. */
  url: string | null;
}

/** The facts of a certificate for `name`. The serial was issued for one name, so a certificate with another name has no serial. */
export function certificateFacts(
  { issued: latest, completed_at }: Pick<CertificateState, 'issued' | 'completed_at'>,
  name: string,
): CertificateFacts {
  const issued = latest?.name === name ? latest : null;
  const facts = [completed_at && text.issuedOn(formatDate(completed_at)), issued && text.serial(issued.serial)];
  return {
    issued,
    lines: [
      facts.filter(Boolean).join('  ·  '),
      issued ? text.verifyAt(`${location.host}${certificateHref(issued.serial)}`) : '',
    ],
    url: issued?.seal ? location.origin + certificateHref(issued.serial, issued.seal) : null,
  };
}
