import { useState } from 'react';
import { managerText, offlineText } from '@/features/downloads/text';
import { DeleteMany } from '@/features/downloads/widgets/delete-many';
import { DownloadCourseButton } from '@/features/downloads/widgets/download-course';
import { StorageSummary } from '@/features/downloads/widgets/storage-summary';
import { useDownloadOrders } from '@/features/downloads/widgets/use-download-orders';
import type { DownloadedVideo } from '@/shared/downloads';
import { Checkbox } from '@/ui/checkbox';
import { byCourse } from '../by-course';
import { InstallHint } from './install-hint';
import { ManagerRow } from './manager-row';

interface DownloadsManagerProps {
  rows: readonly DownloadedVideo[];
  playing: string | undefined;
  /** Undefined when downloads are locked. */
  onPlay: ((videoId: string) => void) | undefined;
}

/** Downloaded lessons by course, newest first: select, play, verify, delete (specification 2 §2.8). */
export function DownloadsManager({ rows, playing, onPlay }: DownloadsManagerProps) {
  const { remove } = useDownloadOrders();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const courses = byCourse(rows);
  const all = courses.flatMap((course) => course.rows.map(({ id }) => id));
  // Ignore selected downloads that were deleted meanwhile, here or in another tab.
  const selected = all.filter((id) => chosen.has(id));
  const toggle = (ids: readonly string[]) => {
    const whole = ids.every((id) => chosen.has(id));
    setChosen(new Set(whole ? selected.filter((id) => !ids.includes(id)) : [...selected, ...ids]));
  };
  if (all.length === 0) return null;
  return (
    <>
      <StorageSummary rows={rows}>
        <DeleteMany title={managerText.clearAll} question={managerText.clearConfirm} onConfirm={() => remove(all)} />
      </StorageSummary>
      <InstallHint />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Checkbox checked={selected.length === all.length} onChange={() => toggle(all)} label={managerText.all} />
        <DeleteMany
          title={managerText.deleteSelected(selected.length)}
          question={managerText.deleteConfirm(selected.length)}
          disabled={selected.length === 0}
          onConfirm={() => remove(selected)}
        />
      </div>
      {courses.map(({ courseId, title, rows: lessons }) => (
        <section key={courseId} aria-labelledby={`course-${courseId}`} className="grid grid-cols-1 gap-3">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <div className="flex items-center">
              <Checkbox
                checked={lessons.every(({ id }) => chosen.has(id))}
                onChange={() => toggle(lessons.map(({ id }) => id))}
                label={<span className="sr-only">{managerText.course(title || offlineText.noCourse)}</span>}
              />
              <h2 id={`course-${courseId}`} className="text-lg">
                {title || offlineText.noCourse}
              </h2>
            </div>
            <DownloadCourseButton courseId={courseId} />
          </div>
          <ul className="grid gap-3 lg:grid-cols-2">
            {lessons.map((row) => (
              <ManagerRow
                key={row.id}
                row={row}
                selected={chosen.has(row.id)}
                onSelect={() => toggle([row.id])}
                onPlay={onPlay && (() => onPlay(row.id))}
                current={row.id === playing}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
