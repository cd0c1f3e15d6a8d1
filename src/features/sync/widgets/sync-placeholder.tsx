import { useEffect, useState } from 'react';
import { common } from '@/shared/text/common';
import { Button } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { syncPlaceholderText } from '../text/placeholder';

/** Delay before the text shows (ms), so that fast loads do not flash it. */
const SAID_AFTER_MS = 1_500;

/** Placeholder for a dialog whose code is loading. The learner can close it, so that the dialog does not open later over something else. */
export function SyncPlaceholder({ onClose }: { onClose: () => void }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SAID_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  // Render the live region from the start, because screen readers announce changes of a live region, not its initial content.
  return (
    <div
      role="status"
      className="fixed inset-x-4 mx-auto max-w-3xl bottom-[calc(1rem+env(safe-area-inset-bottom))] z-40 max-md:[[data-bottom-bar]_&]:bottom-[calc(5rem+env(safe-area-inset-bottom))] md:bottom-6"
    >
      {shown && (
        <div className={`${cardClass} rise flex flex-wrap items-center gap-3 p-4`}>
          <span className="min-w-48 grow">{syncPlaceholderText}</span>
          <Button onClick={onClose}>{common.close}</Button>
        </div>
      )}
    </div>
  );
}
