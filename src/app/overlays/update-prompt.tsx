import { useState } from 'react';
import { overlays } from '@/text/overlays';
import { Button } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { useDoNotDisturb } from '@/widgets/do-not-disturb';
import { applyUpdate, useUpdate } from '../start/service-worker';

/** Asks before reloading into a new version. Rule: never in a lesson or quiz; the prompt waits until the learner leaves it. */
export function UpdatePrompt() {
  const undisturbed = useDoNotDisturb();
  const waiting = useUpdate((state) => state.waiting);
  const [later, setLater] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!waiting || later || undisturbed) return null;
  return (
    <aside
      aria-label={overlays.updateTitle}
      className={`${cardClass} rise fixed inset-x-4 bottom-[calc(1rem+env(safe-area-inset-bottom))] z-40 mx-auto flex max-w-3xl flex-wrap items-center gap-3 p-4 max-md:[body:has([data-bottom-bar])_&]:bottom-[calc(5rem+env(safe-area-inset-bottom))] md:bottom-6`}
    >
      <div role="status" className="grow">
        <strong className="block">{overlays.updateTitle}</strong>
        <span className="text-muted text-sm">{overlays.updateText}</span>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setLater(true)}>{overlays.updateLater}</Button>
        <Button
          kind="primary"
          busy={busy}
          onClick={() => {
            setBusy(true);
            void applyUpdate();
          }}
        >
          {overlays.updateNow}
        </Button>
      </div>
    </aside>
  );
}
