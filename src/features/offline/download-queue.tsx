import { offlineText } from '@/features/downloads/text';
import { DownloadProgress } from '@/features/downloads/widgets/download-progress';
import type { DownloadedVideo } from '@/shared/downloads';
import { cardClass } from '@/ui/card';

const inOrder = (a: DownloadedVideo, b: DownloadedVideo) => a.queuedAt - b.queuedAt;

/** Downloads that are running, waiting, paused or failed, in queue order. */
export function DownloadQueue({ rows }: { rows: readonly DownloadedVideo[] }) {
  const under = rows.filter(({ status }) => status !== 'completed').sort(inOrder);
  if (under.length === 0) return null;
  return (
    <section aria-labelledby="queue-title" className="grid grid-cols-1 gap-3">
      <h2 id="queue-title" className="text-lg">
        {offlineText.queue}
      </h2>
      <ul className="grid gap-3 lg:grid-cols-2">
        {under.map((row) => (
          <li key={row.id} className={`${cardClass} px-4 py-3`}>
            <h3 className="text-base">{row.title}</h3>
            <DownloadProgress row={row} />
          </li>
        ))}
      </ul>
    </section>
  );
}
