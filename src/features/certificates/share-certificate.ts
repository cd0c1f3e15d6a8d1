import { certificateHref } from '@/config/paths';
import type { CertificateState } from '@/domain/certificate-state';
import { fileNameOf, saveAsFile } from '@/lib/save-as-file';
import { certificatesText as text } from '@/text/certificates';
import { toast } from '@/ui/toast';

/** Saves the Open Badges credential, which other platforms verify without this one. */
export function saveCredential({ title, issued }: CertificateState): void {
  if (issued?.credential) saveAsFile(fileNameOf(title, 'jwt'), issued.credential, 'application/jwt');
}

/** Shares the verification address of an earned certificate: the system's own dialog where there is one, otherwise the clipboard. */
export async function shareCertificate({ title, issued }: CertificateState): Promise<void> {
  if (!issued) return;
  const url = location.origin + certificateHref(issued.serial, issued.seal);
  try {
    if (navigator.share) await navigator.share({ title, url });
    else {
      await navigator.clipboard.writeText(url);
      toast('success', text.linkCopied);
    }
  } catch (error) {
    // Closing the dialog is not a failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) toast('error', text.linkNotCopied);
  }
}
