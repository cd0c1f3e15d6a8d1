import { Link } from 'react-router-dom';
import { courseHref, paths } from '@/config/paths';
import { videoText } from '@/text/video';
import { buttonClass } from '@/ui/button';
import { Notice } from '@/ui/notice';

/** There is no such lesson on this device. */
export function LessonMissing({ courseId }: { courseId: string | undefined }) {
  return (
    <Notice
      headingLevel={1}
      kind="error"
      title={videoText.notFound}
      action={
        <>
          {courseId && (
            <Link to={courseHref(courseId)} className={buttonClass()}>
              {videoText.toCourse}
            </Link>
          )}
          <Link to={paths.dashboard} className={buttonClass('primary')}>
            {videoText.toDashboard}
          </Link>
        </>
      }
    >
      {videoText.notFoundHint}
    </Notice>
  );
}

/** The lesson exists, and its film is not for this plan or has not arrived. */
export function LessonClosed({ allowed, courseId }: { allowed: boolean; courseId: string }) {
  return (
    <Notice
      kind={allowed ? 'offline' : 'empty'}
      title={allowed ? videoText.notHere : videoText.noAccess}
      action={
        <Link to={allowed ? courseHref(courseId) : paths.pricing} className={buttonClass('primary')}>
          {allowed ? videoText.toCourse : videoText.plans}
        </Link>
      }
    >
      {allowed ? videoText.notHereHint : videoText.noAccessHint}
    </Notice>
  );
}
