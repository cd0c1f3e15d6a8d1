import { useState } from 'react';
import type { LessonView } from '@/data/lessons/queries';
import { usePlan } from '@/data/session/use-plan';
import { mayReadCourse } from '@/domain/entitlements';
import { useOnline } from '@/lib/use-online';
import { usePainted } from '@/lib/use-painted';
import { commentText, videoText } from '@/text/video';
import { Dot } from '@/ui/chip';
import { Tabs } from '@/ui/tabs';
import { DownloadControl, useMayDownload } from '@/widgets/downloads/download-control';
import { LessonAbout } from './lesson-about';
import { LessonClosed } from './lesson-missing';
import { LessonPlayer } from './lesson-player';
import { LessonTests } from './lesson-tests';
import { LessonResources } from './resources/lesson-resources';
import { LessonTalk } from './talk/lesson-talk';
import { Transcript } from './transcript/transcript';

const tabs = [
  { id: 'lesson', title: videoText.tabs.lesson },
  { id: 'test', title: videoText.tabs.test },
  { id: 'resources', title: videoText.tabs.resources },
] as const;

type Tab = (typeof tabs)[number]['id'];

function orderOf({ video, lesson, course }: LessonView) {
  return {
    id: video.id,
    courseId: video.course_id,
    courseTitle: course?.title ?? '',
    title: video.title,
    description: lesson?.description ?? '',
    duration: video.duration_seconds,
    videoUrl: lesson?.video_url ?? '',
    thumbnail: video.thumbnail_url,
    fileSize: lesson?.media_bytes ?? 0,
  };
}

/** A lesson: the film, what it is about, and behind tabs its text, tests and resources. */
export function LessonContent({ view }: { view: LessonView }) {
  const [tab, setTab] = useState<Tab>('lesson');
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [isSample, setIsSample] = useState(false);
  const mayDownload = useMayDownload();
  const online = useOnline();
  const painted = usePainted();
  const { lesson, course } = view;
  const plan = usePlan();
  const allowed = !course || view.video.is_free_preview || mayReadCourse(plan, course.plan_type);
  // Places in the lesson are no places in the sample.
  const film = isSample ? null : video;
  return (
    <>
      {lesson ? (
        <LessonPlayer view={view} video={video} onVideo={setVideo} onSample={setIsSample} />
      ) : (
        <LessonClosed allowed={allowed} courseId={view.video.course_id} />
      )}
      <div className="grid grid-cols-1 gap-4 px-4 pt-4 pb-24 md:px-0">
        <LessonAbout view={view} />
        {painted && (
          <>
            <LessonTalk
              view={view}
              video={film}
              allowed={allowed}
              closed={isSample ? commentText.sample : allowed ? undefined : commentText.noAccess}
            >
              {lesson?.video_url && mayDownload && (
                <>
                  <DownloadControl order={orderOf(view)} />
                  <span className="inline-flex items-center gap-2 font-semibold text-sm">
                    <Dot tone={online ? 'ok' : 'neutral'} />
                    {online ? videoText.online : videoText.offline}
                  </span>
                </>
              )}
            </LessonTalk>
            <Tabs label={videoText.tabsLabel} tabs={tabs} current={tab} onChange={setTab}>
              {tab === 'lesson' && (
                <div className="grid grid-cols-1 gap-6">
                  <p className="max-w-prose whitespace-pre-line">
                    {lesson ? lesson.description?.trim() || videoText.noDescription : videoText.noLesson}
                  </p>
                  {lesson?.captions && <Transcript captions={lesson.captions} video={film} />}
                </div>
              )}
              {tab === 'test' && <LessonTests videoId={view.video.id} />}
              {tab === 'resources' && <LessonResources videoId={view.video.id} />}
            </Tabs>
          </>
        )}
      </div>
    </>
  );
}
