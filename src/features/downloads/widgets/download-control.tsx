import { CircleCheck, Download } from 'lucide-react';
import { isInsecureOrigin } from '@/device/secure-origin';
import { usePlan } from '@/device/session/use-plan';
import { currentDevice } from '@/shared/device';
import { canDownload } from '@/shared/entitlements';
import { formatBytes } from '@/shared/format/format-bytes';
import { Button } from '@/ui/button';
import { chipClass } from '@/ui/chip';
import type { DownloadOrder } from '../mutations/downloads';
import { useDownload } from '../queries/use-downloads';
import { downloadText } from '../text';
import { DeleteDownload } from './delete-download';
import { DownloadProgress } from './download-progress';
import { useDownloadOrders } from './use-download-orders';
import { useMobileDataQuestion } from './use-mobile-data-question';

/** True if this account may download on this device (decision 12). Playback needs a service worker, so nobody may download on an insecure origin. */
export function useMayDownload(): boolean {
  const plan = usePlan();
  return canDownload(plan, currentDevice()) && !isInsecureOrigin();
}

/** Controls the download of one lesson, depending on its state. Renders nothing for accounts that may not download. */
export function DownloadControl({ order }: { order: DownloadOrder }) {
  const mayDownload = useMayDownload();
  const row = useDownload(order.id);
  const { start, renew } = useDownloadOrders();
  const { ask, question } = useMobileDataQuestion();
  if (!mayDownload || row === undefined) return null;
  if (row === null)
    return (
      <>
        <Button onClick={() => ask(order.fileSize, () => start(order))} className="flex-wrap">
          <Download size={18} aria-hidden="true" />
          {downloadText.start}
          {order.fileSize > 0 && <span className="num font-normal text-muted">{formatBytes(order.fileSize)}</span>}
        </Button>
        {question}
      </>
    );
  if (row.status === 'completed')
    return (
      <div className="flex flex-wrap items-center gap-1">
        <span className={`${chipClass} num`}>
          <CircleCheck size={16} aria-hidden="true" className="text-ok" />
          {downloadText.done} · {formatBytes(row.fileSize)}
        </span>
        <DeleteDownload videoId={row.id} title={row.title} />
        {row.videoUrl !== order.videoUrl && (
          <p className="flex basis-full flex-wrap items-center gap-x-3 text-sm">
            {downloadText.newer}
            <Button kind="plain" onClick={() => renew(order)}>
              {downloadText.renew}
            </Button>
          </p>
        )}
      </div>
    );
  return (
    <div className="w-full max-w-sm">
      <DownloadProgress row={row} />
    </div>
  );
}
