import { useEffect, useRef, useState } from 'react';
import { SKIP_LABEL_MS } from '@/shared/app-limits';
import { SKIP_SECONDS, seekBy, togglePlay } from '../player-actions';

interface TouchLayerProps {
  video: HTMLVideoElement;
  controlsVisible: boolean;
  onWake: () => void;
  onDoubleClick: () => void;
  /** Set when the preview has ended. Every touch that would move the video then calls this function instead. */
  locked: (() => void) | undefined;
}

/**
 * Makes the picture one large control. A touch on the left or right third skips 5 s. A touch in the middle shows the controls; the next touch
 * plays or pauses. A mouse click plays or pauses. Keyboards and screen readers use the buttons.
 */
export function TouchLayer({ video, controlsVisible, onWake, onDoubleClick, locked }: TouchLayerProps) {
  const byMouse = useRef(true);
  const [skipped, setSkipped] = useState<{ seconds: number; id: number } | null>(null);
  useEffect(() => {
    if (!skipped) return;
    const timer = setTimeout(() => setSkipped(null), SKIP_LABEL_MS);
    return () => clearTimeout(timer);
  }, [skipped]);

  const touch = (event: React.PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const third = Math.floor(((event.clientX - left) / width) * 3);
    onWake();
    if (locked) return locked();
    if (third === 1) {
      if (controlsVisible) togglePlay(video);
      return;
    }
    const seconds = third < 1 ? -SKIP_SECONDS : SKIP_SECONDS;
    seekBy(video, seconds);
    setSkipped({ seconds, id: event.timeStamp });
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for touch and mouse; labelled buttons and keys do the same
    <div
      className="absolute inset-0 grid grid-cols-3 items-center"
      onPointerUp={(event) => {
        byMouse.current = event.pointerType !== 'touch';
        if (!byMouse.current) touch(event);
        else if (event.button === 0) (locked ?? (() => togglePlay(video)))();
      }}
      // Two quick touches are two skips, not a double click.
      onDoubleClick={() => byMouse.current && !locked && onDoubleClick()}
    >
      {skipped && (
        <strong
          key={skipped.id}
          aria-hidden="true"
          className={`rise num row-start-1 justify-self-center rounded-full bg-[#000000b3] px-4 py-2 text-[#fff] ${skipped.seconds < 0 ? 'col-start-1' : 'col-start-3'}`}
        >
          {skipped.seconds < 0 ? '-5s' : '+5s'}
        </strong>
      )}
    </div>
  );
}
