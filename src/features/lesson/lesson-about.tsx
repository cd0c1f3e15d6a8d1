import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { LessonView } from '@/features/lessons/queries/queries';
import { formatDuration } from '@/shared/format/format';
import { courseHref, videoHref } from '@/shared/paths';
import type { VideoRow } from '@/shared/rows';
import { buttonClass } from '@/ui/button';
import { videoText } from './text/lesson';

function Neighbour({ lesson, label, children }: { lesson: VideoRow | undefined; label: string; children: ReactNode }) {
  if (!lesson) return null;
  return (
    <Link
      to={videoHref(lesson.id, lesson.course_id)}
      aria-label={`${label}: ${lesson.title}`}
      title={lesson.title}
      className={buttonClass('quiet', 'px-3')}
    >
      {children}
    </Link>
  );
}

/** Title, number in the course, description, and links to the previous and next lesson. */
export function LessonAbout({ view }: { view: LessonView }) {
  const { video, course, lessons } = view;
  const index = lessons.findIndex(({ id }) => id === video.id);
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
      <div className="min-w-[min(240px,100%)] grow basis-0">
        <h1 className="text-2xl">{video.title}</h1>
        <p className="num text-muted">
          {course && (
            <>
              <Link to={courseHref(course.id)} className="text-accent-ink underline underline-offset-2">
                {course.title}
              </Link>
              {'\u00a0· '}
            </>
          )}
          {videoText.lessonOf(index + 1, lessons.length)}
          {'\u00a0· '}
          {formatDuration(video.duration_seconds)}
        </p>
      </div>
      <nav aria-label={videoText.courseVideos} className="flex max-w-full flex-wrap gap-2">
        <Neighbour lesson={lessons[index - 1]} label={videoText.previous}>
          <ChevronLeft size={20} aria-hidden="true" />
          <span className="sr-only">{videoText.previous}</span>
        </Neighbour>
        <Neighbour lesson={lessons[index + 1]} label={videoText.next}>
          {videoText.next}
          <ChevronRight size={20} aria-hidden="true" />
        </Neighbour>
      </nav>
    </div>
  );
}
