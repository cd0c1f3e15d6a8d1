import { Link } from 'react-router-dom';
import { paths, sectionSearch } from '@/config/paths';
import { usePlan } from '@/data/session/use-plan';
import { mayPlayDownloads } from '@/domain/entitlements';
import { currentDevice } from '@/lib/device';
import { useOnline } from '@/lib/use-online';
import { offlineText } from '@/text/offline';
import { buttonClass } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { leadsBack } from './return-path';

/** Shown when nothing is downloaded: explains how and where to download. */
export function NoDownloads() {
  const included = mayPlayDownloads(usePlan());
  const stuck = leadsBack(useOnline());
  return (
    <Notice
      title={offlineText.emptyTitle}
      action={
        included ? (
          !stuck && (
            <Link to={paths.dashboard + sectionSearch('courses')} className={buttonClass('primary')}>
              {offlineText.toCourses}
            </Link>
          )
        ) : (
          <Link to={paths.pricing} className={buttonClass('primary')}>
            {offlineText.plans}
          </Link>
        )
      }
    >
      {!included
        ? offlineText.emptyPlan
        : currentDevice() === 'desktop'
          ? offlineText.emptyDesktop
          : offlineText.emptyText}
    </Notice>
  );
}
