import type { ReactNode } from 'react';
import { STORAGE_WARNING_BYTES } from '@/config/limits';
import { useFreeBytes } from '@/data/downloads/storage';
import type { DownloadedVideo } from '@/domain/downloads';
import { formatBytes } from '@/lib/format-bytes';
import { joinFacts } from '@/lib/join-facts';
import { managerText, offlineText } from '@/text/offline';
import { Banner } from '@/ui/banner';
import { cardClass } from '@/ui/card';
import { DamagedNotice } from './damaged-notice';

/** Number of downloaded lessons, used space and free space, with a warning above 500 MB. */
export function StorageSummary({ rows, children }: { rows: readonly DownloadedVideo[]; children?: ReactNode }) {
  const complete = rows.filter(({ status }) => status === 'completed');
  const total = complete.reduce((sum, row) => sum + row.fileSize, 0);
  const free = useFreeBytes(total);
  if (complete.length === 0) return null;
  const facts = [
    offlineText.videos(complete.length),
    offlineText.used(formatBytes(total)),
    free !== undefined && offlineText.free(formatBytes(free)),
  ];
  return (
    <>
      <DamagedNotice rows={complete} />
      <div className={`${cardClass} num flex flex-wrap items-center gap-x-4 gap-y-1 py-2 pr-2 pl-4`}>
        <p className="grow basis-52 py-1">
          <strong>{offlineText.storage}</strong> <span className="text-muted">{joinFacts(facts)}</span>
        </p>
        {children}
      </div>
      {total > STORAGE_WARNING_BYTES && (
        <Banner kind="warning" title={managerText.warning}>
          <p>{managerText.warningText(formatBytes(total))}</p>
        </Banner>
      )}
    </>
  );
}
