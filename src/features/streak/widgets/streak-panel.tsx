import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Live } from '@/device/live/live';
import { usePlan } from '@/device/session/use-plan';
import { useInitialSync } from '@/device/sync/use-initial-sync';
import { sectionSearch } from '@/shared/paths';
import { afterCheck } from '@/shared/route-guards';
import { classNames } from '@/ui/class-names';
import { Flame } from '@/ui/flame';
import { menuRowClass } from '@/ui/menu';
import { Skeleton } from '@/ui/skeleton';
import type { Streak } from '../queries/streak';
import { lastDays } from '../rules/streak';
import { streakText } from '../text/streak';

const WEEK = 7;

function Figure({ label, days }: { label: string; days: number }) {
  return (
    <div className="grow rounded-control bg-sunk px-3 py-2">
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="num font-extrabold">{streakText.days(days)}</dd>
    </div>
  );
}

function Week({ streak: { days, today } }: { streak: Streak }) {
  return (
    <ol aria-label={streakText.week} className="mt-3 grid grid-cols-7 gap-1">
      {lastDays(today, WEEK).map((day) => {
        const active = days.has(day);
        return (
          <li key={day} className="grid justify-items-center gap-1">
            <span aria-hidden="true" className="text-muted text-xs">
              {streakText.letter(day)}
            </span>
            <span
              aria-hidden="true"
              className={classNames(
                'num grid size-9 place-items-center rounded-control font-bold text-sm',
                active ? 'bg-accent text-on-accent' : 'bg-sunk text-muted',
                day === today && 'outline-2 outline-ink outline-offset-1',
              )}
            >
              {streakText.date(day)}
            </span>
            <span className="sr-only">{streakText.day(day, active, day === today)}</span>
          </li>
        );
      })}
    </ol>
  );
}

interface StreakPanelProps {
  streak: Live<Streak>;
  onClose: () => void;
}

/** Details of the streak: current and longest run, the last week. */
export function StreakPanel({ streak: live, onClose }: StreakPanelProps) {
  const initialSync = useInitialSync(live.complete);
  const streak = live.data;
  const dashboard = afterCheck(usePlan());
  return (
    <section aria-label={streakText.title}>
      <div className="p-2">
        {streak ? (
          <>
            <div className="flex items-center gap-3">
              <Flame
                days={streak.current}
                active={streak.days.has(streak.today)}
                size={52}
                label=""
                className="shrink-0"
              />
              <p className="text-balance font-bold">
                {streakText.message(streak.current, streak.days.has(streak.today))}
              </p>
            </div>
            <dl className="mt-3 flex gap-2">
              <Figure label={streakText.current} days={streak.current} />
              <Figure label={streakText.longest} days={streak.longest} />
            </dl>
            <Week streak={streak} />
          </>
        ) : live.status === 'error' ? (
          <div role="alert" className="px-1 py-4 text-center">
            <p className="font-bold">{streakText.failed}</p>
            <p className="mt-1 text-muted text-sm">{streakText.failedText}</p>
          </div>
        ) : initialSync !== 'complete' && initialSync !== 'pending' ? (
          <div className="px-1 py-4 text-center">
            <p className="font-bold">{streakText.notHere}</p>
            <p className="mt-1 text-muted text-sm">{streakText.notHereText}</p>
          </div>
        ) : (
          <div role="status" aria-label={streakText.loading} className="grid gap-3">
            <Skeleton className="h-14" />
            <Skeleton className="h-12" />
            <Skeleton className="h-14" />
          </div>
        )}
      </div>
      <Link
        to={dashboard + sectionSearch('activity')}
        onClick={onClose}
        className={classNames(menuRowClass, 'mt-1 justify-between border-line border-t')}
      >
        {streakText.open}
        <ArrowRight size={20} aria-hidden="true" />
      </Link>
    </section>
  );
}
