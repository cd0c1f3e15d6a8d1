import { ArrowLeft, Home, ListVideo } from 'lucide-react';
import { Suspense, useDeferredValue, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { useStillPending } from '@/device/sync/use-initial-sync';
import { useDownload } from '@/features/downloads/queries/use-downloads';
import { AppBarEnd } from '@/features/shell/widgets/app-bar';
import { courseHref, paths } from '@/shared/paths';
import { titles } from '@/shared/text/common';
import { backLinkClass, IconButton } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Drawer } from '@/ui/drawer';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { useMedia } from '@/ui/use-media';
import { useTitle } from '@/ui/use-title';
import { LessonContent } from './lesson-content';
import { LessonFailed, LessonMissing, LessonSkeleton } from './lesson-missing';
import { LessonList } from './list/lesson-list';
import { videoText } from './text/lesson';
import { useOpenLesson } from './use-open-lesson';

const LessonModel = lazyWithRetry(() => import('./resources/lesson-model').then((module) => module.LessonModel));

/**
 * The floating link to the dashboard. It must not cover content, so it is in the margin of a wide window, in a bar
 * at the bottom of a narrow window, and at the end of the page in a low window.
 */
const FloatingHome = () => (
  <div className="z-20 flex justify-end border-line bg-paper max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:border-t max-lg:px-4 max-lg:pt-1 max-lg:pb-[calc(0.25rem+env(safe-area-inset-bottom))] lg:absolute lg:inset-y-0 lg:right-4 lg:items-end lg:bg-transparent [@media(max-height:30rem)]:max-lg:static">
    <Link
      to={paths.dashboard}
      aria-label={videoText.toDashboard}
      title={videoText.toDashboard}
      className="grid size-12 place-items-center rounded-full border border-line bg-surface text-ink shadow-card hover:border-control lg:sticky lg:bottom-6 print:hidden"
    >
      <Home size={22} aria-hidden="true" />
    </Link>
  </div>
);

/** /video/{videoId}/{courseId?}: a lesson, with the lessons of its course beside it. */
export function VideoPage() {
  const { videoId = '', courseId } = useParams();
  const model = useSearchParams()[0].get('model');
  const found = useOpenLesson(videoId);
  // Read the download beside the lesson, not after it, so that a downloaded lesson shows its first frame sooner.
  const download = useDownload(videoId);
  const [drawerOpen, setDrawerOpen] = useState(false);
  // The drawer opens at once; the list in the drawer renders while the drawer slides in.
  const listNear = useDeferredValue(drawerOpen);
  const [listShown, setListShown] = useState(true);
  const isWide = useMedia('(min-width: 64rem)'); // Tailwind's lg
  const pending = useStillPending(found.complete);
  // Reserve the list's column while the lesson loads.
  const hasList = listShown && found.status !== 'error' && (found.data !== null || pending);
  const view = found.data ?? undefined;
  const back = view?.video.course_id ?? courseId;
  useTitle(view?.video.title ?? titles.video);

  if (model && view)
    return (
      <Suspense fallback={<LessonSkeleton />}>
        <LessonModel videoId={view.video.id} resourceId={model} />
      </Suspense>
    );
  return (
    <div
      className={classNames('mx-auto grid min-h-dvh max-w-[1440px]', hasList && 'lg:grid-cols-[minmax(0,1fr)_340px]')}
    >
      <main id="main" tabIndex={-1} data-screen className="relative min-w-0 md:px-6 lg:pr-20 lg:pl-10">
        <header className="lesson-bar flex min-h-16 flex-wrap items-center gap-2 px-4 md:px-0">
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
        {found.status === 'loading' && <LessonSkeleton />}
        {found.status === 'error' && <LessonFailed />}
        {found.data === null && <LessonMissing courseId={courseId} complete={found.complete} />}
        {view && <LessonContent key={view.video.id} view={view} complete={found.complete} download={download} />}
        <FloatingHome />
      </main>
      {view && listShown && isWide && (
        <aside aria-label={videoText.courseVideos} className="border-line border-l bg-surface px-4 py-6 print:hidden">
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
