import { useEffect, useState } from 'react';
import { common } from '@/text/common';
import { notYetText } from '@/text/sync-placeholder';
import { Button } from '@/ui/button';
import { cardClass } from '@/ui/card';

/** What comes sooner is not spoken of, ms. */
const SAID_AFTER_MS = 1_500;

/** Stands in for what a press opens while its code is on its way. The press can be taken back, or it would open over something else later. */
export function NotYet({ onClose }: { onClose: () => void }) {
  const [said, say] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => say(true), SAID_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  // Stands from the start: a screen reader tells what comes into it, not what it comes with.
  return (
    <div
      role="status"
      className="fixed inset-x-4 mx-auto max-w-3xl bottom-[calc(1rem+env(safe-area-inset-bottom))] z-40 max-md:[body:has([data-bottom-bar])_&]:bottom-[calc(5rem+env(safe-area-inset-bottom))] md:bottom-6"
    >
      {said && (
        <div className={`${cardClass} rise flex flex-wrap items-center gap-3 p-4`}>
          <span className="min-w-48 grow">{notYetText}</span>
          <Button onClick={onClose}>{common.close}</Button>
        </div>
      )}
    </div>
  );
}
