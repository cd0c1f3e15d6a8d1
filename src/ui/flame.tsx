import { classNames } from '@/ui/class-names';
import { printed } from '@/ui/drawing/printed';

/** Shortest streak (days) with an orange flame (specification 2 §9). */
const HOT_DAYS = 7;
const LAYERS = 7;

interface FlameProps {
  /** Number of consecutive days. Each day is a layer, up to 7; the flame is orange from the seventh. */
  days: number;
  /** True when today already counts. Until then, today's layer is only an outline. */
  active?: boolean;
  size?: number;
  /** Text alternative; empty when the text beside it says the same. */
  label: string;
  className?: string;
}

/** The streak, drawn as a flame with one layer per day. */
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

interface FlameLevelProps {
  level: number;
  /** Orange, for a streak of at least seven days; otherwise dark (specification 2 §9). */
  hot?: boolean;
  size?: number;
  label: string;
}

/** Five flames; `level` of them are lit. */
export function FlameLevel({ level, hot: isHot = true, size = 28, label }: FlameLevelProps) {
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
          stroke={index < level ? (isHot ? 'var(--accent)' : 'var(--ink-2)') : 'var(--control)'}
          strokeWidth={index < level ? stroke : stroke * 0.5}
          opacity={index < level ? 1 : 0.6}
          className="printing"
          style={{ '--i': index }}
        />
      ))}
    </svg>
  );
}
