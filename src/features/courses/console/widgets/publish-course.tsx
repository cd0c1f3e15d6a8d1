import { CircleCheck, OctagonX } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useConsoleMutation, useConsoleQuery } from '@/features/console-kit/queries';
import type { ChecklistFault } from '@/features/console-kit/requests/answers';
import type { CourseRow, CourseStatus, QuizRow, VideoRow } from '@/features/console-kit/requests/rows';
import { courseText } from '@/features/console-kit/text/courses';
import { ConfirmDialog } from '@/features/console-kit/widgets/confirm-dialog';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { LearnersInside } from '@/features/console-kit/widgets/learners-inside';
import { RemoteStates } from '@/features/console-kit/widgets/remote-states';
import { State } from '@/features/console-kit/widgets/states';
import { courseEditorHref, type QuizArrival, testEditorHref, videoEditHref } from '@/shared/paths';
import { Button } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { Checkbox } from '@/ui/checkbox';
import { courseChecklist, faultsOfDrafts, publishCourse } from '../requests/publishing';
import { settingsText as text } from '../text/course-settings';

/** Link to the screen where the missing content can be added. */
function hrefOf(courseId: string, { rule, id }: ChecklistFault): string {
  if (!id || rule === 'no_lesson') return courseEditorHref(courseId);
  return rule === 'quiz_not_answerable' ? testEditorHref(id) : videoEditHref(courseId, id);
}

const rules = ['no_lesson', 'no_file', 'no_duration', 'quiz_not_answerable'] as const;
/** Largest number of mistakes listed per condition; further mistakes appear once the listed ones are fixed. */
const MOST_LINKS = 5;

