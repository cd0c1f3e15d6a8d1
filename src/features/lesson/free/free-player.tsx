import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useAccount } from '@/device/session/session-store';
import { useDownload } from '@/features/downloads/queries/use-downloads';
import { type FreeLesson, isOpenToAll } from '@/features/lessons/queries/use-free-lesson';
import { SampleNotice, SlowNotice, sourceCover } from '@/features/player/widgets/fallback-covers';
import { Player } from '@/features/player/widgets/player';
import { useMediaSource } from '@/features/player/widgets/use-media-source';
import { useStalled } from '@/features/player/widgets/use-stalled';
import { useWatchRecorder } from '@/features/player/widgets/use-watch-recorder';
import { useProgressByLesson } from '@/features/progress/queries';
import { resumePosition } from '@/features/progress/rules/watched';
import { FREE_PREVIEW_SECONDS } from '@/shared/app-limits';
import { paths, videoFreeHref } from '@/shared/paths';
import { Button, buttonClass } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { freeText as text } from '../text/free';

type Ready = Extract<FreeLesson, { state: 'ready' }>;

/** Covers the player when the preview ends. The video does not continue without a plan. */
function PreviewEnded({ dismiss }: { dismiss: () => void }) {
  return (
    <div role="alert" className="grid justify-items-center gap-2">
      <h2 className="text-xl first-letter:uppercase">{text.ended}</h2>
      <p className="max-w-md text-[#ffffffc0] text-sm max-md:hidden">{text.endedText}</p>
      <div className="mt-1 flex flex-wrap justify-center gap-2">
        <Link to={paths.pricing} className={buttonClass('primary')}>
          {text.unlock}
        </Link>
        <Button onClick={dismiss}>{text.close}</Button>
      </div>
    </div>
  );
}

/** Plays the first 20 s of a paid lesson, or the whole of a free lesson. */
export function FreePlayer({ view, lesson, videoUrl, whole }: Ready) {
  const { video: card, course, lessons } = view;
  const account = useAccount();
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const stalled = useStalled(video);
  const source = useMediaSource(card.id, videoUrl, video, useDownload(card.id));
  const progress = useProgressByLesson()?.get(card.id);
  const isSample = source.kind === 'sample';
  useWatchRecorder(isSample ? null : video, account, card.id, card.course_id);
  const next = lessons.slice(lessons.findIndex(({ id }) => id === card.id) + 1).find((one) => isOpenToAll(view, one));
  const goesOn = whole && progress && !isSample;

  return (
    <div className="grid grid-cols-1 gap-3">
      <Player
        title={card.title}
        courseTitle={course?.title ?? ''}
        source={source.url}
        resumeAt={goesOn ? resumePosition(progress.position, progress.duration) / 1_000 : undefined}
        captions={isSample ? null : lesson.captions}
        preview={
          whole ? undefined : { seconds: FREE_PREVIEW_SECONDS, ended: (dismiss) => <PreviewEnded dismiss={dismiss} /> }
        }
        next={whole && next ? { title: next.title, href: videoFreeHref(next.id) } : undefined}
        badge={whole ? undefined : <Chip>{text.previewBadge(FREE_PREVIEW_SECONDS)}</Chip>}
        onVideo={setVideo}
        onFailed={source.onFailed}
        wait={source.slow ? <SlowNotice source={source} /> : undefined}
        cover={sourceCover(source, stalled, text.offlineHint)}
      />
      <SampleNotice source={source} title={text.playFailed} />
    </div>
  );
}
