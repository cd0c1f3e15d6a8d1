import { useEffect } from 'react';
import { videoHref } from '@/config/paths';
import type { LessonView } from '@/data/lessons/queries';
import { useProgressByLesson } from '@/data/progress/use-progress';
import { useWatchRecorder } from '@/data/progress/use-watch-recorder';
import { useAccount } from '@/data/session/session-store';
import { resumePosition } from '@/domain/watched';
import { useOnline } from '@/lib/use-online';
import { playerText } from '@/text/player';
import { videoText } from '@/text/video';
import { Chip } from '@/ui/chip';
import { Player } from '@/widgets/player/player';
import { coverOf, SampleNotice } from '@/widgets/player/stand-ins';
import { useMediaSource } from '@/widgets/player/use-media-source';
import { useStuck } from '@/widgets/player/use-stuck';

interface LessonPlayerProps {
  view: LessonView;
  video: HTMLVideoElement | null;
  onVideo: (video: HTMLVideoElement | null) => void;
  /** Tells whether the sample plays in the place of the lesson: nothing is kept of it, and nobody comments on it. */
  onSample?: (isSample: boolean) => void;
}

/** The player of a lesson: where it comes from, where it goes on, and what is kept of it. */
export function LessonPlayer({ view, video, onVideo, onSample }: LessonPlayerProps) {
  const { video: card, lesson, course, lessons } = view;
  const account = useAccount();
  const online = useOnline();
  const stuck = useStuck(video);
  const source = useMediaSource(card.id, lesson?.video_url ?? null);
  const progress = useProgressByLesson()?.get(card.id);
  const isSample = source.kind === 'sample';
  useEffect(() => onSample?.(isSample), [isSample, onSample]);
  const next = lessons[lessons.findIndex(({ id }) => id === card.id) + 1];
  useWatchRecorder(isSample ? null : video, account, card.id, card.course_id);

  return (
    <div className="grid grid-cols-1 gap-3">
      <Player
        title={card.title}
        courseTitle={course?.title ?? ''}
        source={source.url}
        resumeAt={progress && !isSample ? resumePosition(progress.position, progress.duration) / 1_000 : undefined}
        captions={isSample ? null : (lesson?.captions ?? null)}
        next={next && { title: next.title, href: videoHref(next.id, next.course_id) }}
        onVideo={onVideo}
        onFailed={source.onFailed}
        badge={source.kind === 'offline' && !online ? <Chip tone="wait">{videoText.offlineMode}</Chip> : undefined}
        cover={coverOf(source, stuck, videoText.offlineHint)}
      />
      <SampleNotice source={source} title={playerText.playbackFailed} />
    </div>
  );
}
