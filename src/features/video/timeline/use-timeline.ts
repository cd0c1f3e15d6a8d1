import { useMemo } from 'react';
import { useComments } from '@/data/comments/queries';
import type { LessonView } from '@/data/lessons/queries';
import { useNotes } from '@/data/notes/queries';
import { threadsOf } from '@/domain/discussion';
import { type TimelineItem, timelineOf } from '@/domain/timeline';
import { parseCues } from '@/lib/webvtt';

/** Chapters, captions, own notes and pinned comments of a lesson, by time. */
export function useTimeline({ video, lesson }: LessonView): TimelineItem[] {
  const notes = useNotes(video.id);
  const comments = useComments(video.id, 'pinned');
  const chapters = useMemo(() => parseCues(lesson?.chapters ?? ''), [lesson?.chapters]);
  const captions = useMemo(() => parseCues(lesson?.captions ?? ''), [lesson?.captions]);
  return useMemo(
    () => timelineOf({ chapters, captions, notes: notes ?? [], threads: threadsOf(comments?.comments ?? []) }),
    [chapters, captions, notes, comments],
  );
}
