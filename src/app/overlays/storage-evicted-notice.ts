import { useEffect } from 'react';
import { STORAGE_KEYS } from '@/config/persisted-names';
import { useSession } from '@/data/session/session-store';
import { useSyncStatus } from '@/data/sync/use-sync-status';
import { readStored, writeStored } from '@/lib/local-storage';
import { lostText } from '@/text/sync';
import { toast } from '@/ui/toast';

/** Until it has been read, ms. */
const STAYS_MS = 600_000;

/**
 * A browser that needs room throws away what a site keeps, and leaves the few words of localStorage: they tell how much had not been sent.
 * Rule: what is lost is said, with its number.
 */
export function useLostNotice() {
  const { phase, pending } = useSyncStatus();
  const lost = useSession((state) => state.lost);
  useEffect(() => {
    if (!lost) return;
    useSession.setState({ lost: false });
    const unsent = Number(readStored(STORAGE_KEYS.waiting) ?? 0);
    toast('warning', lostText.title, {
      description: unsent > 0 ? lostText.unsent(unsent) : lostText.sent,
      duration: STAYS_MS,
      // Pressing it is what puts the message away.
      action: { label: lostText.read, onClick: () => undefined },
    });
    writeStored(STORAGE_KEYS.waiting, null);
  }, [lost]);
  // What waits is counted once the engine runs, in this tab or in another.
  const counts = phase !== 'stopped' && phase !== 'starting' && phase !== 'failed';
  useEffect(() => {
    if (counts) writeStored(STORAGE_KEYS.waiting, pending > 0 ? String(pending) : null);
  }, [counts, pending]);
}
