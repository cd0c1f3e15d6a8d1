import { ClipboardCheck } from 'lucide-react';
import { classNames } from '@/ui/class-names';
import { canDrawEmoji } from '@/ui/drawing/emoji';

const sizes = { row: 'size-11 text-2xl', page: 'size-14 text-3xl', line: 'size-7 text-lg' } as const;

/** Emblem of a quiz: the author's emoji if the device has a font for it, otherwise a drawing. Decorative. */
export function QuizEmblem({ emoji, size = 'row' }: { emoji: string | null; size?: keyof typeof sizes }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 place-items-center rounded-control',
        size !== 'line' && 'bg-sunk',
        sizes[size],
      )}
    >
      {emoji && canDrawEmoji(emoji) ? (
        emoji
      ) : (
        <ClipboardCheck size={size === 'page' ? 28 : 22} className="text-muted" />
      )}
    </span>
  );
}
