import { Plus, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { updateRow } from '@/features/console-kit/requests/records';
import type { CourseFileRow } from '@/features/console-kit/requests/rows';
import { editorText, lessonText as text } from '@/features/console-kit/text/courses';
import { successes } from '@/features/console-kit/text/messages';
import { CodeFallback } from '@/features/console-kit/widgets/code-fallback';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { SideDialog } from '@/features/console-kit/widgets/side-dialog';
import { useTrash } from '@/features/console-kit/widgets/use-trash';
import { addCourseFile } from '@/features/uploads/mutations/lesson-files';
import { formatBytes } from '@/shared/format/format-bytes';
import { Button, IconButton } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { Switch } from '@/ui/switch';

const ResourceForm = lazyWithRetry(() => import('../widgets/resource-form').then((module) => module.ResourceForm));

interface CourseFilesProps {
  courseId: string;
  files: readonly CourseFileRow[];
}

/** The files of the course, which can be attached to any of its lessons. */
export function CourseFiles({ courseId, files }: CourseFilesProps) {
  const [adding, setAdding] = useState(false);
  const trash = useTrash('course_resources', { removed: successes.resources.removed, failed: text.removeFileFailed });
  const setVisible = ({ id, row_version }: CourseFileRow, is_visible: boolean) =>
    updateRow('course_resources', id, row_version, { is_visible }).catch(() => consoleToast.error(text.visibleFailed));
  return (
    <section aria-labelledby="course-files" className={`${cardClass} mt-4 overflow-hidden`}>
      <div className="flex flex-wrap items-center justify-between gap-2 border-line border-b px-4 py-2">
        <h2 id="course-files" className="text-base">
          {text.ofCourse}
        </h2>
        <Button onClick={() => setAdding(true)}>
          <Plus size={18} aria-hidden="true" />
          <span lang="en">{editorText.resource}</span>
        </Button>
      </div>
      {files.length === 0 && <p className="px-4 py-6 text-center text-muted">{text.none}</p>}
      <ul>
        {files.map((file) => (
          <li
            key={file.id}
            className="flex flex-wrap items-center gap-x-3 border-line border-t px-4 py-1 first:border-t-0"
          >
            <p className="wrap-anywhere min-w-0 grow basis-40 font-semibold">
              {file.title}{' '}
              <span className="font-normal text-muted text-xs">
                {file.file_size ? formatBytes(file.file_size) : file.file_name}
              </span>
            </p>
            <Switch
              label={text.visible}
              checked={file.is_visible}
              onChange={(event) => void setVisible(file, event.target.checked)}
            />
            <IconButton label={text.remove(file.title)} onClick={() => void trash.remove(file.id, file.row_version)}>
              <Trash2 size={18} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <SideDialog open={adding} onClose={() => setAdding(false)} title={editorText.resource}>
        <Suspense fallback={<CodeFallback rows={4} />}>
          <ResourceForm
            draft={`resource:new:${courseId}`}
            withVisibility
            add={(resource) => addCourseFile(courseId, resource)}
            onDone={() => setAdding(false)}
          />
        </Suspense>
      </SideDialog>
    </section>
  );
}
