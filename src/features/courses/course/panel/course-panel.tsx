import { WifiOff } from 'lucide-react';
import { useOnline } from '@/device/use-online';
import { videoHref } from '@/shared/paths';
import { Tabs } from '@/ui/tabs';
import { coursePage } from '../../text/course';
import { courseText } from '../../text/courses';
import { LessonRows } from '../../widgets/lesson-rows';
import type { CourseView } from '../use-course';
import { QuizList } from './quiz-list';
import type { PanelTab } from './use-panel';

interface CoursePanelProps {
  id: string;
  view: CourseView;
  tab: PanelTab;
  onTab: (tab: PanelTab) => void;
}

/** The tabs Course Content and Tests: beside the course on a desktop, below it on a phone. */
export function CoursePanel({ id, view, tab, onTab }: CoursePanelProps) {
  const online = useOnline();
  return (
    <aside
      id={id}
      aria-label={coursePage.panel}
      className="px-4 pb-16 md:px-8 lg:border-line lg:border-l lg:bg-surface lg:px-5 lg:pt-3 lg:pb-6"
    >
      <div className="lg:sticky lg:top-3 lg:max-h-[calc(100dvh-1.5rem)] lg:overflow-y-auto">
        <Tabs
          label={courseText.tabs}
          current={tab}
          onChange={onTab}
          tabs={[
            { id: 'contents', title: <span lang="en">{courseText.contents}</span> },
            { id: 'tests', title: <span lang="en">{courseText.tests}</span> },
          ]}
        >
          {!online && (
            <p className="mb-4 flex items-start gap-2 text-muted text-sm">
              <WifiOff size={18} aria-hidden="true" className="mt-px shrink-0" />
              {coursePage.offline}
            </p>
          )}
          {tab === 'contents' ? (
            <LessonRows
              videos={view.videos}
              progress={view.watched}
              hrefOf={(video) => (view.isOpen(video) ? videoHref(video.id, view.course.id) : null)}
              nextId={view.next?.video.id}
              bare
            />
          ) : (
            <QuizList view={view} />
          )}
        </Tabs>
      </div>
    </aside>
  );
}
