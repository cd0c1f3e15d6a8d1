import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { PUSH_PAGE_KEYS } from '@/config/names';
import { paths } from '@/config/paths';
import { useProgressByLesson } from '@/data/progress/use-progress';
import { switchOn, usePushState } from '@/data/push/device';
import { readStored, writeStored } from '@/lib/local-storage';
import { overlays as text } from '@/text/overlays';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast';
import { useDoNotDisturb } from '@/widgets/do-not-disturb';
import { BottomCard } from './bottom-card';

/** Number of finished lessons after which the learner is asked once. */
const LESSONS = 3;

/** The home screens. On other screens the question would cover what the learner reads. */
const HOMES: readonly string[] = [paths.dashboard, paths.dashboardFree];

/**
 * Asks once on the home screen, after the third finished lesson, whether the learner wants push messages. Does not ask if the learner has
 * already switched push messages on or off on this device. The browser's own permission prompt follows only if the learner accepts.
 */
export function PushQuestion() {
  const doNotDisturb = useDoNotDisturb();
  const [asked, setAsked] = useState(() => readStored(PUSH_PAGE_KEYS.pushAsked) !== null);
  const [busy, setBusy] = useState(false);
  const state = usePushState();
  const { pathname, search } = useLocation();
  const progress = useProgressByLesson();
  const finished = [...(progress?.values() ?? [])].filter(({ completed }) => completed).length;
  const hasChosen = state !== 'off' || readStored(PUSH_PAGE_KEYS.pushOff) !== null;
  const isHome = HOMES.includes(pathname) && !new URLSearchParams(search).get('section');
  if (asked || hasChosen || doNotDisturb || finished < LESSONS || !isHome) return null;
  const end = () => {
    writeStored(PUSH_PAGE_KEYS.pushAsked, 'yes');
    setAsked(true);
  };
  const accept = async () => {
    setBusy(true);
    await switchOn().catch((error: unknown) => {
      console.error(error);
      toast('error', text.pushFailed);
    });
    end();
  };
  return (
    <BottomCard
      title={text.pushTitle}
      text={text.pushText}
      actions={
        <>
          <Button onClick={end}>{text.pushNo}</Button>
          <Button busy={busy} onClick={() => void accept()}>
            {text.pushYes}
          </Button>
        </>
      }
    />
  );
}
