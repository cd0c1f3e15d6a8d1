import { useState } from 'react';
import { pendingWrites } from '@/device/session/unsent-writes';
import { useOnline } from '@/device/use-online';
import { signOutEverywhere } from '@/features/accounts/requests';
import { SignOut } from '@/features/accounts/widgets/sign-out';
import { common } from '@/shared/text/common';
import { Banner } from '@/ui/banner';
import { Button, buttonClass } from '@/ui/button';
import { Confirmation } from '@/ui/confirmation';
import { SettingsCard } from '../settings-card';
import { sessionText as text } from '../text';

/** Signs out on this device at once, or on all devices after a confirmation. The guards then redirect to /login. */
export function SessionCard() {
  const online = useOnline();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const [waiting, setWaiting] = useState(0);
  const ask = async () => {
    setFailed(false);
    setWaiting(await pendingWrites());
    setAsking(true);
  };
  const leave = async () => {
    setBusy(true);
    try {
      await signOutEverywhere();
    } catch (error) {
      console.error('The other devices were not signed out:', error);
      setFailed(true);
      setBusy(false);
    }
  };
  return (
    <SettingsCard title={text.title}>
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
        <div className="grid content-start justify-items-start gap-3">
          <p className="text-muted">{text.hereText}</p>
          <SignOut className={buttonClass('quiet')} label={text.here} />
        </div>
        <div className="grid content-start justify-items-start gap-3">
          <p className="text-muted">{online ? text.everywhereText : text.everywhereOffline}</p>
          <Button kind="danger" disabled={!online} onClick={() => void ask()}>
            {text.everywhere}
          </Button>
        </div>
      </div>
      <Confirmation
        open={asking}
        onClose={() => setAsking(false)}
        title={text.everywhere}
        closeLabel={common.close}
        cancelLabel={text.cancel}
        confirmLabel={text.everywhere}
        danger
        busy={busy}
        onConfirm={() => void leave()}
      >
        <div className="grid gap-3">
          {failed && <Banner kind="error">{text.everywhereFailed}</Banner>}
          <p>{text.everywhereConfirm}</p>
          {waiting > 0 && <p className="text-muted">{text.waiting(waiting)}</p>}
        </div>
      </Confirmation>
    </SettingsCard>
  );
}
