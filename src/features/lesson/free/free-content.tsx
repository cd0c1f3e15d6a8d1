import { Link } from 'react-router-dom';
import { usePlan } from '@/device/session/use-plan';
import type { FreeLesson } from '@/features/lessons/queries/use-free-lesson';
import { isSubscriber } from '@/shared/entitlements';
import { videoHref } from '@/shared/paths';
import { Banner } from '@/ui/banner';
import { freeText as text } from '../text/free';
import { FreeLessons } from './free-lessons';
import { FreePanels } from './free-panels';
import { FreePlayer } from './free-player';

type Ready = Extract<FreeLesson, { state: 'ready' }>;

/** The preview, the description, the limits and the lessons of the course. */
export function FreeContent(found: Ready) {
  const { view, lesson, whole } = found;
  const subscribed = isSubscriber(usePlan());
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_320px]">
      <div className="grid grid-cols-1 content-start gap-5">
        <FreePlayer {...found} />
        <div className="grid grid-cols-1 gap-5 px-4 md:px-0">
          {subscribed && (
            <Banner kind="info">
              {text.subscriber}{' '}
              <Link to={videoHref(view.video.id, view.video.course_id)} className="font-bold text-accent-ink">
                {text.toLesson}
              </Link>
            </Banner>
          )}
          <section aria-labelledby="free-description" className="grid grid-cols-1 gap-2">
            <h2 id="free-description" className="text-lg">
              {text.description}
            </h2>
            <p className="max-w-prose whitespace-pre-line">{lesson.description?.trim() || text.noDescription}</p>
          </section>
        </div>
      </div>
      <div className="grid grid-cols-1 content-start gap-6 px-4 md:px-0">
        <FreePanels whole={whole} />
        <FreeLessons view={view} />
      </div>
    </div>
  );
}
