import { CircleCheck, Download, Play, X } from 'lucide-react';
import { useAccount } from '@/device/session/session-store';
import { useServerReached } from '@/device/sync/use-server-reached';
import { formatBytes } from '@/shared/format/format-bytes';
import { Button, IconButton } from '@/ui/button';
import { chipClass } from '@/ui/chip';
import { toast } from '@/ui/toast';
import { useWaitsForWifi } from '../mutations/wifi-only';
import { cancelCourse, downloadCourse, useCourseDownload } from '../queries/course';
import { courseDownloadText as text, wifiText } from '../text';
import { useMayDownload } from './download-control';
import { useCachedModels } from './use-cached-models';
import { useDownloadOrders, withErrorToast } from './use-download-orders';
import { useMobileDataQuestion } from './use-mobile-data-question';

/** Queues every lesson of a course that this account may download. Renders nothing for accounts that may not download. */
export function DownloadCourseButton({ courseId }: { courseId: string }) {
  const mayDownload = useMayDownload();
  const account = useAccount();
  const online = useServerReached();
  const wifi = useWaitsForWifi();
  const orders = useDownloadOrders();
  const { ask, question } = useMobileDataQuestion();
  const state = useCourseDownload(courseId);
  const isAskedFor = state !== undefined && (state.complete > 0 || state.underWay.length > 0);
  useCachedModels(account, courseId, mayDownload && online && isAskedFor);
  if (!mayDownload || !account || !state || state.total === 0) return null;
  const { total, complete, missing, underWay, received, bytes } = state;
  const left = missing.reduce((sum, order) => sum + order.fileSize, 0);

  const start = () =>
    void withErrorToast(
      downloadCourse(account, state).then((answer) => {
        if (answer.kind === 'queued') return;
        toast('error', text.noSpace, {
          description: text.noSpaceHint(formatBytes(answer.needed), formatBytes(answer.free)),
          duration: 5_000,
        });
      }),
    );

  const resume = () => {
    for (const { id } of underWay) orders.resume(id);
  };

  if (complete === total) {
    return (
      <span className={chipClass}>
        <CircleCheck size={16} aria-hidden="true" className="text-ok" />
        {text.done}
      </span>
    );
  }
  if (underWay.length > 0 && missing.length === 0) {
    const percent = bytes > 0 ? Math.floor(Math.min(1, received / bytes) * 100) : 0;
    const paused = underWay.every(({ status }) => status === 'paused' || status === 'error');
    const words = text.progress(complete, total, percent);
    const running = wifi ? wifiText.waiting : formatBytes(bytes);
    const amount = paused ? text.paused : online ? running : text.waiting;
    return (
      <div className="flex w-full max-w-sm items-center gap-1">
        <div className="min-w-0 grow">
          <p className="num flex flex-wrap justify-between gap-x-3 text-sm">
            <strong>{words}</strong>
            <span className="text-muted">{amount}</span>
          </p>
          <div
            role="progressbar"
            aria-label={text.label}
            aria-valuenow={percent}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuetext={words}
            className="mt-1 h-1.5 overflow-hidden rounded-full bg-line"
          >
            <div className="h-full bg-accent" style={{ width: `${percent}%` }} />
          </div>
        </div>
        {paused && (
          <IconButton label={text.resume} onClick={resume}>
            <Play size={20} aria-hidden="true" />
          </IconButton>
        )}
        <IconButton label={text.cancel} onClick={() => void withErrorToast(cancelCourse(account, state))}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      </div>
    );
  }
  return (
    <>
      <Button onClick={() => ask(left, start)}>
        <Download size={18} aria-hidden="true" />
        {missing.length === total ? text.start : text.rest(missing.length)}
        {left > 0 && <span className="num font-normal text-muted">{formatBytes(left)}</span>}
      </Button>
      {question}
    </>
  );
}
