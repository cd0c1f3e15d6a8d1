import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate, useParams } from 'react-router-dom';
import { paddedCourseId } from '@/features/console-kit/requests/course-id';
import { useCourse } from '@/features/console-kit/requests/courses';
import { editorText, wizardText as text } from '@/features/console-kit/text/courses';
import { messages } from '@/features/console-kit/text/messages';
import { ConfirmDialog } from '@/features/console-kit/widgets/confirm-dialog';
import { formatMoment } from '@/shared/format/format';
import { courseEditorHref, testBuilderHref } from '@/shared/paths';
import { Button } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { classNames } from '@/ui/class-names';
import { focusInvalid } from '@/ui/focus-invalid';
import { langOf } from '@/ui/lang-of';
import { CoursesFrame } from '../widgets/courses-frame';
import { MissingNotice } from '../widgets/missing-notice';
import { TrashedNotice } from '../widgets/trashed-notice';
import { useWizard } from './use-wizard';
import { DetailsStep, ResourcesStep, UploadStep } from './wizard-steps';

/** Pause (ms) before the wizard returns to the editor (specification 3 §4). */
const RETURN_MS = 1_500;
const steps = [text.steps.upload, text.steps.details, text.steps.resources, text.steps.test];

/** /admin/video-upload/{courseId}: creates a lesson in four steps. The upload queue sends the file; the wizard does not wait for it. */
export function VideoUploadPage() {
  const { courseId } = useParams();
  const navigate = useNavigate();
  const wizard = useWizard(courseId);
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState('');
  const card = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { step, error } = wizard;
  const moved = useRef(step);
  useEffect(() => {
    if (moved.current === step) return;
    moved.current = step;
    heading.current?.focus();
  }, [step]);
  const course = courseId ?? '';
  const { data: found } = useCourse(course);
  const next = () => {
    flushSync(wizard.next);
    focusInvalid(card.current);
  };
  const finish = async (withTest: boolean) => {
    setBusy(true);
    setProgress(messages.progress.processing);
    const videoId = await wizard.submit();
    if (!videoId) {
      setBusy(false);
      setProgress('');
      return;
    }
    setProgress(wizard.form.thumbnail ? messages.progress.thumbnail : messages.progress.video);
    if (withTest) void navigate(testBuilderHref(paddedCourseId(course), videoId));
    else setTimeout(() => void navigate(courseEditorHref(course)), RETURN_MS);
  };
  // The wizard does not wait for this answer, because it also works offline: the queue sends the file later.
  if (found && !found.course)
    return (
      <CoursesFrame title={text.title}>
        {found.isTrashed ? (
          <TrashedNotice table="courses" id={paddedCourseId(course)} title={editorText.missing} />
        ) : (
          <MissingNotice title={editorText.missing} />
        )}
      </CoursesFrame>
    );
  return (
    <CoursesFrame title={text.title}>
      <div ref={card} className={`${cardClass} mx-auto grid max-w-[720px] gap-4 p-4 md:p-6`}>
        <ol className="flex flex-wrap gap-2">
          {steps.map((name, index) => (
            <li
              key={name}
              lang="en"
              aria-current={index + 1 === step ? 'step' : undefined}
              className={classNames(
                'flex min-h-9 items-center gap-2 rounded-control border px-3 font-bold text-sm',
                index + 1 === step ? 'border-accent-ink text-ink' : 'border-line text-muted',
              )}
            >
              {index + 1 < step ? (
                <Check size={16} aria-hidden="true" className="text-ok" />
              ) : (
                <span className="tabular-nums">{index + 1}</span>
              )}
              {name}
            </li>
          ))}
        </ol>
        <h2 ref={heading} tabIndex={-1} className="text-base outline-none">
          {text.stepOf(step)}: <span lang="en">{steps[step - 1]}</span>
        </h2>
        {step === 1 && wizard.restoredAt !== null && (
          <p role="status" className="rounded-control border border-info px-3 py-2 text-sm">
            {text.restored(formatMoment(wizard.restoredAt))}
          </p>
        )}
        {step === 1 && <UploadStep form={wizard.form} error={error} set={wizard.set} />}
        {step === 2 && <DetailsStep form={wizard.form} error={error} set={wizard.set} />}
        {step === 3 && <ResourcesStep form={wizard.form} error={error} set={wizard.set} onRejected={wizard.reject} />}
        {step === 4 && <p>{text.testLead}</p>}
        {error && step === 4 && (
          <p role="alert" lang={langOf(error)} className="text-danger">
            {error}
          </p>
        )}
        <p role="status" lang="en" className="text-muted text-sm">
          {progress}
        </p>
        <div lang="en" className="flex flex-wrap items-center justify-end gap-2 border-line border-t pt-4">
          <Button kind="plain" className="mr-auto" onClick={() => setAsked(true)} disabled={busy}>
            {text.cancel}
          </Button>
          <Button onClick={wizard.previous} disabled={step === 1 || busy}>
            {text.previous}
          </Button>
          {step < 4 ? (
            <Button kind="primary" onClick={next}>
              {text.next}
            </Button>
          ) : (
            <>
              <Button busy={busy} onClick={() => void finish(false)}>
                {text.skip}
              </Button>
              <Button kind="primary" busy={busy} onClick={() => void finish(true)}>
                {text.create}
              </Button>
            </>
          )}
        </div>
      </div>
      <ConfirmDialog
        open={asked}
        danger
        onClose={() => setAsked(false)}
        title={text.cancelTitle}
        confirmLabel={text.cancelYes}
        onConfirm={async () => {
          wizard.discard();
          void navigate(courseEditorHref(course));
        }}
      >
        {text.cancelAsk}
      </ConfirmDialog>
    </CoursesFrame>
  );
}
