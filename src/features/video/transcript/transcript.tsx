import { ChevronDown, LocateFixed } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { classNames } from '@/lib/class-names';
import { formatDuration } from '@/lib/format';
import { type Cue, parseCues } from '@/lib/webvtt';
import { transcriptText } from '@/text/video';
import { Button, IconButton } from '@/ui/button';
import { useCurrentCue } from './use-current-cue';
import { useFollowing } from './use-following';

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => Math.min(count - 1, index + 1),
  ArrowUp: (index) => Math.max(0, index - 1),
  Home: () => 0,
  End: (_, count) => count - 1,
};

interface TranscriptProps {
  /** WebVTT text. */
  captions: string;
  /** Null: there is no film to lead in. */
  video: HTMLVideoElement | null;
}

/** What is said in the lesson, line by line; a line leads to its place in the film. One stop of the Tab key, arrows inside. */
export function Transcript({ captions, video }: TranscriptProps) {
  const [cues, setCues] = useState<Cue[]>(() => parseCues(captions));
  useEffect(() => setCues(parseCues(captions)), [captions]);
  const id = useId();
  const box = useRef<HTMLOListElement>(null);
  const [open, setOpen] = useState(false);
  const [reached, setReached] = useState<number>();
  const current = useCurrentCue(video, cues);
  const { following, follow } = useFollowing(box, current);
  if (cues.length === 0) return null;
  const stop = Math.min(cues.length - 1, reached ?? Math.max(0, current));

  const seek = (index: number) => {
    const cue = cues[index];
    if (!video || !cue) return;
    video.currentTime = cue.start;
    setReached(index);
    follow();
  };
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    // The player has these keys too.
    event.preventDefault();
    const next = step(stop, cues.length);
    setReached(next);
    box.current?.querySelectorAll<HTMLElement>('button')[next]?.focus();
  };

  return (
    <section aria-labelledby={`${id}-title`} className="grid min-w-0 gap-2">
      <div className="flex items-center gap-2">
        <h2 id={`${id}-title`} className="min-w-0 grow text-lg">
          {transcriptText.title}
        </h2>
        <IconButton
          label={open ? transcriptText.hide : transcriptText.show}
          aria-expanded={open}
          aria-controls={`${id}-text`}
          onClick={() => setOpen(!open)}
          className="md:hidden"
        >
          <ChevronDown
            size={22}
            aria-hidden="true"
            className={classNames('motion-safe:transition-transform', open && 'rotate-180')}
          />
        </IconButton>
      </div>
      <div id={`${id}-text`} className={classNames('relative', !open && 'max-md:hidden')}>
        <p id={`${id}-keys`} className="sr-only">
          {transcriptText.keys}
        </p>
        <ol
          ref={box}
          onKeyDown={move}
          aria-describedby={`${id}-keys`}
          className="relative -mx-2.5 max-h-96 overflow-y-auto p-1"
        >
          {cues.map((cue, index) => (
            <li key={`${cue.start} ${cue.text}`}>
              <button
                type="button"
                tabIndex={index === stop ? 0 : -1}
                aria-current={index === current ? 'true' : undefined}
                onClick={() => seek(index)}
                className={classNames(
                  'grid min-h-11 w-full grid-cols-[3.5rem_minmax(0,1fr)] max-[18rem]:grid-cols-1 items-baseline gap-2 rounded-control px-2.5 py-2 text-left hover:bg-sunk',
                  index === current && 'bg-sunk font-bold',
                )}
              >
                <span className={classNames('num', index === current ? 'text-accent-ink' : 'text-muted')}>
                  {formatDuration(cue.start)}
                </span>
                <span>{cue.text}</span>
              </button>
            </li>
          ))}
        </ol>
        {!following && current >= 0 && (
          <Button onClick={follow} className="absolute bottom-2 left-1/2 -translate-x-1/2 shadow-card">
            <LocateFixed size={18} aria-hidden="true" />
            {transcriptText.follow}
          </Button>
        )}
      </div>
    </section>
  );
}
