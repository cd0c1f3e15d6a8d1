import { useState } from 'react';
import { overlays } from '@/app/text/overlays';
import { useDoNotDisturb } from '@/device/do-not-disturb';
import { useHasUnsavedText } from '@/device/unsaved-text';
import { useToday } from '@/features/streak/queries/use-today';
import { Button } from '@/ui/button';

import { useUpdate } from '../start/service-worker';
import { applyUpdate } from '../start/worker-registration';
import { BottomCard } from './bottom-card';
import { UpdateButton } from './update-button';

/** Asks before reloading into a new version. Rule: never prompt in a lesson, in a quiz or over unsaved form input; wait until the learner leaves. */
export function UpdatePrompt() {
  const doNotDisturb = useDoNotDisturb();
  const unsaved = useHasUnsavedText();
  const { waiting, version } = useUpdate();
  const today = useToday();
  /** „По-късно“ hides the prompt for this version and this day. */
  const [later, setLater] = useState<{ version: number; day: string }>();
  const isLater = later?.version === version && later.day === today;
  if (!waiting || isLater || doNotDisturb || unsaved) return null;
  return (
    <BottomCard
      title={overlays.updateTitle}
      text={overlays.updateText}
      actions={
        <>
          <Button onClick={() => setLater({ version, day: today })}>{overlays.updateLater}</Button>
          <UpdateButton label={overlays.updateNow} update={applyUpdate} />
        </>
      }
    />
  );
}
