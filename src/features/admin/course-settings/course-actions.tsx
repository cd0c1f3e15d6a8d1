import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '@/config/paths';
import { useConsoleMutation } from '@/data/admin/console-query';
import { saveTemplate } from '@/data/admin/courses';
import type { CourseRow } from '@/data/admin/rows';
import { consoleText } from '@/text/admin/console';
import { settingsText as text } from '@/text/admin/course-settings';
import { Button } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { ConfirmDialog } from '@/widgets/admin/confirm-dialog';
import { consoleToast } from '@/widgets/admin/console-toast';
import { useTrash } from '@/widgets/admin/use-trash';

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
        {text.removeAsk(course.title)}
      </ConfirmDialog>
    </div>
  );
}
