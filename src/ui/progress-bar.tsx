import { classNames } from '@/ui/class-names';

interface ProgressBarProps {
  value: number;
  total: number;
  /** Accessible name. The number is beside the bar or in `text`. */
  label: string;
  /** The value as text for screen readers, for example `7 от 12`. */
  text?: string;
  className?: string;
}

/** A progress bar drawn as one layer of filament, for cards and rows. Courses use `PrintedObject`. */
export function ProgressBar({ value, total, label, text, className }: ProgressBarProps) {
  const done = Math.min(total, Math.max(0, value));
  const share = total > 0 ? done / total : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      aria-valuetext={text}
      className={classNames('relative h-1.5 w-full', className)}
    >
      <span className="absolute inset-x-0 top-0.5 h-0.5 rounded-full bg-control opacity-40" />
      {/* Rule: 0 draws nothing, and every larger value draws at least a visible drop. */}
      {share > 0 && (
        <span
          className="absolute inset-y-0 left-0 min-w-1.5 rounded-full bg-accent"
          style={{ width: `${share * 100}%` }}
        />
      )}
      {share > 0 && share < 1 && (
        <svg
          viewBox="0 0 10 8"
          width="10"
          height="8"
          aria-hidden="true"
          className="absolute bottom-full -ml-2 fill-ink"
          style={{ left: `max(${share * 100}%, 6px)` }}
        >
          <path d="M0 0h10L6.8 7H3.2z" />
        </svg>
      )}
    </div>
  );
}
