import { useSyncStatus } from '@/device/sync/use-sync-status';
import { syncText } from '@/features/sync/text/sync';
import { applyUpdate } from '../start/worker-registration';
import { BannerSlot } from './banner-slot';
import { UpdateButton } from './update-button';

/** Shown when the server no longer serves this version of the app. Unsent writes are kept until the new version sends them. */
export function ClientTooOldBanner() {
  const { reason } = useSyncStatus();
  if (reason !== 'client_too_old') return null;
  return (
    <BannerSlot label={syncText.versionLabel}>
      <p role="status" className="grow font-bold text-sm">
        {syncText.versionBanner}
      </p>
      <UpdateButton label={syncText.versionUpdate} update={applyUpdate} />
    </BannerSlot>
  );
}
