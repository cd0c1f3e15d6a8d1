import { useState } from 'react';
import { Link } from 'react-router-dom';
import { FREE_PREVIEW_SECONDS } from '@/config/limits';
import { paths, videoFreeHref } from '@/config/paths';
import { useDownload } from '@/data/downloads/use-downloads';
import { type FreeLesson, isOpenToAll } from '@/data/lessons/use-free-lesson';
import { useProgressByLesson } from '@/data/progress/use-progress';
import { useAccount } from '@/data/session/session-store';
import { resumePosition } from '@/domain/watched';
import { freeText as text } from '@/text/video-free';
import { Button, buttonClass } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { SampleNotice, SlowNotice, sourceCover } from '@/widgets/player/fallback-covers';
import { Player } from '@/widgets/player/player';
import { useMediaSource } from '@/widgets/player/use-media-source';
import { useStalled } from '@/widgets/player/use-stalled';
import { useWatchRecorder } from '@/widgets/player/use-watch-recorder';

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
