import { Captions, Flag, type LucideIcon, MessageSquare, StickyNote } from 'lucide-react';
import type { TimelineKind } from '../rules';

/** One symbol per kind, the same on the seek bar and in the list. */
export const timelineIcons: Record<TimelineKind, LucideIcon> = {
  chapter: Flag,
  caption: Captions,
  note: StickyNote,
  comment: MessageSquare,
};
