/**
 * The timeline of a lesson: chapters, captions, notes and pinned comments in one list by time.
 * Guarantees: pure; every item has a time; close marks are merged, never dropped.
 */

import type { Comment, Thread } from '@/features/comments/rules';
import type { Note } from '@/features/notes/rules';
import { toLatin } from '@/features/search/rules/search-text';
import { cleanText } from '@/shared/clean-text';

export type TimelineKind = 'chapter' | 'caption' | 'note' | 'comment';

/** A WebVTT cue; times in seconds. */
interface Cue {
  start: number;
  text: string;
}

export interface TimelineItem {
  key: string;
  kind: TimelineKind;
  /** In seconds. */
  at: number;
  text: string;
  /** True for a note that the server has not confirmed. */
  waiting: boolean;
  comment: Comment | undefined;
  replies: readonly Comment[];
}

export interface TimelineSources {
  chapters: readonly Cue[];
  captions: readonly Cue[];
  notes: readonly Note[];
  threads: readonly Thread[];
}

/** Order within the same second: chapter first, caption last. */
const order: Record<TimelineKind, number> = { chapter: 0, note: 1, comment: 2, caption: 3 };

const plain = { waiting: false, comment: undefined, replies: [] };
const fromCues = (kind: TimelineKind, cues: readonly Cue[]): TimelineItem[] =>
  cues.map(({ start, text }, index) => ({ ...plain, key: `${kind} ${index}`, kind, at: start, text }));

export function timelineOf({ chapters, captions, notes, threads }: TimelineSources): TimelineItem[] {
  return [
    ...fromCues('chapter', chapters),
    ...fromCues('caption', captions),
    ...notes.map(
      ({ id, position, text, waiting }): TimelineItem => ({
        ...plain,
        key: `note ${id}`,
        kind: 'note',
        at: position / 1_000,
        text,
        waiting,
      }),
    ),
    ...threads.flatMap(({ comment, replies }): TimelineItem[] =>
      comment.position === null
        ? []
        : [
            {
              key: `comment ${comment.id}`,
              kind: 'comment',
              at: comment.position / 1_000,
              text: comment.content,
              waiting: comment.status === 'waiting',
              comment,
              replies,
            },
          ],
    ),
  ].sort((a, b) => a.at - b.at || order[a.kind] - order[b.kind]);
}

/** In Latin letters, so that Latin typing finds Bulgarian text. */
const normal = (text: string) => toLatin(cleanText(text));

/** The items of the chosen kinds that contain every word of the query. Replies are searched with their comment. */
export function filterTimeline(
  items: readonly TimelineItem[],
  kinds: ReadonlySet<TimelineKind>,
  query: string,
): TimelineItem[] {
  const words = normal(query).split(/\s+/).filter(Boolean);
  return items.filter(({ kind, text, comment, replies }) => {
    if (!kinds.has(kind)) return false;
    const all = normal([text, comment?.author, ...replies.flatMap((reply) => [reply.author, reply.content])].join(' '));
    return words.every((word) => all.includes(word));
  });
}

/** One mark on the seek bar. Clicking it jumps to its first item. */
export interface TimelineMark {
  /** Time of the first item (s). */
  at: number;
  items: readonly TimelineItem[];
}

/** Marks of notes and comments. Neighbours closer than `gap` (s) become one mark. */
export function marksOf(items: readonly TimelineItem[], gap: number): TimelineMark[] {
  const marks: { at: number; items: TimelineItem[] }[] = [];
  for (const item of items) {
    if (item.kind !== 'note' && item.kind !== 'comment') continue;
    const last = marks.at(-1);
    if (last && item.at - last.at < gap) last.items.push(item);
    else marks.push({ at: item.at, items: [item] });
  }
  return marks;
}
