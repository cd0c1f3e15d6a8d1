import { useState } from 'react';
import { switchOn, usePushState } from '@/device/push/device';
import { useProgressByLesson } from '@/features/progress/queries';
import { readStored, writeStored } from '@/shared/local-storage';
import { PUSH_PAGE_KEYS } from '@/shared/names';
import { pushQuestion as text } from '@/shared/text/home-blocks';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import { toast } from '@/ui/toast';

/** Number of finished lessons after which the learner is asked once. */
const LESSONS = 3;

/**
 * Asks once on the home screen, after the third finished lesson, whether the learner wants push messages. Does not ask if the learner has
 * already switched push messages on or off on this device. The browser's own permission prompt follows only if the learner accepts.
 */
export function PushQuestion() {
  const [asked, setAsked] = useState(() => readStored(PUSH_PAGE_KEYS.pushAsked) !== null);
  const [busy, setBusy] = useState(false);
  const state = usePushState();
  const progress = useProgressByLesson();
  const finished = [...(progress?.values() ?? [])].filter(({ completed }) => completed).length;
  const hasChosen = state !== 'off' || readStored(PUSH_PAGE_KEYS.pushOff) !== null;
  if (asked || hasChosen || finished < LESSONS) return null;
  const end = () => {
    writeStored(PUSH_PAGE_KEYS.pushAsked, 'yes');
    setAsked(true);
  };
  const accept = async () => {
    setBusy(true);
    await switchOn().catch((error: unknown) => {
      console.error(error);
      toast('error', text.failed);
    });
    end();
  };
  return (
    <Card className="flex flex-wrap items-center gap-x-4 gap-y-3 p-5">
      <div className="grow basis-64">
        <h2 className="text-lg">{text.title}</h2>
        <p className="text-muted text-sm">{text.text}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button onClick={end}>{text.no}</Button>
        <Button busy={busy} onClick={() => void accept()}>
          {text.yes}
        </Button>
      </div>
    </Card>
  );
}
