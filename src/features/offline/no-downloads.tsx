import { Link } from 'react-router-dom';
import { useIsPlanKnown } from '@/device/session/use-is-plan-known';
import { usePlan } from '@/device/session/use-plan';
import { useOnline } from '@/device/use-online';
import { UnknownPlan } from '@/features/accounts/widgets/unknown-plan';
import { offlineText } from '@/features/downloads/text';
import { currentDevice } from '@/shared/device';
import { mayPlayDownloads } from '@/shared/entitlements';
import { paths, sectionSearch } from '@/shared/paths';
import { buttonClass } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { leadsBack } from './return-path';

/** Shown when nothing is downloaded: explains how and where to download. */
export function NoDownloads() {
  const included = mayPlayDownloads(usePlan());
  const stuck = leadsBack(useOnline());
  if (!useIsPlanKnown()) return <UnknownPlan headingLevel={2} />;
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
