import { Card } from '@/ui/card';
import { printed } from '@/ui/drawing/printed';
import type { AchievementTotals } from './rules/progress';
import { achievementsText as text } from './text';

const WIDTH = 112;
const HEIGHT = 132;

interface TotalsProps {
  totals: AchievementTotals;
  /** Number of achievements that are reached on this device but not yet confirmed by the server. */
  waiting: number;
}

/** A cup with one layer per achievement: solid if earned, dotted if the server has not confirmed it yet. */
function Cup({ totals: { completed, total }, waiting }: TotalsProps) {
  const shared = { shape: 'cup', total, width: WIDTH, height: HEIGHT } as const;
  const reached = printed({ ...shared, done: completed + waiting });
  const confirmed = printed({ ...shared, done: completed });
  return (
    <svg
      viewBox={`-3 0 ${WIDTH + 6} ${HEIGHT + 7}`}
      width={WIDTH + 6}
      height={HEIGHT + 7}
      fill="none"
      strokeLinecap="round"
      role="img"
      aria-label={text.cup(completed, total, waiting)}
      className="shrink-0"
    >
      <path d={reached.ghost} stroke="var(--ghost)" strokeWidth={reached.stroke * 0.55} />
      {waiting > 0 && (
        <path
          d={reached.hot}
          stroke="var(--accent)"
          strokeWidth={reached.stroke * 0.6}
          strokeDasharray={`0.1 ${reached.stroke * 1.2}`}
        />
      )}
      <path d={confirmed.hot} stroke="var(--accent)" strokeWidth={confirmed.stroke} className="printing" />
      <path d={`M0 ${HEIGHT + 3.5}H${WIDTH}`} stroke="var(--ink)" strokeWidth="2.4" />
    </svg>
  );
}

interface FigureProps {
  value: number;
  unit?: string;
  name: string;
  how: string;
}

function Figure({ value, unit, name, how }: FigureProps) {
  return (
    <div>
      <dt className="sr-only">{name}</dt>
      <dd>
        <span className="num font-extrabold text-4xl tracking-tight">{value}</span>
        {unit && <span className="num ml-1 font-bold text-lg text-muted">{unit}</span>}
        <span aria-hidden="true" className="mt-1 block font-bold text-sm">
          {name}
        </span>
        <span className="block text-muted text-xs">{how}</span>
      </dd>
    </div>
  );
}

export function AchievementTotalsCard({ totals, waiting }: TotalsProps) {
  return (
    <Card
      aria-label={text.totals}
      className="rise flex flex-wrap items-center justify-center gap-x-7 gap-y-4 p-5 min-[28rem]:flex-nowrap"
    >
      <Cup totals={totals} waiting={waiting} />
      <div className="min-w-0 grow">
        {/* `overflow-wrap: normal` keeps each column at least as wide as its longest word. */}
        <dl className="grid grid-cols-[auto_auto_auto] gap-3 [overflow-wrap:normal]">
          <Figure value={totals.completed} unit={text.of(totals.total)} name={text.earned} how={text.earnedHow} />
          <Figure value={totals.points} name={text.points} how={text.pointsHow} />
          <Figure value={totals.percent} unit="%" name={text.percent} how={text.percentHow} />
        </dl>
        {waiting > 0 && <p className="mt-4 text-muted text-xs">{text.dotted}</p>}
      </div>
    </Card>
  );
}
