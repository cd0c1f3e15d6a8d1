import type { SyncStatus } from '@/device/sync/use-sync-status';
import type { Tone } from '@/ui/chip';
import { syncText } from '../text/sync';

export interface ChipState {
  tone: Tone;
  text: string;
  /** Short text for phones; empty when the dot and the number suffice. */
  short: string;
  /** Number of unsent documents. */
  count: number;
}

/**
 * State of the sync chip. Priority: problems that need the learner, then the network, then unsent documents.
 * Rule: show "synced" only after a complete pull, with nothing unsent and nothing rejected.
 */
export function syncState(status: SyncStatus, online: boolean): ChipState {
  const { phase, pending, rejected, synced_at, reason } = status;
  const waits = pending > 0 ? ` · ${syncText.pending(pending)}` : '';
  if (phase === 'signed-out')
    return { tone: 'danger', text: syncText.chip.signedOut, short: syncText.short.signedOut, count: pending };
  if (phase === 'failed')
    return { tone: 'danger', text: syncText.chip.failed, short: syncText.short.failed, count: pending };
  if (reason === 'storage')
    return { tone: 'danger', text: syncText.chip.disk + waits, short: syncText.short.disk, count: pending };
  if (reason === 'client_too_old')
    return {
      tone: 'danger',
      text: syncText.chip.clientTooOld + waits,
      short: syncText.short.clientTooOld,
      count: pending,
    };
  if (rejected > 0)
    return { tone: 'danger', text: syncText.rejected(rejected), short: syncText.short.rejected, count: rejected };
  if (!online || phase === 'offline')
    return { tone: 'neutral', text: syncText.chip.offline + waits, short: syncText.chip.offline, count: pending };
  if (reason === 'server_too_old')
    return { tone: 'warn', text: syncText.chip.serverTooOld + waits, short: '', count: pending };
  if (phase === 'waiting') return { tone: 'warn', text: syncText.chip.waiting + waits, short: '', count: pending };
  if (pending > 0) return { tone: 'wait', text: syncText.pending(pending), short: '', count: pending };
  // While the engine starts, unsent documents have not been counted yet.
  if (synced_at === null || phase === 'starting')
    return { tone: 'wait', text: syncText.chip.starting, short: '', count: 0 };
  if (phase === 'syncing') return { tone: 'ok', text: syncText.chip.syncing, short: '', count: 0 };
  return { tone: 'ok', text: syncText.chip.synced, short: '', count: 0 };
}
