import { X } from 'lucide-react';
import { useState } from 'react';
import type { DownloadedVideo } from '@/data/downloads/layout';
import { repairDownload } from '@/data/downloads/mutations';
import { useCaptions } from '@/data/lessons/use-lesson';
import { useProgressByLesson } from '@/data/progress/use-progress';
import { useWatchRecorder } from '@/data/progress/use-watch-recorder';
import { useAccount } from '@/data/session/session-store';
import { resumePosition } from '@/domain/watched';
import { offlineText } from '@/text/offline';
import { playerText } from '@/text/player';
import { IconButton } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { Player } from '@/widgets/player/player';

interface OfflinePlayerProps {
  row: DownloadedVideo;
  online: boolean;
  onClose: () => void;
}

/** Plays a downloaded lesson from the device and keeps the progress, as the lesson page does. */
export function OfflinePlayer({ row, online, onClose }: OfflinePlayerProps) {
  const account = useAccount();
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [failed, setFailed] = useState(false);
  const captions = useCaptions(row.id);
  const progress = useProgressByLesson()?.get(row.id);
  useWatchRecorder(video, account, row.id, row.courseId);

  return (
    <section aria-labelledby="offline-player-title" className="grid gap-3">
      <Player
        title={row.title}
        courseTitle={row.courseTitle}
        source={row.localPath}
        resumeAt={progress ? resumePosition(progress.position, progress.duration) / 1_000 : undefined}
        captions={captions}
        onVideo={setVideo}
        onFailed={() => {
          setFailed(true);
          if (account) void repairDownload(account, row.id);
        }}
        badge={online ? undefined : <Chip tone="wait">{offlineText.offlineMode}</Chip>}
        cover={
          failed ? (
            <div role="alert" className="grid gap-1">
              <h3 className="text-lg">{playerText.offlineFailed}</h3>
              <p className="text-sm text-[#ffffffc0]">{playerText.repairing}</p>
            </div>
          ) : undefined
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
