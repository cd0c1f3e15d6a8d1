import { useState } from 'react';
import { useOnline } from '@/device/use-online';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast';
import { keepAccount } from '../requests';
import { accountEnd as text } from '../text/account-end';

/** Cancels the scheduled deletion of the account. */
export function KeepAccount() {
  const online = useOnline();
  const [busy, setBusy] = useState(false);
  const keep = async () => {
    setBusy(true);
    try {
      await keepAccount();
      toast('success', text.kept, { description: text.keptText });
    } catch (error) {
      console.error('The account was not kept:', error);
      toast('error', text.keepFailed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button kind="primary" busy={busy} disabled={!online} onClick={() => void keep()}>
      {text.keep}
    </Button>
  );
}
