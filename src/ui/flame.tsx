import { classNames } from '@/lib/class-names';
import { printed } from '@/lib/printed';

/** A week without a gap makes it hot (specification 2 §9). */
const HOT_DAYS = 7;
const LAYERS = 7;

interface FlameProps {
  /** Days in a row. A layer for each, up to a week; orange from the seventh. */
  days: number;
  /** Whether today counts already: until then the flame stands in outline only above yesterday's layers. */
  active?: boolean;
  size?: number;
  /** What it says, in words; empty when the words stand beside it. */
  label: string;
  className?: string;
}

/** The streak: a flame printed of the days in a row. */
export function Flame({ days, active = true, size = 24, label, className }: FlameProps) {
  const [width, height] = [size * 0.86, size];
  const { ghost, hot, stroke } = printed({
    shape: 'flame',
    total: LAYERS,
    done: Math.min(LAYERS, days),
    minLines: LAYERS,
    width,
    height,
  });
  return (
    <svg
      viewBox={`-1 -1 ${width + 2} ${height + 2}`}
      width={width + 2}
      height={height + 2}
      fill="none"
      strokeLinecap="round"
      role="img"
      aria-label={label || undefined}
      aria-hidden={!label}
      className={classNames('shrink-0', className)}
    >
      <path d={ghost} stroke="var(--control)" strokeWidth={stroke * 0.55} opacity={active ? 0.5 : 1} />
      <path
        d={hot}
        stroke={days >= HOT_DAYS ? 'var(--accent)' : 'var(--ink-2)'}
        strokeWidth={stroke}
        opacity={active ? 1 : 0.55}
        className="printing"
      />
    </svg>
  );
}

const LEVELS = [0, 1, 2, 3, 4];

/** Five flames, as many of them lit as the level says. */
export function FlameLevel({ level, size = 28, label }: { level: number; size?: number; label: string }) {
  const [width, height] = [size * 0.86, size];
  const { hot, stroke } = printed({ shape: 'flame', total: LAYERS, done: LAYERS, minLines: LAYERS, width, height });
  const step = width + size * 0.3;
  return (
    <svg
      viewBox={`-1 -1 ${step * 4 + width + 2} ${height + 2}`}
      width={step * 4 + width + 2}
      height={height + 2}
      fill="none"
      strokeLinecap="round"
      role="img"
      aria-label={label}
    >
      {LEVELS.map((index) => (
        <path
          key={index}
          d={hot}
          transform={`translate(${index * step} 0)`}
          stroke={index < level ? 'var(--accent)' : 'var(--control)'}
          strokeWidth={index < level ? stroke : stroke * 0.5}
          opacity={index < level ? 1 : 0.6}
          className="printing"
          style={{ '--i': index }}
        />
      ))}
    </svg>
  );
}
