import { fileNameOf, saveAsFile } from '@/device/save-as-file';
import { certificateHref } from '@/shared/paths';
import { toast } from '@/ui/toast';
import type { CertificateState } from './rules/state';
import { certificatesText as text } from './text/certificates';

/** Saves the Open Badges credential, which other platforms can verify on their own. */
export function saveCredential({ title, issued }: CertificateState): void {
  if (issued?.credential) saveAsFile(fileNameOf(title, 'jwt'), issued.credential, 'application/jwt');
}

/** Shares the verification URL of an earned certificate with the system's share dialog, or copies it if the browser has no such dialog. */
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
