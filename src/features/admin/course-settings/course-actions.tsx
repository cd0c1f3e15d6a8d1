import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '@/config/paths';
import { type CourseRow, saveTemplate } from '@/data/admin/courses';
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
  const [busy, setBusy] = useState(false);
  const trash = useTrash('courses', { removed: text.removed, failed: text.removeFailed });
  const template = async () => {
    setBusy(true);
    try {
      await saveTemplate(course.id, course.title);
      consoleToast.success(text.templateSaved);
    } catch {
      consoleToast.error(text.templateFailed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={`${cardClass} flex flex-wrap gap-2 p-4`}>
      <Button busy={busy} onClick={() => void template()}>
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
