import { useState } from 'react';
import { useSyncStatus } from '@/data/sync/use-sync-status';
import { syncText } from '@/text/sync';
import { Button } from '@/ui/button';
import { applyUpdate } from '../start/worker-registration';
import { BannerSlot } from './banner-slot';

/** Shown when the server no longer serves this version of the app. Unsent writes are kept until the new version sends them. */
export function ClientTooOldBanner() {
  const { reason } = useSyncStatus();
  const [busy, setBusy] = useState(false);
  if (reason !== 'client_too_old') return null;
  return (
    <BannerSlot label={syncText.versionLabel}>
      <p role="status" className="grow font-bold text-sm">
        {syncText.versionBanner}
      </p>
      <Button
        kind="primary"
        busy={busy}
        onClick={() => {
          setBusy(true);
          void applyUpdate();
        }}
      >
        {syncText.versionUpdate}
      </Button>
    </BannerSlot>
  );
}
