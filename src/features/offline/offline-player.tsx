import { RotateCw, X } from 'lucide-react';
import { useState } from 'react';
import { useOpenPlayer } from '@/device/do-not-disturb';
import { useAccount } from '@/device/session/session-store';
import { type IntegrityResult, repairDownload } from '@/features/downloads/mutations/downloads';
import { offlineText } from '@/features/downloads/text';
import { useCaptions } from '@/features/lessons/queries/use-lesson';
import { playerText } from '@/features/player/text/player';
import { Player } from '@/features/player/widgets/player';
import { useWatchRecorder } from '@/features/player/widgets/use-watch-recorder';
import { useProgressByLesson } from '@/features/progress/queries';
import { resumePosition } from '@/features/progress/rules/watched';
import { type DownloadedVideo, playAddress } from '@/shared/downloads';
import { common } from '@/shared/text/common';
import { Button, IconButton } from '@/ui/button';
import { Chip } from '@/ui/chip';

interface OfflinePlayerProps {
  row: DownloadedVideo;
  /** Start position from the URL (s). */
  start?: number | undefined;
  online: boolean;
  onClose: () => void;
}

/** Messages for a downloaded lesson that does not play, by the result of its integrity check. */
const faults: Record<IntegrityResult, { title: string; hint: string }> = {
  sound: { title: playerText.playbackFailed, hint: playerText.soundHint },
  damaged: { title: playerText.offlineFailed, hint: playerText.repairing },
  newer: { title: playerText.offlineNewer, hint: playerText.fetchingAgain },
  missing: { title: playerText.offlineMissing, hint: playerText.fetchingAgain },
};

/** Plays a downloaded lesson and saves the progress, like the lesson page. Repairs a damaged download and then plays it. */
export function OfflinePlayer({ row, start, online, onClose }: OfflinePlayerProps) {
  const account = useAccount();
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [fault, setFault] = useState<IntegrityResult>();
  const [attempt, setAttempt] = useState(0);
  const captions = useCaptions(row.id);
  const progress = useProgressByLesson()?.get(row.id);
  useOpenPlayer();
  useWatchRecorder(video, account, row.id, row.courseId);

  const isHere = row.status === 'completed';
  // When a repair has completed the download, try to play it again.
  const [wasHere, setWasHere] = useState(isHere);
  if (wasHere !== isHere) {
    setWasHere(isHere);
    if (isHere) setFault(undefined);
  }
  const onFailed = () => {
    setFault('damaged');
    if (account)
      repairDownload(account, row.id).then(setFault, (error: unknown) =>
        console.error('The download could not be checked:', error),
      );
  };
  const shown = fault ?? (isHere ? undefined : 'damaged');

  return (
    <section aria-labelledby="offline-player-title" className="grid grid-cols-1 gap-3">
      <Player
        title={row.title}
        courseTitle={row.courseTitle}
        source={isHere ? playAddress(row) + (attempt > 0 ? `#${attempt}` : '') : undefined}
        resumeAt={start ?? (progress && resumePosition(progress.position, progress.duration) / 1_000)}
        captions={captions}
        onVideo={setVideo}
        onFailed={onFailed}
        badge={online ? undefined : <Chip tone="wait">{offlineText.offlineMode}</Chip>}
        cover={
          shown && (
            <div role="alert" className="grid justify-items-center gap-1">
              <h3 className="text-lg">{faults[shown].title}</h3>
              <p className="text-[#ffffffc0] text-sm">{faults[shown].hint}</p>
              {shown === 'sound' && (
                <Button
                  onClick={() => {
                    setFault(undefined);
                    setAttempt(attempt + 1);
                  }}
                  className="mt-2"
                >
                  <RotateCw size={18} aria-hidden="true" />
                  {common.retry}
                </Button>
              )}
            </div>
          )
        }
      />
      <div className="flex items-start gap-3 px-4 md:px-0">
        <div className="grow">
          <h2 id="offline-player-title" className="text-xl">
            {row.title}
          </h2>
          <p className="text-muted">{row.courseTitle}</p>
        </div>
        <IconButton label={offlineText.closePlayer} onClick={onClose}>
          <X size={22} aria-hidden="true" />
        </IconButton>
      </div>
    </section>
  );
}
