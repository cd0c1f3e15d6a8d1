import { Suspense, useState } from 'react';
import { useDebouncedValue } from '@/device/use-debounced-value';
import { chipClass, Dot } from '@/ui/chip';
import { classNames } from '@/ui/class-names';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { syncText } from '../text/sync';
import { SyncPlaceholder } from './sync-placeholder';
import { useSyncState } from './use-sync-state';

const SyncDialog = lazyWithRetry(() => import('./sync-dialog').then((module) => module.SyncDialog));

/**
 * Time (ms) that a state must last before it is announced, because even a single like passes through "waiting" and "syncing". An error is
 * announced at once.
 */
const LASTING_MS = 5_000;

/** Shows the sync state and opens the list of unsent documents. On phones the chip is a dot and a number unless the learner must act. */
export function SyncChip() {
  const [open, setOpen] = useState(false);
  const { tone, text, short, count } = useSyncState();
  const lasting = useDebouncedValue(text, text, LASTING_MS);
  return (
    <>
      <button
        type="button"
        aria-label={syncText.open(text)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="inline-flex min-h-11 min-w-11 items-center justify-center rounded-full"
      >
        <span
          className={classNames(
            chipClass,
            'hover:border-control max-md:h-8 max-md:min-w-8 max-md:justify-center max-md:px-2',
          )}
        >
          <Dot tone={tone} />
          <span className="max-md:hidden">{text}</span>
          {short && <span className="md:hidden">{short}</span>}
          {count > 0 && <span className="num md:hidden">{count}</span>}
        </span>
      </button>
      <span role="status" className="sr-only">
        {tone === 'danger' ? text : lasting}
      </span>
      {open && (
        <Suspense fallback={<SyncPlaceholder onClose={() => setOpen(false)} />}>
          <SyncDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
