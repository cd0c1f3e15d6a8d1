import { type ReactNode, useState } from 'react';
import { Spinner } from '@/ui/spinner';
import { playerText } from '../../text/player';
import type { PlayerState } from '../hooks/use-player';
import { type NextLesson, NextLessonOffer } from './next-lesson';
import { ResumeHint } from './resume-hint';

/** The resume hint disappears after this many seconds of playback. */
const RESUME_HINT_S = 8;

/** State of the next-lesson offer: open from the end of the video until the learner closes it, seeks or plays again. */
function useEndOffer(ended: boolean): [boolean, () => void] {
  const [closed, setClosed] = useState(false);
  if (!ended && closed) setClosed(false);
  return [ended && !closed, () => setClosed(true)];
}

/** Shows `wait`, or a spinner if `wait` is undefined. */
export const WaitOverlay = ({ wait }: { wait: ReactNode }) => (
  <div className="pointer-events-none absolute inset-0 z-1 grid place-items-center p-2 [&_[role=status]>span]:text-[#fff]">
    {wait ?? <Spinner label={playerText.buffering} />}
  </div>
);

interface CornerOverlaysProps {
  video: HTMLVideoElement | null;
  state: PlayerState;
  badge: ReactNode;
  /** Position at which playback resumed (s). */
  resumed: number | undefined;
  next: NextLesson | undefined;
}

/** Badge, resume hint and the offer of the next lesson, over the picture. `video` is null while a cover hides the picture. */
export function CornerOverlays({ video, state, badge, resumed, next }: CornerOverlaysProps) {
  const [offered, closeOffer] = useEndOffer(state.ended);
  const hint = resumed !== undefined && state.current < resumed + RESUME_HINT_S ? resumed : undefined;
  return (
    <>
      <div className="pointer-events-none absolute inset-x-3 top-3 flex flex-wrap items-start justify-between gap-2">
        {badge && <span>{badge}</span>}
        {video && hint !== undefined && <ResumeHint video={video} from={hint} />}
      </div>
      {video && next && offered && <NextLessonOffer video={video} next={next} onClose={closeOffer} />}
    </>
  );
}
