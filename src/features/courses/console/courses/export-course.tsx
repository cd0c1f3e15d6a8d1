import { useRef, useState } from 'react';
import { fileNameOf, saveAsFile } from '@/device/save-as-file';
import { asConsoleError } from '@/features/console-kit/requests/console-client';
import type { CourseRow } from '@/features/console-kit/requests/rows';
import { consoleText } from '@/features/console-kit/text/console';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { exportFault } from '@/features/console-kit/widgets/export-fault';
import { formatBytes } from '@/shared/format/format-bytes';
import { Checkbox } from '@/ui/checkbox';
import { Confirmation } from '@/ui/confirmation';
import { archiveText as text } from '../text/archive';

/** Saves a course as a ZIP file, with or without its media. The administrator can cancel the export at any time. */
export function ExportDialog({ course, open, onClose }: { course: CourseRow; open: boolean; onClose: () => void }) {
  const [withMedia, setWithMedia] = useState(true);
  const [bytes, setBytes] = useState<number>();
  const abort = useRef<AbortController>(undefined);
  const close = () => {
    abort.current?.abort();
    onClose();
  };
  const save = async () => {
    const own = new AbortController();
    abort.current = own;
    setBytes(0);
    let sum = 0;
    try {
      const { exportCourse } = await import('../archive/export-course');
      const { file, missing, title } = await exportCourse(course.id, {
        withMedia,
        signal: own.signal,
        onBytes: (count) => {
          sum += count;
          setBytes(sum);
        },
      });
      saveAsFile(fileNameOf(title, 'zip'), file);
      consoleToast.success(
        text.exported(title),
        missing.length ? { description: text.exportMissing(missing.length) } : {},
      );
      onClose();
    } catch (error) {
      if (own.signal.aborted) return;
      const { kind, detail } = asConsoleError(error);
      consoleToast.error(text.exportFailed, { description: kind === 'limited' ? exportFault(error) : detail });
    } finally {
      setBytes(undefined);
    }
  };
  return (
    <Confirmation
      open={open}
      onClose={close}
      title={text.exportTitle}
      closeLabel={consoleText.close}
      cancelLabel={consoleText.cancel}
      confirmLabel={text.exportStart}
      busy={bytes !== undefined}
      onConfirm={() => void save()}
    >
      <div className="grid gap-3">
        <p className="wrap-anywhere">{text.exportLead}</p>
        <div>
          <Checkbox
            label={text.withMedia}
            checked={withMedia}
            onChange={(event) => setWithMedia(event.target.checked)}
          />
          <p className="text-muted text-sm">{text.withMediaHint}</p>
        </div>
        <p role="status" className="num text-muted text-sm">
          {bytes ? text.read(formatBytes(bytes)) : ''}
        </p>
      </div>
    </Confirmation>
  );
}
