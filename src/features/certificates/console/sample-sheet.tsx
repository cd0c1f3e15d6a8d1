import type { ComponentProps } from 'react';
import { CertificateSheet } from '../widgets/certificate-sheet';
import { SheetFacts } from '../widgets/sheet-facts';

/** As long as the seal of a real certificate, so that the QR code is as dense. */
const SEAL = '0'.repeat(300);
const SERIAL = '0000-0000-0000-0000';

/** The sheet as it will be issued today, with a serial and a QR code that belong to nobody. */
export function SampleSheet(props: Omit<ComponentProps<typeof CertificateSheet>, 'children'>) {
  const issued = { serial: SERIAL, name: props.name, seal: SEAL, credential: null };
  return (
    <CertificateSheet {...props}>
      <SheetFacts certificate={{ issued, completed_at: new Date().toISOString() }} name={props.name} />
    </CertificateSheet>
  );
}
