import { GraduationCap } from 'lucide-react';
import { memo } from 'react';
import type { Comment } from '@/features/comments/rules';
import type { TimelineItem } from '@/features/player/rules';
import { timelineText as text } from '@/features/player/text/timeline';
import { timelineIcons } from '@/features/player/widgets/timeline-icons';
import { formatDuration } from '@/shared/format/format';
import { classNames } from '@/ui/class-names';

/** The badge beside the name of an administrator. */
export const TeacherMark = () => (
  <span className="inline-flex items-center gap-1 rounded-full border border-accent-ink px-2 font-bold text-accent-ink text-xs">
    <GraduationCap size={14} aria-hidden="true" />
    {text.teacher}
  </span>
);

const Author = ({ comment: { author, isTeacher } }: { comment: Comment }) => (
  <span className="flex flex-wrap items-center gap-x-2 font-bold">
    {author} {isTeacher && <TeacherMark />}
  </span>
);

interface TimelineRowProps {
  item: TimelineItem;
  current: boolean;
  /** True for the one line that is the Tab stop of the list. */
  focusable: boolean;
  index: number;
  onChoose: (index: number) => void;
}

function TimelineRowPlain({ item, current, focusable, index, onChoose }: TimelineRowProps) {
  const { kind, at, comment, replies, waiting } = item;
  const Icon = timelineIcons[kind];
  return (
    <button
      type="button"
      tabIndex={focusable ? 0 : -1}
      aria-current={current ? 'true' : undefined}
      onClick={() => onChoose(index)}
      className={classNames(
        'grid min-h-11 w-full grid-cols-[3rem_1.5rem_minmax(0,1fr)] items-baseline gap-2 rounded-control border-l-3 px-2.5 py-2 text-left hover:bg-sunk max-[18rem]:grid-cols-1',
        current ? 'border-accent bg-sunk' : 'border-transparent',
        (kind === 'chapter' || current) && 'font-bold',
      )}
    >
      <span className={classNames('num', current ? 'text-accent-ink' : 'text-muted')}>{formatDuration(at)}</span>
      <span>
        <Icon size={18} aria-hidden="true" className="text-muted" />
        {/* A note shows its kind in words. */}
        {kind !== 'note' && <span className="sr-only">{text.kinds[kind].one}</span>}
      </span>
      <span className="grid gap-1">
        {comment && <Author comment={comment} />}
        {(kind === 'note' || waiting) && (
          <span>
            {kind === 'note' && <span className="font-bold">{text.kinds.note.one}</span>}
            {waiting && <span className="font-normal text-muted"> · {text.waiting}</span>}
          </span>
        )}
        <span className="whitespace-pre-line">{item.text}</span>
        {replies.map((reply) => (
          <span key={reply.id} className="grid gap-1 border-accent border-l-3 pl-3 font-normal">
            <Author comment={reply} />
            <span className="whitespace-pre-line">{reply.content}</span>
          </span>
        ))}
      </span>
    </button>
  );
}

/** One line of the timeline; a click seeks the video. A comment's line includes its replies. Rule: render a line again only when it changes. */
export const TimelineRow = memo(TimelineRowPlain);
