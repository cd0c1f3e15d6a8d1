import { LogOut, Timer } from 'lucide-react';
import { timeLeft } from '@/shared/attempt-time';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { quizText } from '../text';

interface TakingBarProps {
  title: string;
  spent: number;
  limit: number;
  warning: 5 | 1 | null;
  onExit: () => void;
}

/** Sticky bar above the question, with the exit button and the time spent or left. */
export function TakingBar({ title, spent, limit, warning, onExit }: TakingBarProps) {
  const left = timeLeft(spent, limit);
  const label = left === null ? quizText.elapsed : quizText.left;
  return (
    <div className="sticky top-0 z-10 -mx-4 flex flex-wrap items-center gap-x-3 border-line border-b bg-paper px-4 py-2 md:mx-0 md:px-0">
      <Button onClick={onExit} title={left === null ? quizText.exitHint : quizText.exitHintTimed}>
        <LogOut size={18} aria-hidden="true" />
        {quizText.exit}
      </Button>
      <h1 className="sr-only min-w-0 grow truncate text-base md:not-sr-only">{title}</h1>
      <p className="ml-auto flex items-center gap-2">
        <Timer size={18} aria-hidden="true" className="text-muted" />
        <span className="text-muted text-sm">{label}</span>
        <span
          role="timer"
          aria-label={label}
          className={classNames('num font-bold text-lg', warning === 1 && 'text-danger')}
        >
          {quizText.spent(left ?? spent)}
        </span>
      </p>
      <p
        role="status"
        className={classNames(
          'basis-full text-right font-semibold text-sm',
          warning === 1 ? 'text-danger' : 'text-warn',
        )}
      >
        {warning && quizText.warning(warning)}
      </p>
    </div>
  );
}
