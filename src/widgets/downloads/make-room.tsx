import { Link } from 'react-router-dom';
import { paths } from '@/config/paths';
import { useDownloads } from '@/data/downloads/use-downloads';
import { useProgressByLesson } from '@/data/progress/use-progress';
import { oldestFinished } from '@/domain/download-room';
import type { DownloadFailure } from '@/domain/downloads';
import { formatBytes } from '@/lib/format-bytes';
import { roomText as text } from '@/text/offline';
import { Button, buttonClass } from '@/ui/button';
import { useDownloadOrders } from './use-download-orders';

/** Offers to delete the oldest finished lesson when a download has no room. Rule: the learner decides; never delete a download automatically. */
export function MakeRoom({ failure }: { failure: DownloadFailure }) {
  const rows = useDownloads();
  const progress = useProgressByLesson();
  const { remove } = useDownloadOrders();
  if (!rows || !progress) return null;
  const finished = oldestFinished(rows, (id) => progress.get(id)?.completed === true);
  return (
    <div className="grid justify-items-start gap-2 text-sm">
      <p>{finished ? text.offer(finished.title, formatBytes(finished.fileSize)) : text.none}</p>
      <div className="flex flex-wrap gap-2">
        {finished && <Button onClick={() => remove([finished.id])}>{text.remove}</Button>}
        {failure.code === 'limit' && (
          <Link to={`${paths.settings}?tab=device`} className={buttonClass('plain')}>
            {text.limit}
          </Link>
        )}
      </div>
    </div>
  );
}
