import { useMemo } from 'react';
import { useComments } from '@/data/comments/queries';
import { useNotes } from '@/data/notes/queries';
import { threadsOf } from '@/domain/discussion';
import { type TimelineItem, timelineOf } from '@/domain/timeline';
import { parseCues } from '@/lib/webvtt';

export interface LessonTexts {
  videoId: string;
  /** WebVTT; empty if the lesson has no chapters. */
  chapters: string;
  /** WebVTT; empty if the lesson has no captions. */
  captions: string;
}

/** Chapters, captions, own notes and pinned comments of a lesson, by time. */
export function useTimeline(texts: LessonTexts): TimelineItem[] {
  const notes = useNotes(texts.videoId);
  const comments = useComments(texts.videoId, 'pinned');
  const chapters = useMemo(() => parseCues(texts.chapters), [texts.chapters]);
  const captions = useMemo(() => parseCues(texts.captions), [texts.captions]);
  return useMemo(
    () => timelineOf({ chapters, captions, notes: notes ?? [], threads: threadsOf(comments?.comments ?? []) }),
    [chapters, captions, notes, comments],
  );
}
