import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { videoHref } from '@/config/paths';
import type { LessonView } from '@/data/lessons/queries';
import { useProgressByLesson } from '@/data/progress/use-progress';
import { useAccount } from '@/data/session/session-store';
import type { DownloadedVideo } from '@/domain/downloads';
import type { TimelineItem } from '@/domain/timeline';
import { resumePosition } from '@/domain/watched';
import { useOnline } from '@/lib/use-online';
import { momentOf } from '@/lib/video-moment';
import { playerText } from '@/text/player';
import { videoText } from '@/text/video';
import { Chip } from '@/ui/chip';
import { SampleNotice, SlowNotice, sourceCover } from '@/widgets/player/fallback-covers';
import { Player } from '@/widgets/player/player';
import { seekTo } from '@/widgets/player/player-actions';
import { useMediaSource } from '@/widgets/player/use-media-source';
import { useStalled } from '@/widgets/player/use-stalled';
import { useWatchRecorder } from '@/widgets/player/use-watch-recorder';

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
