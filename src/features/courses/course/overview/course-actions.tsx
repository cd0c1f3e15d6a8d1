import { Play } from 'lucide-react';
import { Link } from 'react-router-dom';
import { UpgradeOffer } from '@/features/billing/widgets/upgrade-offer';
import { useMayDownload } from '@/features/downloads/widgets/download-control';
import { DownloadCourseButton } from '@/features/downloads/widgets/download-course';
import { formatDuration } from '@/shared/format/format';
import { paths, videoHref } from '@/shared/paths';
import { buttonClass } from '@/ui/button';
import { Card } from '@/ui/card';
import { coursePage } from '../../text/course';
import type { CourseView } from '../use-course';

/** Link to the next lesson to watch, or to the first lesson if the course is finished. */
function Continue({ view }: { view: CourseView }) {
  const { course, next, progress, videos } = view;
  const video = next?.video ?? videos.find(view.isOpen);
  if (!video) return null;
  const action = next ? coursePage.watch : coursePage.watchAgain;
  const [lead, title, about] = next
    ? [
        progress.done > 0 ? coursePage.goOn : coursePage.start,
        coursePage.lesson(next.number, next.video.title),
        next.left ? coursePage.left(formatDuration(next.left)) : formatDuration(next.video.duration_seconds),
      ]
    : [coursePage.done, '', coursePage.doneText];
  return (
    <>
      <div className="min-w-0 grow basis-56">
        <p className={next ? 'text-muted text-sm' : 'font-bold text-lg'}>{lead}</p>
        {title && <h2 className="mt-0.5 text-lg">{title}</h2>}
        <p className="num mt-0.5 text-muted text-sm">{about}</p>
      </div>
      <Link
        to={videoHref(video.id, course.id)}
        aria-label={`${action}: ${video.title}`}
        className={buttonClass(next ? 'primary' : 'quiet', 'px-6 max-md:w-full')}
      >
        <Play size={18} fill="currentColor" aria-hidden="true" />
        {action}
      </Link>
    </>
  );
}

function Locked({ view: { course, videos, isOpen } }: { view: CourseView }) {
  const premium = course.plan_type === 'premium';
  const text = videos.some(isOpen) ? `${coursePage.lockedPreviews} ${coursePage.lockedText}` : coursePage.lockedText;
  return (
    <>
      <div className="min-w-0 grow basis-56">
        <h2 className="text-lg">{premium ? coursePage.lockedTitle : coursePage.lockedTitlePaid}</h2>
        <p className="mt-0.5 text-muted text-sm">{text}</p>
      </div>
      <UpgradeOffer
        className="px-6 max-md:w-full"
        instead={
          <Link to={paths.pricing} className={buttonClass('primary', 'px-6 max-md:w-full')}>
            {coursePage.plans}
          </Link>
        }
      />
    </>
  );
}

const rowClass = 'flex flex-wrap items-center gap-x-6 gap-y-4 p-5 md:px-7';

/** The actions that apply to the course: upgrade the plan, continue, download. */
export function CourseActions({ view }: { view: CourseView }) {
  const mayDownload = useMayDownload();
  if (view.whole && view.videos.length === 0) return null;
  return (
    <Card className="rise mt-4 ruled" style={{ '--i': 1 }}>
      {!view.whole && (
        <div className={rowClass}>
          <Locked view={view} />
        </div>
      )}
      {(view.next || view.videos.some(view.isOpen)) && (
        <div className={rowClass}>
          <Continue view={view} />
        </div>
      )}
      {view.whole && mayDownload && (
        <div className={rowClass}>
          <DownloadCourseButton courseId={view.course.id} />
        </div>
      )}
    </Card>
  );
}
