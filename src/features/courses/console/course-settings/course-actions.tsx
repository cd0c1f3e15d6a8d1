import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useConsoleMutation } from '@/features/console-kit/queries';
import { saveTemplate } from '@/features/console-kit/requests/courses';
import type { CourseRow } from '@/features/console-kit/requests/rows';
import { consoleText } from '@/features/console-kit/text/console';
import { ConfirmDialog } from '@/features/console-kit/widgets/confirm-dialog';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { LearnersInside } from '@/features/console-kit/widgets/learners-inside';
import { useTrash } from '@/features/console-kit/widgets/use-trash';
import { paths } from '@/shared/paths';
import { Button } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { settingsText as text } from '../text/course-settings';

/** Saves the course as a template, or moves it to the trash. */
export function CourseActions({ course }: { course: CourseRow }) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);
  const trash = useTrash('courses', { removed: text.removed, failed: text.removeFailed });
  const template = useConsoleMutation(() => saveTemplate(course.id, course.title), {
    onSuccess: () => consoleToast.success(text.templateSaved),
    onError: () => consoleToast.error(text.templateFailed),
  });
  return (
    <div className={`${cardClass} flex flex-wrap gap-2 p-4`}>
      <Button busy={template.isPending} onClick={() => template.mutate()}>
        {text.template}
      </Button>
      <Button kind="danger" onClick={() => setAsked(true)}>
        {text.remove}
      </Button>
      <ConfirmDialog
        open={asked}
        danger
        onClose={() => setAsked(false)}
        title={text.removeTitle}
        confirmLabel={consoleText.remove}
        onConfirm={async () => {
          if (await trash.remove(course.id, course.row_version)) void navigate(paths.courseBuilder);
          setAsked(false);
        }}
      >
        <p>{text.removeAsk(course.title)}</p>
        <LearnersInside table="courses" id={course.id} />
      </ConfirmDialog>
    </div>
  );
}
