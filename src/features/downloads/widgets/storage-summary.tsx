import type { ReactNode } from 'react';
import { useFreeBytes } from '@/device/free-space';
import { STORAGE_WARNING_BYTES } from '@/shared/app-limits';
import type { DownloadedVideo } from '@/shared/downloads';
import { formatBytes } from '@/shared/format/format-bytes';
import { joinFacts } from '@/shared/join-facts';
import { Banner } from '@/ui/banner';
import { cardClass } from '@/ui/card';
import { managerText, offlineText } from '../text';
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
