import { useStorageReport } from '@/device/storage-report';
import { storedBytes } from '@/shared/download-room';
import type { DownloadedVideo } from '@/shared/downloads';
import { formatBytes } from '@/shared/format/format-bytes';
import { deviceText as text } from './text';

/** Shows the used space by kind of data, the free space, and whether the browser may evict the data. */
export function StoredKinds({ rows }: { rows: readonly DownloadedVideo[] }) {
  const downloads = rows.reduce((sum, row) => sum + storedBytes(row), 0);
  const report = useStorageReport(downloads);
  if (!report) return null;
  const { persisted, used, free, data, app } = report;
  const kinds = Object.entries({ downloads, data, app, free }) as [keyof typeof text.stored, number | undefined][];
  return (
    <div className="grid w-full gap-3">
      <dl className="max-w-md ruled text-sm">
        {kinds.map(
          ([kind, bytes]) =>
            bytes !== undefined && (
              <div key={kind} className="flex justify-between gap-4 py-2">
                <dt>{text.stored[kind]}</dt>
                <dd className="num text-muted">{formatBytes(bytes)}</dd>
              </div>
            ),
        )}
      </dl>
      {used !== undefined && <p className="text-muted text-sm">{text.storageText(formatBytes(used))}</p>}
      <p className="max-w-prose text-muted text-sm">
        {persisted === undefined ? text.unknownKept : persisted ? text.kept : text.notKept}
      </p>
    </div>
  );
}
