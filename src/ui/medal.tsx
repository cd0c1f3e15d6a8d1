import type { ReactNode } from 'react';
import { classNames } from '@/ui/class-names';
import { printed } from '@/ui/drawing/printed';

interface MedalProps {
  /** Completed share, 0 to 1. The same share of the disc is printed. */
  progress: number;
  earned: boolean;
  /** True if this device, but not the server, counts the target as reached: draws a whole disc with a dotted rim and no ribbon. */
  waiting?: boolean;
  /** Icon for the middle, about half as large as the medal. */
  icon?: ReactNode;
  size?: number;
  /** Text alternative; empty when the text beside it says the same. */
  label: string;
  className?: string;
}

const LAYERS = 11;
const D = 64;
/** Height with the ribbon, as a multiple of the width. */
const RIBBON = (D + 12) / D;

/** An achievement: a disc printed layer by layer. An earned achievement has a rim and a ribbon. */
export function Medal({ progress, earned, waiting = false, icon, size = 56, label, className }: MedalProps) {
  const done = earned || waiting ? LAYERS : Math.min(LAYERS - 1, Math.floor(progress * LAYERS));
  const { ghost, hot, stroke } = printed({
    shape: 'disc',
    total: LAYERS,
    done,
    minLines: LAYERS,
    width: D - 10,
    height: D - 10,
  });
  return (
    <span
      className={classNames('inline-grid shrink-0 place-items-end', className)}
      style={{ width: size, height: size * RIBBON }}
    >
      <svg
        viewBox={`0 -12 ${D} ${D + 12}`}
        width={size}
        height={size * RIBBON}
        fill="none"
        strokeLinecap="round"
        role="img"
        aria-label={label || undefined}
        aria-hidden={!label}
        className="[grid-area:1/1]"
      >
        <path d="M20 -10l7 14M44 -10l-7 14" stroke={earned ? 'var(--ink)' : 'var(--ghost)'} strokeWidth="5" />
        <g transform="translate(5 5)">
          <path d={ghost} stroke="var(--ghost)" strokeWidth={stroke * 0.55} />
          <path d={hot} stroke="var(--accent)" strokeWidth={stroke} className="printing" />
        </g>
        <circle
          cx="32"
          cy="32"
          r="30"
          stroke={earned || waiting ? 'var(--accent)' : 'var(--ghost)'}
          strokeWidth={earned || waiting ? 3.5 : 2}
          strokeDasharray={waiting ? '0.1 7' : undefined}
        />
        {icon && (
          <circle
            cx="32"
            cy="32"
            r="17"
            fill="var(--surface)"
            stroke={earned ? 'var(--accent)' : 'var(--ghost)'}
            strokeWidth="2"
          />
        )}
      </svg>
      {icon && (
        <span
          aria-hidden="true"
          className={classNames('grid place-items-center [grid-area:1/1]', earned ? 'text-accent-ink' : 'text-muted')}
          style={{ width: size, height: size }}
        >
          {icon}
        </span>
      )}
    </span>
  );
}
