import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { saveAsFile } from '@/device/save-as-file';
import { signObject } from '@/device/storage/requests';
import { useConsoleMutation } from '@/features/console-kit/queries';
import type { LessonFiles } from '@/features/console-kit/requests/courses';
import { createRow, updateRow } from '@/features/console-kit/requests/records';
import type { CourseFileRow, VideoRow } from '@/features/console-kit/requests/rows';
import { lessonText as text } from '@/features/console-kit/text/courses';
import { messages, successes } from '@/features/console-kit/text/messages';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { useTrash } from '@/features/console-kit/widgets/use-trash';
import { attachResource, nameOfUrl } from '@/features/uploads/mutations/lesson-files';
import { formatBytes } from '@/shared/format/format-bytes';
import { pressId } from '@/shared/press-id';
import { Button, IconButton } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { Switch } from '@/ui/switch';
import { ResourceForm } from '../widgets/resource-form';

interface LessonResourcesProps extends LessonFiles {
  video: VideoRow;
}

/** Adds a file from this device, or a URL, to the lesson. */
function AddResource({ video }: { video: VideoRow }) {
  const [count, setCount] = useState(0);
  return (
    <section className={`${cardClass} grid content-start gap-3 p-4`}>
      <h2 lang="en" className="text-base">
        {text.addResource}
      </h2>
      <ResourceForm
        key={count}
        draft={`resource:new:${video.id}`}
        add={({ id, title, url, file }) =>
          file
            ? attachResource(video.course_id, video.id, { id, title, fileName: file.name, bytes: file })
            : createRow('video_resources', id, { video_id: video.id, title, file_url: url, file_name: nameOfUrl(url) })
        }
        onDone={() => setCount(count + 1)}
      />
    </section>
  );
}

/** The files of the lesson, and the files of the course with their visibility. */
export function LessonResources({ files, courseFiles, video }: LessonResourcesProps) {
  const trash = useTrash('video_resources', { removed: successes.resources.removed, failed: text.removeFileFailed });
  const linked = new Set(files.map(({ course_resource_id }) => course_resource_id));
  const download = async (title: string, key: string, fileName: string) => {
    const url = await signObject('resources', key).catch(() => null);
    try {
      const answer = url === null ? undefined : await fetch(url);
      if (!answer?.ok) throw new Error(title);
      saveAsFile(fileName, await answer.blob());
      consoleToast.success(successes.resources.downloaded(title));
    } catch {
      consoleToast.error(messages.resources.download(title));
      if (url === null) return;
      window.open(url, '_blank', 'noopener');
      consoleToast.info(messages.resources.fallback);
    }
  };
  const attach = useConsoleMutation(
    ({ id, title, file_url, file_name, file_size, file_type }: CourseFileRow) =>
      createRow('video_resources', pressId(`attach:${video.id}:${id}`), {
        ...{ video_id: video.id, course_resource_id: id, title, file_url, file_name, file_size, file_type },
      }),
    {
      onSuccess: () => consoleToast.success(successes.resources.attached),
      onError: () => consoleToast.error(text.attachFailed),
    },
  );
  const setVisible = (id: string, version: number, is_visible: boolean) =>
    updateRow('course_resources', id, version, { is_visible }).catch(() => consoleToast.error(text.visibleFailed));
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
      <div className="grid content-start gap-4">
        <section aria-label={text.own} className={`${cardClass} p-4`}>
          <h2 className="mb-2 text-base">{text.own}</h2>
          {files.length === 0 && <p className="text-muted">{text.none}</p>}
          <ul>
            {files.map((file) => (
              <li key={file.id} className="flex items-center gap-2 border-line border-t py-1 first:border-t-0">
                <span className="wrap-anywhere min-w-0 grow">
                  {file.title}{' '}
                  <span className="text-muted text-xs">{file.file_size ? formatBytes(file.file_size) : ''}</span>
                </span>
                <IconButton
                  label={text.download(file.title)}
                  onClick={() => void download(file.title, file.file_url, file.file_name)}
                >
                  <Download size={18} aria-hidden="true" />
                </IconButton>
                <IconButton
                  label={text.remove(file.title)}
                  onClick={() => void trash.remove(file.id, file.row_version)}
                >
                  <Trash2 size={18} aria-hidden="true" />
                </IconButton>
              </li>
            ))}
          </ul>
        </section>
        <section aria-label={text.ofCourse} className={`${cardClass} p-4`}>
          <h2 className="mb-2 text-base">{text.ofCourse}</h2>
          {courseFiles.length === 0 && <p className="text-muted">{text.none}</p>}
          <ul>
            {courseFiles.map((file) => (
              <li
                key={file.id}
                className="flex flex-wrap items-center gap-2 border-line border-t py-1 first:border-t-0"
              >
                <span className="wrap-anywhere min-w-0 grow basis-40">{file.title}</span>
                <Switch
                  label={text.visible}
                  checked={file.is_visible}
                  onChange={(event) => void setVisible(file.id, file.row_version, event.target.checked)}
                />
                <Button
                  disabled={linked.has(file.id)}
                  busy={attach.isPending && attach.variables.id === file.id}
                  // A second click is ignored while a file is being attached.
                  onClick={() => attach.isPending || attach.mutate(file)}
                >
                  <span lang={linked.has(file.id) ? undefined : 'en'}>
                    {linked.has(file.id) ? text.attached : text.attach}
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <AddResource video={video} />
    </div>
  );
}
