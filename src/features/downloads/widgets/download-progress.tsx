import { Pause, Play, X } from 'lucide-react';
import { useServerReached } from '@/device/sync/use-server-reached';
import { lacksRoom } from '@/shared/download-room';
import type { DownloadedVideo } from '@/shared/downloads';
import { formatBytes } from '@/shared/format/format-bytes';
import { Button, IconButton } from '@/ui/button';
import { useWaitsForWifi } from '../mutations/wifi-only';
import { useDownloadShare } from '../queries/use-downloads';
import { downloadText, failureText, wifiText } from '../text';
import { MakeRoom } from './make-room';
import { useDownloadOrders } from './use-download-orders';

function stateText(row: DownloadedVideo, percent: number, online: boolean, wifi: boolean): string {
  if (row.status === 'error') return downloadText.failed;
  if (row.status === 'paused') return downloadText.paused(percent);
  if (!online) return downloadText.waiting;
  if (wifi) return wifiText.waiting;
  return row.status === 'queued' ? downloadText.queued : downloadText.downloading(percent);
}

/** A download in progress: its percentage, counted in bytes, and its actions. */
export function DownloadProgress({ row }: { row: DownloadedVideo }) {
  const online = useServerReached();
  const wifi = useWaitsForWifi();
  const orders = useDownloadOrders();
  const share = useDownloadShare(row);
  const percent = Math.floor(share * 100);
  const failed = row.status === 'error';
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center justify-end gap-1">
        <div className="min-w-0 grow basis-24">
          <p className="num flex flex-wrap justify-between gap-x-3 text-sm">
            <strong className={failed ? 'text-danger' : undefined}>{stateText(row, percent, online, wifi)}</strong>
            {row.fileSize > 0 && <span className="text-muted">{formatBytes(row.fileSize)}</span>}
          </p>
          <div
            role="progressbar"
            aria-label={`${downloadText.progress}: ${row.title}`}
            aria-valuenow={percent}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuetext={stateText(row, percent, online, wifi)}
            className="mt-1 h-1.5 overflow-hidden rounded-full bg-line"
          >
            <div className={failed ? 'h-full bg-danger' : 'h-full bg-accent'} style={{ width: `${share * 100}%` }} />
          </div>
        </div>
        {(row.status === 'queued' || row.status === 'downloading') && (
          <IconButton label={downloadText.pause} onClick={() => orders.pause(row.id)}>
            <Pause size={20} aria-hidden="true" />
          </IconButton>
        )}
        {row.status === 'paused' && (
          <IconButton label={downloadText.resume} onClick={() => orders.resume(row.id)}>
            <Play size={20} aria-hidden="true" />
          </IconButton>
        )}
        {failed && <Button onClick={() => orders.resume(row.id)}>{downloadText.retry}</Button>}
        <IconButton label={downloadText.cancel} onClick={() => orders.cancel(row.id)}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      </div>
      {row.status === 'downloading' && online && !wifi && <p className="text-muted text-sm">{downloadText.keepOpen}</p>}
      {row.failure && <p className="text-danger text-sm">{failureText(row.failure.code, row.failure.detail)}</p>}
      {row.failure && lacksRoom(row.failure) && <MakeRoom failure={row.failure} />}
    </div>
  );
}
