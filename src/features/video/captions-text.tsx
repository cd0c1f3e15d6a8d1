import { useEffect, useState } from 'react';
import { classNames } from '@/lib/class-names';
import { formatDuration } from '@/lib/format';
import { type Cue, parseCues } from '@/lib/webvtt';
import { videoText } from '@/text/video';

/** The line that is being said, −1 between lines. */
function useCurrentCue(video: HTMLVideoElement | null, cues: Cue[]): number {
  const [current, setCurrent] = useState(-1);
  useEffect(() => {
    if (!video) return;
    const read = () => setCurrent(cues.findIndex(({ start, end }) => start <= video.currentTime && video.currentTime < end));
    for (const name of ['timeupdate', 'seeked']) video.addEventListener(name, read);
    return () => {
      for (const name of ['timeupdate', 'seeked']) video.removeEventListener(name, read);
    };
  }, [video, cues]);
  return current;
}

/** What is said in the lesson, line by line; a line leads to its place in the film. */
export function CaptionsText({ captions, video }: { captions: string; video: HTMLVideoElement | null }) {
  const [cues, setCues] = useState<Cue[]>(() => parseCues(captions));
  useEffect(() => setCues(parseCues(captions)), [captions]);
  const current = useCurrentCue(video, cues);
  if (cues.length === 0) return null;
  return (
    <section aria-labelledby="captions-title" className="grid gap-2">
      <h2 id="captions-title" className="text-lg">
        {videoText.captionsTitle}
      </h2>
      <ol>
        {cues.map((cue, index) => (
          <li key={cue.start}>
            <button
              type="button"
              aria-current={index === current ? 'true' : undefined}
              onClick={() => {
                if (video) video.currentTime = cue.start;
              }}
              className={classNames(
                'grid min-h-11 w-full grid-cols-[3.5rem_1fr] items-baseline gap-2 rounded-control px-2.5 py-2 text-left hover:bg-sunk',
                index === current && 'bg-sunk font-bold',
              )}
            >
              <span className={classNames('num', index === current ? 'text-accent-ink' : 'text-muted')}>{formatDuration(cue.start)}</span>
              <span>{cue.text}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
