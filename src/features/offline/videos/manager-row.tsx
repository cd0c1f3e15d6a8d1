import { Play, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { damagedText, downloadText, managerText, offlineText } from '@/features/downloads/text';
import { DeleteDownload } from '@/features/downloads/widgets/delete-download';
import { useDownloadOrders } from '@/features/downloads/widgets/use-download-orders';
import type { DownloadedVideo } from '@/shared/downloads';
import { formatDuration } from '@/shared/format/format';
import { formatBytes } from '@/shared/format/format-bytes';
import { joinFacts } from '@/shared/join-facts';
import { Button } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { Checkbox } from '@/ui/checkbox';
import { Chip } from '@/ui/chip';
import { classNames } from '@/ui/class-names';

interface ManagerRowProps {
  row: DownloadedVideo;
  selected: boolean;
  onSelect: () => void;
  /** Undefined when downloads are locked. */
  onPlay: (() => void) | undefined;
  current: boolean;
}

/** A downloaded lesson with all its actions. */
export function ManagerRow({ row, selected, onSelect, onPlay, current }: ManagerRowProps) {
  const { check } = useDownloadOrders();
  const [checking, setChecking] = useState(false);
  const facts = [
    formatDuration(row.duration),
    formatBytes(row.fileSize),
    row.downloadedAt && offlineText.downloadedAt(row.downloadedAt),
  ];
  return (
    <li className={classNames(cardClass, 'grid grid-cols-1 py-1 pr-1 pl-4', current && 'border-accent')}>
      <div className="flex items-start">
        <Checkbox
          className="min-w-0 grow"
          checked={selected}
          onChange={onSelect}
          label={
            <span className="block py-2">
              <span className="sr-only">{managerText.one('')}</span>
              <span className="block font-bold text-base leading-snug">{row.title}</span>
              <span className="num block text-muted">{joinFacts(facts)}</span>
              {row.damaged && row.damaged.length > 0 && <Chip tone="warn">{damagedText.chip}</Chip>}
            </span>
          }
        />
        <DeleteDownload videoId={row.id} title={row.title} />
      </div>
      <div className="flex flex-wrap items-center min-[288px]:pl-4">
        <Button kind="plain" aria-label={offlineText.play(row.title)} disabled={!onPlay} onClick={onPlay}>
          <Play size={18} aria-hidden="true" />
          {managerText.play}
        </Button>
        <Button
          kind="plain"
          busy={checking}
          aria-label={managerText.checkOf(row.title)}
          onClick={() => {
            setChecking(true);
            void check(row.id).finally(() => setChecking(false));
          }}
        >
          {!checking && <ShieldCheck size={18} aria-hidden="true" />}
          {checking ? downloadText.checking : downloadText.check}
        </Button>
      </div>
    </li>
  );
}
