import { Link } from 'react-router-dom';
import { paths } from '@/config/paths';
import { currentDevice } from '@/lib/device';
import { offlineText } from '@/text/offline';
import { buttonClass } from '@/ui/button';
import { Notice } from '@/ui/notice';

/** Nothing was downloaded yet: how it is done, and where. */
export function NoDownloads() {
  return (
    <Notice
      title={offlineText.emptyTitle}
      action={
        <Link to={paths.dashboard} className={buttonClass('primary')}>
          {offlineText.toCourses}
        </Link>
      }
    >
      {currentDevice() === 'desktop' ? offlineText.emptyDesktop : offlineText.emptyText}
    </Notice>
  );
}
