import { memo, useEffect } from 'react';
import type { LessonView } from '@/data/lessons/queries';
import type { TimelineItem } from '@/domain/timeline';
import { useTimeline } from './use-timeline';

interface TimelineReaderProps {
  view: LessonView;
  onRead: (timeline: TimelineItem[]) => void;
}

/**
 * Reads the timeline and passes it on: a component, so that the reading can start after the first paint.
 * Rule: `memo`, because the parent renders again with each timeline.
 */
export const TimelineReader = memo(({ view, onRead }: TimelineReaderProps) => {
  const timeline = useTimeline(view);
  useEffect(() => onRead(timeline), [timeline, onRead]);
  return null;
});
