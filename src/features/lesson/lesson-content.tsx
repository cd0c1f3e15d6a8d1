import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { usePlan } from '@/device/session/use-plan';
import { useServerReached } from '@/device/sync/use-server-reached';
import { downloadOrder } from '@/features/downloads/queries/course';
import { DownloadControl, useMayDownload } from '@/features/downloads/widgets/download-control';
import type { LessonView } from '@/features/lessons/queries/queries';
import type { TimelineItem } from '@/features/player/rules';
import type { DownloadedVideo } from '@/shared/downloads';
import { mayPlayLesson } from '@/shared/entitlements';
import { Dot } from '@/ui/chip';
import { Tabs } from '@/ui/tabs';
import { usePainted } from '@/ui/use-painted';
import { LessonDiscussion } from './discussion/lesson-discussion';
import { LessonAbout } from './lesson-about';
import { LessonClosed } from './lesson-missing';
import { LessonPlayer } from './lesson-player';
import { LessonQuizzes } from './lesson-quizzes';
import { LessonResources } from './resources/lesson-resources';
import { commentText, videoText } from './text/lesson';
import { LessonTimeline } from './timeline/lesson-timeline';
import { TimelineReader } from './timeline/timeline-reader';

const tabs = [
  { id: 'lesson', title: videoText.tabs.lesson },
  { id: 'test', title: videoText.tabs.test },
  { id: 'resources', title: videoText.tabs.resources },
] as const;

type Tab = (typeof tabs)[number]['id'];

interface LessonContentProps {
  view: LessonView;
  complete: boolean;
  /** The lesson's download; undefined until read. */
  download: DownloadedVideo | null | undefined;
}

/** A lesson: the video, its description, and tabs with its transcript, quizzes and resources. */
export function LessonContent({ view, complete, download }: LessonContentProps) {
  const { state } = useLocation();
  const [tab, setTab] = useState<Tab>(state?.tab === 'resources' ? 'resources' : 'lesson');
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [isSample, setIsSample] = useState(false);
  const [timeline, setTimeline] = useState<TimelineItem[]>([]);
  const mayDownload = useMayDownload();
  const online = useServerReached();
  const painted = usePainted();
  const { lesson, course } = view;
  const order = downloadOrder(view.video, lesson, course);
  const plan = usePlan();
  const allowed = !course || mayPlayLesson(plan, course.plan_type, view.video);
  // The sample clip is a different video, so positions in the lesson (notes, captions) do not apply to it.
  const lessonVideo = isSample ? null : video;
  return (
    <>
      {lesson ? (
        <LessonPlayer
          view={view}
          download={download}
          video={video}
          onVideo={setVideo}
          onSample={setIsSample}
          timeline={timeline}
        />
      ) : (
        <LessonClosed allowed={allowed} complete={complete} courseId={view.video.course_id} />
      )}
      <div className="grid grid-cols-1 gap-4 px-4 pt-4 pb-24 md:px-0">
        <LessonAbout view={view} />
        {painted && (
          <>
            <TimelineReader
              videoId={view.video.id}
              chapters={view.lesson?.chapters ?? ''}
              captions={view.lesson?.captions ?? ''}
              onRead={setTimeline}
            />
            <LessonDiscussion
              view={view}
              video={lessonVideo}
              allowed={allowed}
              closed={isSample ? commentText.sample : allowed ? undefined : commentText.noAccess}
            >
              {order && mayDownload && (
                <>
                  <DownloadControl order={order} />
                  <span lang="en" className="inline-flex items-center gap-2 font-semibold text-sm">
                    <Dot tone={online ? 'ok' : 'neutral'} />
                    {online ? videoText.online : videoText.offline}
                  </span>
                </>
              )}
            </LessonDiscussion>
            <Tabs label={videoText.tabsLabel} tabs={tabs} current={tab} onChange={setTab}>
              {tab === 'lesson' && (
                <div className="grid grid-cols-1 gap-6">
                  <p className="max-w-prose whitespace-pre-line">
                    {lesson ? lesson.description?.trim() || videoText.noDescription : videoText.noLesson}
                  </p>
                  <LessonTimeline items={timeline} video={lessonVideo} />
                </div>
              )}
              {tab === 'test' && <LessonQuizzes videoId={view.video.id} />}
              {tab === 'resources' && <LessonResources videoId={view.video.id} />}
            </Tabs>
          </>
        )}
      </div>
    </>
  );
}
