import { Suspense, useState } from 'react';
import { reorderVideos } from '@/features/console-kit/requests/courses';
import type { LessonFileRow, VideoRow } from '@/features/console-kit/requests/rows';
import { editorText as text } from '@/features/console-kit/text/courses';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { cardClass } from '@/ui/card';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { LessonRow, type RowDrag } from './lesson-row';

const SortableLessons = lazyWithRetry(() => import('./sortable-lessons').then((module) => module.SortableLessons));

/** Loads the code for dragging, in parallel with the lessons. */
export const preloadSorting = (): void => void SortableLessons.preload().catch(() => undefined);

type LessonFile = Pick<LessonFileRow, 'title' | 'file_url'>;

interface LessonListProps {
  courseId: string;
  videos: readonly VideoRow[];
  /** Number of quizzes by lesson id. */
  quizzes: Readonly<Record<string, number>>;
  /** Titles and URLs of the files attached to lessons. */
  files: readonly Pick<LessonFileRow, 'video_id' | 'title' | 'file_url'>[];
  onEdit: (video: VideoRow) => void;
  onRemove: (video: VideoRow) => void;
  onTest: (video: VideoRow) => void;
}

const none: readonly LessonFile[] = [];

/** The lessons in their order. The administrator reorders them by drag and drop, with the keyboard on the drag handle, or with buttons. */
export function LessonList(props: LessonListProps) {
  const { courseId, videos, quizzes, files, onEdit, onRemove, onTest } = props;
  // The optimistic order (lesson ids), shown until the server answers.
  const [wanted, setWanted] = useState<readonly string[] | null>(null);
  const [said, setSaid] = useState('');
  const byId = new Map(videos.map((video) => [video.id, video]));
  const known = wanted?.length === videos.length && wanted.every((id) => byId.has(id)) ? wanted : null;
  const ids = known ?? videos.map(({ id }) => id);
  const filesOf = new Map<string, LessonFile[]>();
  for (const file of files) filesOf.set(file.video_id, [...(filesOf.get(file.video_id) ?? []), file]);
  const titleOf = (id: string) => byId.get(id)?.title ?? '';

  const move = async (id: string, to: number) => {
    const from = ids.indexOf(id);
    if (to < 0 || to >= ids.length || from === to) return;
    const next = ids.toSpliced(from, 1).toSpliced(to, 0, id);
    setWanted(next);
    setSaid(text.orderSaved(titleOf(id), to + 1));
    try {
      await reorderVideos(courseId, next);
    } catch {
      consoleToast.error(text.orderFailed);
    }
    setTimeout(() => setWanted((now) => (now === next ? null : now)), 2_000);
  };
  const row = (id: string, index: number, drag?: RowDrag) => {
    const video = byId.get(id);
    return (
      video && (
        <LessonRow
          key={id}
          video={video}
          position={index + 1}
          last={index === ids.length - 1}
          tests={quizzes[id] ?? 0}
          files={filesOf.get(id) ?? none}
          onMove={(by) => void move(id, index + by)}
          onEdit={() => onEdit(video)}
          onRemove={() => onRemove(video)}
          onTest={() => onTest(video)}
          drag={drag}
        />
      )
    );
  };
  return (
    <section aria-label={text.tabs.videos} className={`${cardClass} overflow-hidden`}>
      <Suspense fallback={<ol>{ids.map((id, index) => row(id, index))}</ol>}>
        <SortableLessons ids={ids} titleOf={titleOf} renderRow={row} onMove={(id, to) => void move(id, to)} />
      </Suspense>
      <p className="border-line border-t px-4 py-2 text-muted text-xs">{text.orderHelp}</p>
      <p role="status" className="sr-only">
        {said}
      </p>
    </section>
  );
}
