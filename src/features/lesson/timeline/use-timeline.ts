import { useMemo } from 'react';
import { useComments } from '@/features/comments/queries';
import { threadsOf } from '@/features/comments/rules';
import { useNotes } from '@/features/notes/queries';
import { type TimelineItem, timelineOf } from '@/features/player/rules';
import { parseCues } from '@/shared/webvtt';

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
