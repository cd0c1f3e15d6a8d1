import { useState } from 'react';
import { fileNameOf, saveAsFile } from '@/device/save-as-file';
import { toast } from '@/ui/toast';
import type { CertificateState } from './rules/state';
import { certificatesText as text } from './text/certificates';

/** Draws and saves one certificate at a time; `busy` is the id of the current certificate. */
export function useDownload() {
  const [busy, setBusy] = useState<string>();
  const download = async (certificate: CertificateState, name: string) => {
    if (!certificate.completed) {
      toast('error', text.notEarned);
      return;
    }
    setBusy(certificate.id);
    try {
      const { certificatePdf } = await import('./certificate-pdf');
      saveAsFile(fileNameOf(certificate.title, 'pdf'), await certificatePdf(certificate, name), 'application/pdf');
      toast('success', text.downloaded);
    } catch (error) {
      console.error('The certificate could not be drawn:', error);
      const reason = error instanceof Error && error.name === 'MissingPart' ? error.message : undefined;
      toast('error', text.downloadFailed, reason ? { description: reason } : {});
    } finally {
      setBusy(undefined);
    }
  };
  return { busy, download };
}
