import { memo, useEffect } from 'react';
import type { TimelineItem } from '@/domain/timeline';
import { type LessonTexts, useTimeline } from './use-timeline';

interface TimelineReaderProps extends LessonTexts {
  onRead: (timeline: TimelineItem[]) => void;
}

/**
 * Reads the timeline and passes it to `onRead`. It is a component, so that the reading can start after the first paint.
 * Rule: keep `memo`. Each timeline renders the parent again, which must not render this component again.
 */
export const TimelineReader = memo(({ onRead, ...texts }: TimelineReaderProps) => {
  const timeline = useTimeline(texts);
  useEffect(() => onRead(timeline), [timeline, onRead]);
  return null;
});
