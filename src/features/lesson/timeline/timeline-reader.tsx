import { memo, useEffect } from 'react';
import type { TimelineItem } from '@/features/player/rules';
import { type LessonTexts, useTimeline } from './use-timeline';

interface TimelineReaderProps extends LessonTexts {
  onRead: (timeline: TimelineItem[]) => void;
}

/**
 * Reads the timeline and passes it to `onRead`. This is a component and not a hook, so that the reading can start after the first paint.
 * Rule: keep `memo`. Each new timeline renders the parent again, and without `memo` the parent would render this component again.
 */
export const TimelineReader = memo(({ onRead, ...texts }: TimelineReaderProps) => {
  const timeline = useTimeline(texts);
  useEffect(() => onRead(timeline), [timeline, onRead]);
  return null;
});
