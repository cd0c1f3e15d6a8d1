import { ArrowLeft, Home, ListVideo } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { courseHref, paths } from '@/config/paths';
import { readLesson, useLesson } from '@/data/lessons/use-lesson';
import { useStillComing } from '@/data/sync/use-sync-status';
import { classNames } from '@/lib/class-names';
import { useMedia } from '@/lib/use-media';
import { useTitle } from '@/lib/use-title';
import { titles } from '@/text/common';
import { videoText } from '@/text/video';
import { backLinkClass, IconButton } from '@/ui/button';
import { Drawer } from '@/ui/drawer';
import { AppBarEnd } from '@/widgets/app-bar';
import { LessonContent } from './lesson-content';
import { LessonFailed, LessonMissing, LessonSkeleton } from './lesson-missing';
import { LessonList } from './list/lesson-list';

/** Asked for by the start of the app when a lesson is opened by its address. */
export const readFirst = ({ videoId }: { videoId?: string }) => readLesson(videoId ?? '');

/** /video/{videoId}/{courseId?}: a lesson with the lessons of its course beside it. */
export function VideoPage() {
  const { videoId = '', courseId } = useParams();
  const found = useLesson(videoId);
  const [drawerOpen, setDrawerOpen] = useState(false);
  // The drawer comes at once, its list while it slides in.
  const listNear = useDeferredValue(drawerOpen);
  const [listShown, setListShown] = useState(true);
  const isWide = useMedia('(min-width: 64rem)'); // Tailwind's lg
  const coming = useStillComing();
  // Its place is kept while the lesson is on its way.
  const hasList =
    listShown && (found.state === 'loading' || found.state === 'ready' || (found.state === 'missing' && coming));
  const view = found.state === 'ready' ? found.view : undefined;
  const back = view?.video.course_id ?? courseId;
  useTitle(view?.video.title ?? titles.video);

  return (
    <div
      className={classNames('mx-auto grid min-h-dvh max-w-[1440px]', hasList && 'lg:grid-cols-[minmax(0,1fr)_340px]')}
    >
      <main id="main" tabIndex={-1} data-screen className="min-w-0 md:px-6 lg:px-10">
        <header className="group/lesson flex min-h-16 flex-wrap items-center gap-2 px-4 md:px-0">
          <Link to={back ? courseHref(back) : paths.dashboard} className={backLinkClass}>
            <ArrowLeft size={20} aria-hidden="true" />
            <span className="max-md:sr-only">{videoText.back}</span>
          </Link>
          <AppBarEnd>
            {view && (
              <>
                <IconButton
                  label={videoText.courseVideos}
                  aria-expanded={drawerOpen}
                  onClick={() => setDrawerOpen(true)}
                  className="lg:hidden"
                >
                  <ListVideo size={24} aria-hidden="true" />
                </IconButton>
                <IconButton
                  label={videoText.courseVideos}
                  aria-expanded={listShown}
                  onClick={() => setListShown(!listShown)}
                  className={classNames('max-lg:hidden', listShown && 'text-accent-ink')}
                >
                  <ListVideo size={24} aria-hidden="true" />
                </IconButton>
              </>
            )}
          </AppBarEnd>
        </header>
        {found.state === 'loading' && <LessonSkeleton />}
        {found.state === 'failed' && <LessonFailed />}
        {found.state === 'missing' && <LessonMissing courseId={courseId} />}
        {view && <LessonContent key={view.video.id} view={view} />}
        <Link
          to={paths.dashboard}
          aria-label={videoText.toDashboard}
          title={videoText.toDashboard}
          className="fixed right-4 bottom-[calc(1rem+env(safe-area-inset-bottom))] z-20 grid size-12 place-items-center rounded-full border border-line bg-surface text-ink shadow-card hover:border-control lg:right-6"
        >
          <Home size={22} aria-hidden="true" />
        </Link>
      </main>
      {view && listShown && isWide && (
        <aside aria-label={videoText.courseVideos} className="border-line border-l bg-surface px-4 py-6">
          <div className="sticky top-6 max-h-[calc(100dvh-3rem)] overflow-y-auto">
            <LessonList view={view} />
          </div>
        </aside>
      )}
      {view && (
        <Drawer
          side="right"
          label={videoText.courseVideos}
          closeLabel={videoText.closeList}
          open={drawerOpen}
          onClose={() => setDrawerOpen(false)}
        >
          {listNear && <LessonList view={view} onChoose={() => setDrawerOpen(false)} />}
        </Drawer>
      )}
    </div>
  );
}
