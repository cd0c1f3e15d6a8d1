import { useState } from 'react';
import { useOnline } from '@/device/use-online';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast';
import { reissueCertificate } from './requests/reissue';
import { certificatesText as text } from './text/certificates';

interface ReissueOfferProps {
  /** The certificate's id. */
  id: string;
  title: string;
  /** The name on the document. */
  issuedName: string;
  /** The name of the profile. */
  name: string;
}

/** Offers a new document to a learner whose profile has another name than the certificate. */
export function ReissueOffer({ id, title, issuedName, name }: ReissueOfferProps) {
  const online = useOnline();
  const [busy, setBusy] = useState(false);
  const reissue = async () => {
    if (!online) return toast('info', text.reissueOffline);
    setBusy(true);
    try {
      const fault = await reissueCertificate(id);
      if (fault) toast('error', text.reissueFaults[fault]);
      else toast('success', text.reissued(name));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="grid justify-items-start gap-2 text-sm">
      <p className="wrap-anywhere text-muted">{text.issuedTo(issuedName)}</p>
      <Button busy={busy} aria-label={text.reissueOf(title)} onClick={() => void reissue()}>
        {text.reissue}
      </Button>
    </div>
  );
}
