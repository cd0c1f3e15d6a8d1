import { useState } from 'react';
import { overlays } from '@/text/overlays';
import { Button } from '@/ui/button';

import { useDoNotDisturb } from '@/widgets/do-not-disturb';
import { useHasUnsavedText } from '@/widgets/unsaved-text';
import { applyUpdate, useUpdate } from '../start/service-worker';
import { BottomCard } from './bottom-card';

/** Asks before reloading into a new version. Rule: never in a lesson, a quiz or over a form with unsaved text; the prompt waits until the learner leaves it. */
export function UpdatePrompt() {
  const undisturbed = useDoNotDisturb();
  const unsaved = useHasUnsavedText();
  const waiting = useUpdate((state) => state.waiting);
  const [later, setLater] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!waiting || later || undisturbed || unsaved) return null;
  return (
    <BottomCard
      title={overlays.updateTitle}
      text={overlays.updateText}
      actions={
        <>
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
        </>
      }
    />
  );
}
