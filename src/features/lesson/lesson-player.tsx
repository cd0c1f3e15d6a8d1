import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useAccount } from '@/device/session/session-store';
import { useOnline } from '@/device/use-online';
import type { LessonView } from '@/features/lessons/queries/queries';
import type { TimelineItem } from '@/features/player/rules';
import { playerText } from '@/features/player/text/player';
import { SampleNotice, SlowNotice, sourceCover } from '@/features/player/widgets/fallback-covers';
import { Player } from '@/features/player/widgets/player';
import { seekTo } from '@/features/player/widgets/player-actions';
import { useMediaSource } from '@/features/player/widgets/use-media-source';
import { useStalled } from '@/features/player/widgets/use-stalled';
import { useWatchRecorder } from '@/features/player/widgets/use-watch-recorder';
import { useProgressByLesson } from '@/features/progress/queries';
import { resumePosition } from '@/features/progress/rules/watched';
import type { DownloadedVideo } from '@/shared/downloads';
import { videoHref } from '@/shared/paths';
import { momentOf } from '@/shared/video-moment';
import { Chip } from '@/ui/chip';
import { videoText } from './text/lesson';

interface LessonPlayerProps {
  view: LessonView;
  /** The lesson's download; undefined until read. */
  download: DownloadedVideo | null | undefined;
  video: HTMLVideoElement | null;
  onVideo: (video: HTMLVideoElement | null) => void;
  /** Reports whether the sample plays instead of the lesson; then no progress is saved and comments are disabled. */
  onSample?: (isSample: boolean) => void;
  timeline: readonly TimelineItem[];
}

/** Start position (s) from the URL parameter `t` of a link into the lesson; undefined without the parameter. */
function useStartTime(video: HTMLVideoElement | null): number | undefined {
  const [search] = useSearchParams();
  const { key } = useLocation();
  const start = momentOf(search);
  // Seek here when a link leads to another position of the open lesson, because its source does not load again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation seeks again, also to the same second
  useEffect(() => {
    if (video && start !== undefined && video.readyState >= HTMLMediaElement.HAVE_METADATA) seekTo(video, start);
  }, [video, start, key]);
  return start;
}

/** The player of a lesson, with its source, its resume position and its progress. */
export function LessonPlayer({ view, download, video, onVideo, onSample, timeline }: LessonPlayerProps) {
  const { video: card, lesson, course, lessons } = view;
  const account = useAccount();
  const online = useOnline();
  const stalled = useStalled(video);
  const source = useMediaSource(card.id, lesson?.video_url ?? null, video, download);
  const progress = useProgressByLesson()?.get(card.id);
  const isSample = source.kind === 'sample';
  const start = useStartTime(isSample ? null : video);
  const resume = progress && resumePosition(progress.position, progress.duration) / 1_000;
  useEffect(() => onSample?.(isSample), [isSample, onSample]);
  const place = lessons.findIndex(({ id }) => id === card.id);
  const [previous, next] = [lessons[place - 1], lessons[place + 1]].map(
    (other) => other && { title: other.title, href: videoHref(other.id, other.course_id) },
  );
  useWatchRecorder(isSample ? null : video, account, card.id, card.course_id);

  return (
    <div className="grid grid-cols-1 gap-3">
      <Player
        title={card.title}
        courseTitle={course?.title ?? ''}
        source={source.url}
        resumeAt={isSample ? undefined : (start ?? resume)}
        timeline={isSample ? undefined : timeline}
        captions={isSample ? null : (lesson?.captions ?? null)}
        previous={previous}
        next={next}
        onVideo={onVideo}
        onFailed={source.onFailed}
        badge={source.kind === 'offline' && !online ? <Chip tone="wait">{videoText.offlineMode}</Chip> : undefined}
        wait={source.slow ? <SlowNotice source={source} /> : undefined}
        cover={sourceCover(source, stalled, videoText.offlineHint)}
      />
      <SampleNotice source={source} title={playerText.playbackFailed} />
    </div>
  );
}
