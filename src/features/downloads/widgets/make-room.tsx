import { Link } from 'react-router-dom';
import { useProgressByLesson } from '@/features/progress/queries';
import { oldestFinished } from '@/shared/download-room';
import type { DownloadFailure } from '@/shared/downloads';
import { formatBytes } from '@/shared/format/format-bytes';
import { paths } from '@/shared/paths';
import { Button, buttonClass } from '@/ui/button';
import { useDownloads } from '../queries/use-downloads';
import { roomText as text } from '../text';
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
