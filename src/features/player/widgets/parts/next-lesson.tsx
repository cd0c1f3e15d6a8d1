import { RotateCcw, X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClass } from '@/ui/button';
import { playerText } from '../../text/player';
import { play } from '../player-actions';
import { Control } from './control';

export interface NextLesson {
  title: string;
  href: string;
}

/** Offers the next lesson at the end of a video. The next lesson never starts by itself. */
export function NextLessonOffer({
  video,
  next,
  onClose,
}: {
  video: HTMLVideoElement;
  next: NextLesson;
  onClose: () => void;
}) {
  return (
    <div className="pointer-events-none absolute inset-x-3 top-3 grid justify-items-center md:inset-0 md:place-items-center md:pb-20">
      <section
        aria-label={playerText.next}
        className="rise pointer-events-auto w-full max-w-sm rounded-card bg-[#000000d9] p-3 pl-4 text-[#fff]"
      >
        <div className="flex items-start gap-2">
          <p className="min-w-0 grow">
            <span className="block text-[#ffffffc0] text-xs">{playerText.next}</span>
            <strong className="line-clamp-2 leading-snug">{next.title}</strong>
          </p>
          <Control label={playerText.dismissNext} onClick={onClose} className="-mt-2 -mr-2">
            <X size={20} aria-hidden="true" />
          </Control>
        </div>
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <Link to={next.href} className={buttonClass('primary')}>
            {playerText.watchNext}
            <span className="sr-only">: {next.title}</span>
          </Link>
          <button
            type="button"
            onClick={() => play(video)}
            className="inline-flex min-h-11 items-center gap-2 rounded-control px-3 font-bold text-sm hover:bg-[#ffffff26]"
          >
            <RotateCcw size={18} aria-hidden="true" />
            {playerText.again}
          </button>
        </div>
      </section>
    </div>
  );
}
