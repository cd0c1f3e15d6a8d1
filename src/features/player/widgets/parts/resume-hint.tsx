import { playerText } from '../../text/player';
import { seekTo } from '../player-actions';

/** Says where playback resumes and offers to start from the beginning. */
export function ResumeHint({ video, from }: { video: HTMLVideoElement; from: number }) {
  return (
    <p
      role="status"
      className="flex flex-wrap items-center gap-x-1 rounded-control bg-[#000000c7] pl-3 font-semibold text-[#fff] text-sm"
    >
      <span className="num">{playerText.resumed(from)}</span>
      <button
        type="button"
        onClick={() => seekTo(video, 0)}
        className="pointer-events-auto min-h-11 rounded-control px-3 font-bold text-[#ff9a61] underline underline-offset-4 hover:bg-[#ffffff26]"
      >
        {playerText.fromStart}
      </button>
    </p>
  );
}
