import { Card } from '@/ui/card';
import { classNames } from '@/ui/class-names';
import { Flame, FlameLevel } from '@/ui/flame';
import type { Streak } from './queries/streak';
import { activeThisMonth, activeThisWeek, LEVELS, streakLevel } from './rules/activity-year';
import { lastDays } from './rules/streak';
import { activityText as text } from './text/activity';
import { streakText } from './text/streak';

const WEEK = 7;

/** The flame, the current and the longest streak, and a message. */
export function StreakCard({ streak: { current, longest, days, today } }: { streak: Streak }) {
  const activeToday = days.has(today);
  return (
    <Card className="rise p-5">
      <div className="flex items-center gap-6">
        <Flame days={current} active={activeToday} size={120} label="" className="h-auto w-24 md:w-28" />
        <dl className="min-w-0">
          <dt className="text-muted text-sm">{text.current}</dt>
          <dd className="num font-extrabold text-5xl tracking-tight">{streakText.days(current)}</dd>
          <dt className="mt-1 inline text-muted text-sm">{text.longest} </dt>
          <dd className="num inline font-bold text-sm">{streakText.days(longest)}</dd>
        </dl>
      </div>
      <p className="mt-4 text-balance font-bold">{streakText.message(current, activeToday)}</p>
    </Card>
  );
}

/** The mark of one day: three short layers, printed if the day was active, grey otherwise. */
const DayMark = ({ active }: { active: boolean }) => (
  <svg viewBox="0 0 20 14" width="20" height="14" fill="none" strokeLinecap="round" aria-hidden="true">
    <path
      d="M2 2H18M2 7H18M2 12H18"
      stroke={active ? 'var(--accent)' : 'var(--ghost)'}
      strokeWidth={active ? 3.4 : 2}
    />
  </svg>
);

/** The last seven days, each with the letter of its weekday, its date and its mark. */
export function WeekCard({ streak: { days, today } }: { streak: Streak }) {
  return (
    <Card className="rise p-5" style={{ '--i': 1 }}>
      <h2 className="mb-3 text-xl">{text.week}</h2>
      <ol className="grid grid-cols-7 gap-1.5 md:gap-2.5">
        {lastDays(today, WEEK).map((day) => (
          <li key={day} className="grid content-start justify-items-center gap-1">
            <span
              aria-hidden="true"
              className={classNames(
                'grid w-full justify-items-center gap-1 rounded-control bg-sunk py-2',
                day === today && 'bg-surface outline-2 outline-ink -outline-offset-2',
              )}
            >
              <span className="text-muted text-xs uppercase">{streakText.letter(day)}</span>
              <DayMark active={days.has(day)} />
              <span className="num font-bold">{streakText.date(day)}</span>
            </span>
            {day === today && (
              <span aria-hidden="true" className="font-bold text-xs">
                {text.today}
              </span>
            )}
            <span className="sr-only">{streakText.day(day, days.has(day), day === today)}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** The streak level as up to five flames, one for every two days in a row. */
export function LevelCard({ streak: { current } }: { streak: Streak }) {
  const level = streakLevel(current);
  const words = text.level(level, LEVELS);
  return (
    <Card className="rise p-5" style={{ '--i': 2 }}>
      <h2 className="text-xl">{words}</h2>
      <p className="mb-3 text-muted text-sm">{text.levelHow}</p>
      <FlameLevel level={level} hot={current >= WEEK} size={36} label={words} />
    </Card>
  );
}

function Figure({ name, days, how }: { name: string; days: number; how: string }) {
  return (
    <Card className="rise p-4" style={{ '--i': 3 }}>
      <h2 className="font-normal text-muted text-sm">{name}</h2>
      <p className="num mt-0.5 font-extrabold text-2xl">{streakText.days(days)}</p>
      <p className="text-muted text-xs">{how}</p>
    </Card>
  );
}

/** The number of active days since Monday and in the current month. */
export function PeriodCards({ streak: { days, today } }: { streak: Streak }) {
  return (
    <div className="grid grid-cols-2 gap-4">
      <Figure name={text.thisWeek} days={activeThisWeek(days, today)} how={text.thisWeekHow} />
      <Figure name={text.thisMonth} days={activeThisMonth(days, today)} how={text.thisMonthHow(today)} />
    </div>
  );
}