/** The four conditions for publishing a course, each with links to what is missing. */
function Conditions({ courseId, items }: { courseId: string; items: readonly ChecklistFault[] }) {
  return (
    <ul className="grid gap-2 text-sm">
      {rules.map((rule) => {
        const faults = items.filter((item) => item.rule === rule);
        const isMet = faults.length === 0;
        const Icon = isMet ? CircleCheck : OctagonX;
        return (
          <li key={rule} className="flex items-start gap-2">
            <Icon size={18} aria-hidden="true" className={`mt-0.5 shrink-0 ${isMet ? 'text-ok' : 'text-danger'}`} />
            <div className="min-w-0">
              <p className="font-semibold">
                {text.conditions[rule]}
                <span className="sr-only">: {isMet ? text.met : text.missing}</span>
              </p>
              {!isMet && (
                <ul>
                  {faults.slice(0, MOST_LINKS).map((item) => (
                    <li key={item.id} className="wrap-anywhere">
                      <Link
                        to={hrefOf(courseId, item)}
                        state={item.rule === 'quiz_not_answerable' ? ('check' satisfies QuizArrival) : null}
                        className="inline-block py-0.5 max-md:py-3"
                      >
                        {text.faults[item.rule]}
                        {item.title && `: ${item.title}`}
                      </Link>
                    </li>
                  ))}
                  {faults.length > MOST_LINKS && (
                    <li className="text-muted">{text.moreFaults(faults.length - MOST_LINKS)}</li>
                  )}
                </ul>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** The finished draft quizzes. Publishing a course does not publish them, because each quiz publishes its own versions. */
function DraftQuizzes({ quizzes, items }: { quizzes: readonly QuizRow[]; items: readonly ChecklistFault[] }) {
  const drafts = quizzes.filter((quiz) => quiz.status === 'draft' && !items.some(({ id }) => id === quiz.id));
  if (drafts.length === 0) return null;
  return (
    <div className="text-sm">
      <p>{text.draftQuizzes(drafts.length)}</p>
      <ul>
        {drafts.slice(0, MOST_LINKS).map(({ id, title }) => (
          <li key={id} className="wrap-anywhere">
            <Link to={testEditorHref(id)} className="inline-block py-0.5 max-md:py-3">
              {title}
            </Link>
          </li>
        ))}
        {drafts.length > MOST_LINKS && <li className="text-muted">{text.moreFaults(drafts.length - MOST_LINKS)}</li>}
      </ul>
    </div>
  );
}

/** A change of the course's status; `done` is the message after it. */
interface Publication {
  status: CourseStatus;
  lessons: boolean;
  done: string;
}

interface StatusButtonsProps {
  status: CourseStatus;
  /** Number of draft lessons to publish with the course. */
  drafts: number;
  withLessons: boolean;
  busy: boolean;
  /** True while the checklist has faults. */
  blocked: boolean;
  onChange: (publication: Publication) => void;
  onWithdraw: () => void;
}

/** The changes of status that are possible now. */
function StatusButtons({ status, drafts, withLessons, busy, blocked, onChange, onWithdraw }: StatusButtonsProps) {
  const isDraft = status === 'draft';
  const set = (next: CourseStatus, lessons: boolean) =>
    onChange({ status: next, lessons, done: text.publishedToast(courseText.statuses[next]) });
  return (
    <div className="grid gap-2">
      {!isDraft && drafts > 0 && (
        <Button
          kind="primary"
          busy={busy}
          disabled={blocked}
          onClick={() => onChange({ status, lessons: true, done: text.lessonsPublished(drafts) })}
        >
          {text.publishLessons(drafts)}
        </Button>
      )}
      {isDraft && (
        <Button kind="primary" busy={busy} disabled={blocked} onClick={() => set('published', withLessons)}>
          {text.publish}
        </Button>
      )}
      {status === 'public' && (
        <Button busy={busy} onClick={() => set('published', false)}>
          {text.makePublished}
        </Button>
      )}
      {status !== 'public' && (
        <Button busy={busy} disabled={isDraft && blocked} onClick={() => set('public', isDraft && withLessons)}>
          {text.makePublic}
        </Button>
      )}
      {!isDraft && (
        <Button busy={busy} onClick={onWithdraw}>
          {text.unpublish}
        </Button>
      )}
    </div>
  );
}

interface PublishCourseProps {
  course: CourseRow;
  videos: readonly VideoRow[];
  quizzes: readonly QuizRow[];
}

/** The status of a course, and the checklist that the course must pass before it is published. */
export function PublishCourse({ course, videos, quizzes }: PublishCourseProps) {
  const [withLessons, setWithLessons] = useState(true);
  const [asked, setAsked] = useState(false);
  const checklist = useConsoleQuery(['checklist', course.id], () => courseChecklist(course.id), {
    tables: ['courses', 'videos', 'tests'],
  });
  const publication = useConsoleMutation(({ status, lessons }: Publication) => publishCourse(course, status, lessons), {
    onSuccess: (_, { done }) => consoleToast.success(done),
    onError: ({ code, detail }) =>
      consoleToast.error(text.publishFailed, { description: code === 'checklist' ? text.checklist : detail }),
  });
  const isDraft = course.status === 'draft';
  return (
    <section aria-label={text.status} className={`${cardClass} grid gap-3 self-start p-4`}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base">{text.status}</h2>
        <State tone={isDraft ? 'muted' : 'ok'}>{courseText.statuses[course.status]}</State>
      </div>
      <RemoteStates remote={checklist} failed={text.checklistFailed}>
        {({ drafts, items: found }) => {
          // If the draft lessons are published with the course, check them too.
          const items =
            withLessons && drafts > 0
              ? [...found.filter(({ rule }) => rule !== 'no_lesson'), ...faultsOfDrafts(videos)]
              : found;
          const blocked = items.length > 0;
          return (
            <>
              <Conditions courseId={course.id} items={items} />
              <DraftQuizzes quizzes={quizzes} items={items} />
              {drafts > 0 && (
                <Checkbox
                  label={text.withLessons(drafts)}
                  checked={withLessons}
                  onChange={(event) => setWithLessons(event.target.checked)}
                />
              )}
              <StatusButtons
                status={course.status}
                drafts={withLessons ? drafts : 0}
                withLessons={withLessons}
                busy={publication.isPending}
                blocked={blocked}
                onChange={publication.mutate}
                onWithdraw={() => setAsked(true)}
              />
              <p className="text-muted text-xs">
                {isDraft ? (blocked ? text.blockedHint : text.draftHint) : text.publishedHint}
              </p>
            </>
          );
        }}
      </RemoteStates>
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title={text.unpublishTitle}
        confirmLabel={text.unpublish}
        onConfirm={() => {
          const done = text.publishedToast(courseText.statuses.draft);
          return publication.mutateAsync({ status: 'draft', lessons: false, done }).then(
            () => setAsked(false),
            () => setAsked(false),
          );
        }}
      >
        <p>{text.unpublishAsk}</p>
        <LearnersInside table="courses" id={course.id} />
      </ConfirmDialog>
    </section>
  );
}
