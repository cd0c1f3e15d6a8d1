import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { courseEditorHref, testEditorHref, videoEditHref } from '@/config/console-paths';
import { asConsoleError } from '@/data/admin/console-client';
import {
  type ChecklistFault,
  type CourseRow,
  type CourseStatus,
  courseChecklist,
  publishCourse,
} from '@/data/admin/courses';
import { useRemote } from '@/data/admin/use-remote';
import { courseText, settingsText as text } from '@/text/admin/courses';
import { Button } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { Checkbox } from '@/ui/checkbox';
import { consoleToast } from '@/widgets/admin/console-toast';
import { RemoteStates } from '@/widgets/admin/remote-states';
import { State } from '@/widgets/admin/states';

/** Link to the screen where the missing content can be added. */
function hrefOf(courseId: string, { rule, id }: ChecklistFault): string {
  if (!id || rule === 'no_lesson') return courseEditorHref(courseId);
  return rule === 'quiz_not_answerable' ? testEditorHref(id) : videoEditHref(courseId, id);
}

/** The status of a course, and the checklist that it must pass before learners see it. */
export function PublishCourse({ course }: { course: CourseRow }) {
  const [withLessons, setWithLessons] = useState(true);
  const [busy, setBusy] = useState(false);
  /** Mistakes of draft lessons, which the server checks when it publishes them too. */
  const [rejected, setRejected] = useState<readonly ChecklistFault[]>([]);
  const checklist = useRemote(`checklist:${course.id}`, () => courseChecklist(course.id), {
    tables: ['courses', 'videos', 'tests'],
  });
  const change = async (status: CourseStatus) => {
    setBusy(true);
    setRejected([]);
    try {
      await publishCourse(course, status, withLessons);
      consoleToast.success(text.publishedToast(courseText.statuses[status]));
    } catch (thrown) {
      const error = asConsoleError(thrown);
      const { items } = (error.details ?? {}) as { items?: ChecklistFault[] };
      if (error.code === 'checklist' && Array.isArray(items)) setRejected(items);
      consoleToast.error(text.publishFailed, {
        description: error.code === 'checklist' ? text.checklist : error.detail,
      });
    } finally {
      setBusy(false);
    }
  };
  const isDraft = course.status === 'draft';
  return (
    <section aria-label={text.status} className={`${cardClass} grid gap-3 p-4`}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base">{text.status}</h2>
        <State tone={isDraft ? 'muted' : 'ok'}>{courseText.statuses[course.status]}</State>
      </div>
      <RemoteStates remote={checklist} failed={text.publishFailed}>
        {({ drafts, items: found }) => {
          // The drafts that are published with the course are lessons.
          const counted = withLessons && drafts > 0 ? found.filter(({ rule }) => rule !== 'no_lesson') : found;
          const items = [...counted, ...rejected];
          const ok = counted.length === 0;
          return (
            <>
              {items.length === 0 ? (
                <p className="flex items-start gap-1.5 font-semibold text-ok text-sm">
                  <CircleCheck size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
                  {isDraft ? text.complete : text.completePublished}
                </p>
              ) : (
                <div>
                  <h3 className="mb-1 text-sm">{text.checklist}</h3>
                  <ul className="grid gap-1 text-sm">
                    {items.map((item) => (
                      <li key={`${item.rule}-${item.id}`}>
                        <Link to={hrefOf(course.id, item)}>
                          {text.faults[item.rule]}
                          {item.title && `: ${item.title}`}
                        </Link>
                      </li>
                    ))}
                  </ul>
                </div>
              )}
              {drafts > 0 && (
                <Checkbox
                  label={text.withLessons(drafts)}
                  checked={withLessons}
                  onChange={(event) => setWithLessons(event.target.checked)}
                />
              )}
              <div className="flex flex-wrap gap-2">
                {course.status !== 'published' && (
                  <Button kind="primary" busy={busy} disabled={!ok} onClick={() => void change('published')}>
                    {text.publish}
                  </Button>
                )}
                {course.status !== 'public' && (
                  <Button busy={busy} disabled={!ok} onClick={() => void change('public')}>
                    {text.makePublic}
                  </Button>
                )}
                {!isDraft && (
                  <Button busy={busy} onClick={() => void change('draft')}>
                    {text.unpublish}
                  </Button>
                )}
              </div>
            </>
          );
        }}
      </RemoteStates>
    </section>
  );
}
